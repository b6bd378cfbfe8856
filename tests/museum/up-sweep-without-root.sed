# The up-sweep stops below the root. The down-sweep does not read the root, so
# only the sum is wrong. The sum is also wrong if "to" excludes log2(n-1), as
# it excludes the end in listing 8.
# found in: Euro-Par 2022, listing 2, line 1
# kernel: listings/sweeps.cu
# algorithm: kogge_stone:block=32
# options: -n 32
# passes: -n 31
# says: out[31] is [16,31], want [0,31]: elements 0..15 are missing
s/1 << d < BLOCK/2 << d < BLOCK/
