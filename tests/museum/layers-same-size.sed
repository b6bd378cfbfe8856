# A layer is made from the `up` with as many elements as the `down` above it,
# not from the one with twice as many.
# found in: Euro-Par 2022, listing 3, functional, line 9
# kernel: listings/layers.cu
# algorithm: kogge_stone:block=32
# options: -n 32
# says: uninitialised: kernel.cu:...reads up[
s/layer = up\[d - 1\];/layer = up[d];/
