/* nvml.c - loads libnvidia-ml, and finds the GPU in it by its bus. */
#include "nvml.h"
#include "driver.h"

#include <dlfcn.h>
#include <string.h>

static void *library;

void *nvml_function(const char *name)
{
    return library ? dlsym(library, name) : NULL;
}

/* Loads the library; returns NULL if any of this fails. */
static nvmlDevice_t open_gpu(void)
{
    static const char *const names[] = {"libnvidia-ml.so.1", NULL};
    static const char *const folders[] = {"/usr/local/nvidia/lib64",
                                          "/usr/lib/x86_64-linux-gnu", NULL};
    int (*init)(void);
    int (*by_bus)(const char *bus, nvmlDevice_t *device);
    nvmlDevice_t gpu = NULL;

    library = load_library(names, folders);
    void *const symbol[] = {nvml_function("nvmlInit_v2"),
                            nvml_function("nvmlDeviceGetHandleByPciBusId_v2")};
    if (!symbol[0] || !symbol[1])
        return NULL;
    memcpy(&init, &symbol[0], sizeof init);
    memcpy(&by_bus, &symbol[1], sizeof by_bus);
    if (init() != NVML_SUCCESS ||
        by_bus(gpu_facts()->bus, &gpu) != NVML_SUCCESS)
        return NULL;
    return gpu;
}

nvmlDevice_t nvml_gpu(void)
{
    static bool looked;
    static nvmlDevice_t gpu;

    if (!looked)
        gpu = open_gpu();
    looked = true;
    return gpu;
}
