/* device_calls.h - what kernels have printed. */
#ifndef SIMT_DEVICE_CALLS_H
#define SIMT_DEVICE_CALLS_H

#include <stddef.h>

/* As much as a GPU's buffer holds. */
struct printing {
    char text[1 << 16];
    size_t used, more; /* calls when it was full */
};

#endif
