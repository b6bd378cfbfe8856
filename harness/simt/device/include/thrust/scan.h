/* thrust/scan.h - rejected by name. */
#error                                                                         \
    "the SIMT machine does not know Thrust: it runs only kernels, no host code"
