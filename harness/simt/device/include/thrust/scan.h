/* thrust/scan.h - rejected by name. */
#error                                                                         \
    "the SIMT machine does not know Thrust: it takes the kernel alone, without the host"
