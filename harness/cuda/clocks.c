/* clocks.c - finds NVML when the program runs, and reads the clock rates. */
#include "clocks.h"
#include "driver.h"

#include <dlfcn.h>
#include <string.h>

typedef struct device *nvmlDevice;
enum { NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2 };

static int (*clock_info)(nvmlDevice device, int type, unsigned *mhz);
static nvmlDevice gpu;

static void *find(void *library, const char *name)
{
    return library ? dlsym(library, name) : NULL;
}

/* Fills in clock_info and gpu, or leaves clock_info NULL. */
static void open_nvml(void)
{
    static const char *const names[] = {"libnvidia-ml.so.1", NULL};
    static const char *const folders[] = {"/usr/local/nvidia/lib64",
                                          "/usr/lib/x86_64-linux-gnu", NULL};
    void *library = load_library(names, folders);
    void *symbol[3] = {find(library, "nvmlInit_v2"),
                       find(library, "nvmlDeviceGetHandleByPciBusId_v2"),
                       find(library, "nvmlDeviceGetClockInfo")};
    int (*init)(void);
    int (*by_bus)(const char *bus, nvmlDevice *device);

    if (!symbol[0] || !symbol[1] || !symbol[2])
        return;
    memcpy(&init, &symbol[0], sizeof init);
    memcpy(&by_bus, &symbol[1], sizeof by_bus);
    if (init() == 0 && by_bus(gpu_facts()->bus, &gpu) == 0)
        memcpy(&clock_info, &symbol[2], sizeof clock_info);
}

struct clocks clocks_now(void)
{
    static bool looked;
    unsigned sm = 0, memory = 0;

    if (!looked)
        open_nvml();
    looked = true;
    if (clock_info && clock_info(gpu, NVML_CLOCK_SM, &sm) == 0 &&
        clock_info(gpu, NVML_CLOCK_MEM, &memory) == 0)
        return (struct clocks){(int)sm, (int)memory, "NVML"};
    return (struct clocks){gpu_facts()->clock_khz / 1000,
                           gpu_facts()->memory_clock_khz / 1000,
                           "the driver's maximum"};
}
