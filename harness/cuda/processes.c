/* processes.c - counts the processes that NVML lists for the GPU.
 *
 * Only counts, since a container can have other numbers for the processes than
 * NVML. */
#include "processes.h"
#include "nvml.h"

#include <stddef.h>
#include <string.h>

int gpu_processes_now(void)
{
    static const char *const names[] = {
        "nvmlDeviceGetComputeRunningProcesses_v3",
        "nvmlDeviceGetComputeRunningProcesses_v2",
        "nvmlDeviceGetComputeRunningProcesses"};
    const nvmlDevice_t gpu = nvml_gpu();
    int (*list)(nvmlDevice_t device, unsigned *count, void *processes);
    void *symbol = NULL;
    unsigned count = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names && gpu && !symbol; i++)
        symbol = nvml_function(names[i]);
    if (!symbol)
        return 0;
    memcpy(&list, &symbol, sizeof list);
    /* Without room for entries, the number of them comes back, with an error
     * unless it is 0. */
    const int result = list(gpu, &count, NULL);
    return result == NVML_SUCCESS || result == NVML_ERROR_INSUFFICIENT_SIZE
               ? (int)count
               : 0;
}
