/* device_calls.h - the text that kernels have printed (printing.c). */
#ifndef SIMT_DEVICE_CALLS_H
#define SIMT_DEVICE_CALLS_H

#include <stddef.h>

/* As large as a GPU's buffer. */
struct printing {
    char text[1 << 16];
    size_t used, more; /* more: number of calls since the text was full */
};

#endif
