/* clocks.c - reads the clock rates from NVML. */
#include "clocks.h"
#include "driver.h"
#include "nvml.h"

#include <string.h>

enum { NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2 };

struct clocks clocks_now(void)
{
    const nvmlDevice_t gpu = nvml_gpu();
    void *const symbol = gpu ? nvml_function("nvmlDeviceGetClockInfo") : NULL;
    int (*clock_info)(nvmlDevice_t device, int type, unsigned *mhz);
    unsigned sm = 0, memory = 0;

    memcpy(&clock_info, &symbol, sizeof clock_info);
    if (symbol && clock_info(gpu, NVML_CLOCK_SM, &sm) == NVML_SUCCESS &&
        clock_info(gpu, NVML_CLOCK_MEM, &memory) == NVML_SUCCESS)
        return (struct clocks){(int)sm, (int)memory, "NVML"};
    return (struct clocks){gpu_facts()->clock_khz / 1000,
                           gpu_facts()->memory_clock_khz / 1000,
                           "the driver's maximum"};
}
