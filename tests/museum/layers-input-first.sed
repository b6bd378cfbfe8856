# The last step starts from the input and scans the pairs of up_0, instead of
# starting from down_1 and scanning the pairs of the input.
# found in: Euro-Par 2022, listing 3, functional, line 13
# kernel: listings/layers.cu
# algorithm: kogge_stone:block=32
# options: -n 32
# says: uninitialised: kernel.cu:...reads up[
s/scan_pair(down\[0\]\[t\], input\[2 \* t\]/scan_pair(input[t], up[0][2 * t]/
