# A node ends at k + 2^d, which equals k + 2^(d+1) - 1 only at d = 0.
# found in: Euro-Par 2022, listing 2, line 3
# kernel: listings/sweeps.cu
# algorithm: kogge_stone:block=32
# options: -n 32
# says: out[2]: [0,1] then [0,2]: elements 0..1 are counted twice
/^ *x\[k + (2 << d) - 1\] =$/,/;/s/k + (2 << d) - 1/k + (1 << d)/
