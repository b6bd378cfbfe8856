# PTX in a kernel: this machine cannot watch what it does.
# found in: fast scans: they load flags by ld.acquire.gpu
# algorithm: lookback:block=32,items=1,window=4
# options: -n 33
# says: kernel.cu:...error: ...asm_is_not_known_to_the_simt_machine
s/__threadfence(); \/\* \[1\]/asm volatile("membar.gl;" ::: "memory"); \/* [1]/
