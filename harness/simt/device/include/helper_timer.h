/* helper_timer.h - from the CUDA samples: for programs, not for kernels. */
#error "the SIMT machine does not know <helper_timer.h>: leave this line out"
