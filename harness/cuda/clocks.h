/* clocks.h - the GPU's current clock rates. Only read, never set. */
#ifndef CLOCKS_H
#define CLOCKS_H

struct clocks {
    int sm_mhz, memory_mhz; /* 0: not known */
    const char *source;     /* "NVML", or "the driver's maximum" */
};

/* The clock rates from NVML (libnvidia-ml) if available; else the highest rates
 * that the driver states.
 */
struct clocks clocks_now(void);

#endif
