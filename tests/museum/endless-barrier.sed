# The stride never grows, so all threads go from barrier to barrier forever.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 20
# says: endless loop: kernel.cu:...(block 0, thread ...) synchronises
s/stride \*= 2) {/stride *= 1) {/
