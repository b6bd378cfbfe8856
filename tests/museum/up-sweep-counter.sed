# The up-sweep counts k but uses j.
# found in: Euro-Par 2022, listing 2, line 3
# kernel: listings/sweeps.cu
# algorithm: kogge_stone:block=32
# options: -n 32
# verdict: not judged
# says: kernel.cu:...: error: 'j' was not declared
# clang says: kernel.cu:...: error: use of undeclared
s/^\( *op(x\[k + (1 << d) - 1\], x\[\)k /\1j /
