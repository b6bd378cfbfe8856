# The down-sweep reads the parent at k + 2^d, and stores the right child
# there, instead of at k + 2^(d+1) - 1.
# found in: Euro-Par 2022, listing 3, lines 10 and 11
# kernel: listings/sweeps.cu
# algorithm: kogge_stone:block=32
# options: -n 32
# says: out[0]: [2,2] then [0,0]: the operands are swapped and not adjacent
/const T left/,/op(/s/k + (2 << d) - 1/k + (1 << d)/g
