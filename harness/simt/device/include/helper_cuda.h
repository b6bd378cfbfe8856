/* helper_cuda.h - from the CUDA samples: for programs, not for kernels. */
#error "the SIMT machine does not know <helper_cuda.h>: leave this line out"
