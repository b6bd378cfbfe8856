/* helper_functions.h - from the CUDA samples: for programs, not for kernels. */
#error                                                                         \
    "the SIMT machine does not know <helper_functions.h>: leave this line out"
