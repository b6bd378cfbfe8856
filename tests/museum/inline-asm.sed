# The kernel contains PTX that the SIMT machine does not know.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 33
# verdict: not judged
# says: kernel.cu:...: asm: the SIMT machine does not know 'discard.global.L2 [%0], 128'
s/__threadfence(); \/\* \[1\]/asm volatile("discard.global.L2 [%0], 128;" :: "l"(tiles->flags)); \/* [1]/
