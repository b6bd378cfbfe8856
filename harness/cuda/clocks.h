/* clocks.h - how fast the GPU's clocks go now. Only read, never set. */
#ifndef CLOCKS_H
#define CLOCKS_H

struct clocks {
    int sm_mhz, memory_mhz; /* 0: not told */
    const char *source;     /* "NVML", or "the driver's maximum" */
};

/* By NVML (libnvidia-ml) where it is there; else the driver's highest clocks.
 */
struct clocks clocks_now(void);

#endif
