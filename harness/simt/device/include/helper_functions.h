/* helper_functions.h - of the CUDA samples: for programs, not for kernels. */
#error                                                                         \
    "the SIMT machine does not know <helper_functions.h>: leave this line out"
