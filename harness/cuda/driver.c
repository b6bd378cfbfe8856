/* driver.c - loading libcuda, its table of functions, and the GPU's facts. */
#include "driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cuda_functions cuda;

enum { OLDEST_CUDA = 11000, OLDEST_MAJOR = 7, OLDEST_MINOR = 5 };

static struct gpu_facts facts;
static char lacks[512];

/* ---------------------------------------------------------------- library */

/* As the library exports them: what grew to 64 bits has got a new name. */
#define FUNCTION(name, exported)                                               \
    {                                                                          \
        exported, offsetof(struct cuda_functions, name)                        \
    }

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
    FUNCTION(cuInit, "cuInit"),
    FUNCTION(cuDriverGetVersion, "cuDriverGetVersion"),
    FUNCTION(cuGetErrorName, "cuGetErrorName"),
    FUNCTION(cuGetErrorString, "cuGetErrorString"),
    FUNCTION(cuDeviceGetCount, "cuDeviceGetCount"),
    FUNCTION(cuDeviceGet, "cuDeviceGet"),
    FUNCTION(cuDeviceGetName, "cuDeviceGetName"),
    FUNCTION(cuDeviceTotalMem, "cuDeviceTotalMem_v2"),
    FUNCTION(cuDeviceGetAttribute, "cuDeviceGetAttribute"),
    FUNCTION(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain"),
    FUNCTION(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2"),
    FUNCTION(cuDevicePrimaryCtxReset, "cuDevicePrimaryCtxReset_v2"),
    FUNCTION(cuCtxSetCurrent, "cuCtxSetCurrent"),
    FUNCTION(cuModuleLoadData, "cuModuleLoadData"),
    FUNCTION(cuModuleUnload, "cuModuleUnload"),
    FUNCTION(cuModuleGetFunction, "cuModuleGetFunction"),
    FUNCTION(cuFuncSetAttribute, "cuFuncSetAttribute"),
    FUNCTION(cuFuncGetParamInfo, "cuFuncGetParamInfo"),
    FUNCTION(cuOccupancyMaxActiveBlocksPerMultiprocessor,
             "cuOccupancyMaxActiveBlocksPerMultiprocessor"),
    FUNCTION(cuLaunchKernel, "cuLaunchKernel"),
    FUNCTION(cuLaunchKernelEx, "cuLaunchKernelEx"),
    FUNCTION(cuMemGetInfo, "cuMemGetInfo_v2"),
    FUNCTION(cuMemAlloc, "cuMemAlloc_v2"),
    FUNCTION(cuMemFree, "cuMemFree_v2"),
    FUNCTION(cuMemHostAlloc, "cuMemHostAlloc"),
    FUNCTION(cuMemFreeHost, "cuMemFreeHost"),
    FUNCTION(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2"),
    FUNCTION(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2"),
    FUNCTION(cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2"),
    FUNCTION(cuMemsetD8Async, "cuMemsetD8Async"),
    FUNCTION(cuStreamCreate, "cuStreamCreate"),
    FUNCTION(cuStreamDestroy, "cuStreamDestroy_v2"),
    FUNCTION(cuStreamQuery, "cuStreamQuery"),
    FUNCTION(cuStreamWaitEvent, "cuStreamWaitEvent"),
    FUNCTION(cuDeviceCanAccessPeer, "cuDeviceCanAccessPeer"),
    FUNCTION(cuCtxEnablePeerAccess, "cuCtxEnablePeerAccess"),
    FUNCTION(cuEventCreate, "cuEventCreate"),
    FUNCTION(cuEventDestroy, "cuEventDestroy_v2"),
    FUNCTION(cuEventRecord, "cuEventRecord"),
    FUNCTION(cuEventElapsedTime, "cuEventElapsedTime"),
    FUNCTION(cuStreamBeginCapture, "cuStreamBeginCapture_v2"),
    FUNCTION(cuStreamEndCapture, "cuStreamEndCapture"),
    FUNCTION(cuGraphInstantiateWithFlags, "cuGraphInstantiateWithFlags"),
    FUNCTION(cuGraphUpload, "cuGraphUpload"),
    FUNCTION(cuGraphLaunch, "cuGraphLaunch"),
    FUNCTION(cuGraphExecDestroy, "cuGraphExecDestroy"),
    FUNCTION(cuGraphDestroy, "cuGraphDestroy"),
};

/* Only in later drivers, or used only by traces, graphs or several GPUs. */
static bool is_optional(const char *name)
{
    return !strcmp(name, "cuFuncGetParamInfo") ||
           !strcmp(name, "cuLaunchKernelEx") ||
           !strcmp(name, "cuOccupancyMaxActiveBlocksPerMultiprocessor") ||
           !strcmp(name, "cuStreamWaitEvent") || strstr(name, "Peer") ||
           !strncmp(name, "cuGraph", 7) || strstr(name, "Capture");
}

void *load_library(const char *const *names, const char *const *folders)
{
    char path[PATH_MAX];

    for (int i = 0; names[i]; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library)
            return library;
    }
    for (int f = 0; folders[f]; f++)
        for (int i = 0; names[i]; i++) {
            snprintf(path, sizeof path, "%s/%s", folders[f], names[i]);
            void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
            if (library)
                return library;
        }
    return NULL;
}

/* The first function that the library lacks, or NULL. */
static const char *fill_table(void *library)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *symbol = dlsym(library, functions[i].name);
        if (!symbol && !is_optional(functions[i].name))
            return functions[i].name;
        memcpy((char *)&cuda + functions[i].offset, &symbol, sizeof symbol);
    }
    return NULL;
}

char *driver_error(CUresult result, char *text, size_t size)
{
    const char *name = NULL, *words = NULL;

    if (cuda.cuGetErrorName(result, &name) != CUDA_SUCCESS || !name)
        snprintf(text, size, "CUDA error %d", result);
    else if (cuda.cuGetErrorString(result, &words) != CUDA_SUCCESS || !words)
        snprintf(text, size, "%s", name);
    else
        snprintf(text, size, "%s (%s)", name, words);
    return text;
}

/* ------------------------------------------------------------------ facts */

static int attribute(int which)
{
    int value = 0;

    if (cuda.cuDeviceGetAttribute(&value, which, facts.device) != CUDA_SUCCESS)
        return 0;
    return value;
}

/* By NVIDIA's numbers, CU_DEVICE_ATTRIBUTE_... */
enum {
    MAX_THREADS_PER_BLOCK = 1,
    MAX_SHARED_MEMORY_PER_BLOCK = 8,
    WARP_SIZE = 10,
    CLOCK_RATE = 13,
    MULTIPROCESSOR_COUNT = 16,
    PCI_BUS_ID = 33,
    PCI_DEVICE_ID = 34,
    MEMORY_CLOCK_RATE = 36,
    L2_CACHE_SIZE = 38,
    MAX_THREADS_PER_MULTIPROCESSOR = 39,
    PCI_DOMAIN_ID = 50,
    COMPUTE_CAPABILITY_MAJOR = 75,
    COMPUTE_CAPABILITY_MINOR = 76,
    MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
    MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    MAX_BLOCKS_PER_MULTIPROCESSOR = 106
};

/* The driver's own version, where the kernel module tells it:
 * "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  Tue ..." */
static void read_driver_version(void)
{
    FILE *file = fopen("/proc/driver/nvidia/version", "r");
    char line[256];

    if (!file)
        return;
    if (fgets(line, sizeof line, file))
        for (char *rest = line, *word; (word = strsep(&rest, " \t\n"));)
            if (*word >= '0' && *word <= '9' && strchr(word, '.')) {
                snprintf(facts.driver, sizeof facts.driver, "%s", word);
                break;
            }
    fclose(file);
}

static void read_facts(void)
{
    cuda.cuDeviceGetName(facts.name, sizeof facts.name, facts.device);
    cuda.cuDeviceTotalMem(&facts.memory_bytes, facts.device);
    facts.major = attribute(COMPUTE_CAPABILITY_MAJOR);
    facts.minor = attribute(COMPUTE_CAPABILITY_MINOR);
    facts.warp = attribute(WARP_SIZE);
    facts.multiprocessors = attribute(MULTIPROCESSOR_COUNT);
    facts.block_threads = attribute(MAX_THREADS_PER_BLOCK);
    facts.l2_bytes = (size_t)attribute(L2_CACHE_SIZE);
    facts.block_shared_bytes =
        (size_t)attribute(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    if (!facts.block_shared_bytes)
        facts.block_shared_bytes =
            (size_t)attribute(MAX_SHARED_MEMORY_PER_BLOCK);
    facts.shared_bytes =
        (size_t)attribute(MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    facts.registers = attribute(MAX_REGISTERS_PER_MULTIPROCESSOR);
    facts.resident_threads = attribute(MAX_THREADS_PER_MULTIPROCESSOR);
    facts.resident_blocks = attribute(MAX_BLOCKS_PER_MULTIPROCESSOR);
    facts.clock_khz = attribute(CLOCK_RATE);
    facts.memory_clock_khz = attribute(MEMORY_CLOCK_RATE);
    snprintf(facts.bus, sizeof facts.bus, "%04x:%02x:%02x.0",
             (unsigned)attribute(PCI_DOMAIN_ID),
             (unsigned)attribute(PCI_BUS_ID),
             (unsigned)attribute(PCI_DEVICE_ID));
    read_driver_version();
}

/* ------------------------------------------------------------------ lacks */

/* Each of these writes what is missing into `lacks` and returns false. */

static bool load_driver(void)
{
    static const char *const names[] = {"libcuda.so.1", NULL};
    static const char *const folders[] = {
        "/usr/local/nvidia/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib64",
        "/usr/lib/wsl/lib",        "/run/opengl-driver/lib",    NULL};
    void *library = load_library(names, folders);

    if (!library) {
        snprintf(lacks, sizeof lacks,
                 "no NVIDIA driver (libcuda.so.1) on this computer: install "
                 "one, on Debian the package nvidia-driver");
        return false;
    }
    const char *missing = fill_table(library);
    if (missing)
        snprintf(lacks, sizeof lacks,
                 "the NVIDIA driver is too old: it has no %s; install one for "
                 "CUDA %d or later",
                 missing, OLDEST_CUDA / 1000);
    return !missing;
}

static bool start_driver(void)
{
    char error[256];
    int version = 0;

    const CUresult result = cuda.cuInit(0);
    if (result == CUDA_ERROR_NO_DEVICE) {
        snprintf(lacks, sizeof lacks,
                 "the NVIDIA driver finds no GPU (cuInit: %s)",
                 driver_error(result, error, sizeof error));
        return false;
    }
    if (result != CUDA_SUCCESS) {
        snprintf(lacks, sizeof lacks,
                 "the NVIDIA driver cannot be initialised (cuInit: %s): is its "
                 "kernel module loaded, and does its version match?",
                 driver_error(result, error, sizeof error));
        return false;
    }
    cuda.cuDriverGetVersion(&version);
    facts.driver_cuda = version;
    if (version < OLDEST_CUDA)
        snprintf(lacks, sizeof lacks,
                 "the NVIDIA driver is for CUDA %d.%d, which is too old: "
                 "install one for CUDA %d or later",
                 version / 1000, version % 1000 / 10, OLDEST_CUDA / 1000);
    return version >= OLDEST_CUDA;
}

/* SCANLAB_GPU=1 is the second GPU. */
static bool find_gpu(void)
{
    const char *said = getenv("SCANLAB_GPU");
    int count = 0;
    char *end = NULL;

    errno = 0;
    const long ordinal = said && *said ? strtol(said, &end, 10) : 0;
    cuda.cuDeviceGetCount(&count);
    if (count == 0) {
        snprintf(lacks, sizeof lacks, "the NVIDIA driver finds no GPU%s",
                 getenv("CUDA_VISIBLE_DEVICES")
                     ? " (CUDA_VISIBLE_DEVICES hides some)"
                     : "");
        return false;
    }
    if ((end && *end) || errno || ordinal < 0 || ordinal >= count ||
        cuda.cuDeviceGet(&facts.device, (int)ordinal) != CUDA_SUCCESS) {
        snprintf(lacks, sizeof lacks,
                 "SCANLAB_GPU=%.40s: want the number of a GPU, 0 to %d", said,
                 count - 1);
        return false;
    }
    facts.ordinal = (int)ordinal;
    return true;
}

static bool find_facts(void)
{
    read_facts();
    if (facts.major * 10 + facts.minor >= OLDEST_MAJOR * 10 + OLDEST_MINOR)
        return true;
    snprintf(lacks, sizeof lacks,
             "%s has compute capability %d.%d: the kernels need %d.%d or "
             "later",
             facts.name, facts.major, facts.minor, OLDEST_MAJOR, OLDEST_MINOR);
    return false;
}

const char *driver_lacks(void)
{
    static bool looked;

    if (!looked && load_driver() && start_driver() && find_gpu())
        find_facts();
    looked = true;
    return *lacks ? lacks : NULL;
}

const struct gpu_facts *gpu_facts(void)
{
    return &facts;
}
