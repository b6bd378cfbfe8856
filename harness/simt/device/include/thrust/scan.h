/* thrust/scan.h - refused by name. */
#error "the SIMT machine takes the kernel alone, without the host"
