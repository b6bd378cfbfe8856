/* libnvml.c - a stand-in for NVML: clocks, and how many processes compute.
 *
 * The variable FAKE_NVML is the number of processes at each look, such as "1 3":
 * the last one holds from then on. "none": the function fails. Compiled with
 * -DNAME_old, the list of processes has its older name.
 */
#include <stdlib.h>
#include <string.h>

int nvmlInit_v2(void)
{
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device)
{
    static int gpu;

    *device = &gpu;
    return strcmp(bus, "0000:00:00.0") ? 6 : 0;
}

int nvmlDeviceGetClockInfo(void *device, int type, unsigned *mhz)
{
    (void)device;
    *mhz = type == 1 ? 1980 : 3201;
    return 0;
}

#ifdef NAME_old
#define LIST nvmlDeviceGetComputeRunningProcesses
#else
#define LIST nvmlDeviceGetComputeRunningProcesses_v3
#endif

int LIST(void *device, unsigned *count, void *processes)
{
    static const char *at;
    const char *const said = getenv("FAKE_NVML");
    char *end;

    (void)device;
    if (!at)
        at = said ? said : "1";
    if (!strcmp(at, "none"))
        return 3; /* not supported */
    const unsigned now = (unsigned)strtoul(at, &end, 10);
    if (*end)
        at = end;
    const int fits = *count >= now && (processes || now == 0);
    *count = now;
    return fits ? 0 : 7;
}
