/* driver.h - NVIDIA's driver library, found when the program runs.
 *
 * The few types and functions used are declared here, under NVIDIA's own names,
 * so that building needs no CUDA Toolkit and one program works on machines with
 * and without a GPU. See the CUDA Driver API manual for each of them.
 */
#ifndef DRIVER_H
#define DRIVER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int CUresult; /* 0 is CUDA_SUCCESS */
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphExec_st *CUgraphExec;

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
};

enum { CU_STREAM_NON_BLOCKING = 1 };
enum { CU_STREAM_CAPTURE_MODE_RELAXED = 2 };
enum { CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6 };

typedef struct {
    int id;
    char pad[4];
    union {
        char pad[64];
        int programmaticStreamSerializationAllowed;
    } value;
} CUlaunchAttribute;

typedef struct {
    unsigned gridDimX, gridDimY, gridDimZ;
    unsigned blockDimX, blockDimY, blockDimZ;
    unsigned sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute *attrs;
    unsigned numAttrs;
} CUlaunchConfig;

enum { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 };

struct cuda_functions {
    CUresult (*cuInit)(unsigned flags);
    CUresult (*cuDriverGetVersion)(int *version);
    CUresult (*cuGetErrorName)(CUresult error, const char **text);
    CUresult (*cuGetErrorString)(CUresult error, const char **text);
    CUresult (*cuDeviceGetCount)(int *count);
    CUresult (*cuDeviceGet)(CUdevice *device, int ordinal);
    CUresult (*cuDeviceGetName)(char *name, int size, CUdevice device);
    CUresult (*cuDeviceTotalMem)(size_t *bytes, CUdevice device);
    CUresult (*cuDeviceGetAttribute)(int *value, int attribute,
                                     CUdevice device);
    CUresult (*cuDevicePrimaryCtxRetain)(CUcontext *context, CUdevice device);
    CUresult (*cuDevicePrimaryCtxRelease)(CUdevice device);
    CUresult (*cuDevicePrimaryCtxReset)(CUdevice device);
    CUresult (*cuCtxSetCurrent)(CUcontext context);
    CUresult (*cuModuleLoadData)(CUmodule *module, const void *image);
    CUresult (*cuModuleUnload)(CUmodule module);
    CUresult (*cuModuleGetFunction)(CUfunction *function, CUmodule module,
                                    const char *name);
    CUresult (*cuFuncSetAttribute)(CUfunction function, int attribute,
                                   int value);
    /* NULL if the driver is older than CUDA 12.4. */
    CUresult (*cuFuncGetParamInfo)(CUfunction function, size_t index,
                                   size_t *offset, size_t *bytes);
    /* May be NULL: only traces need it. */
    CUresult (*cuOccupancyMaxActiveBlocksPerMultiprocessor)(int *blocks,
                                                            CUfunction function,
                                                            int threads,
                                                            size_t shared);
    CUresult (*cuLaunchKernel)(CUfunction function, unsigned grid_x,
                               unsigned grid_y, unsigned grid_z,
                               unsigned block_x, unsigned block_y,
                               unsigned block_z, unsigned shared_bytes,
                               CUstream stream, void **arguments, void **extra);
    /* NULL if the driver is older than CUDA 11.8. */
    CUresult (*cuLaunchKernelEx)(const CUlaunchConfig *config,
                                 CUfunction function, void **arguments,
                                 void **extra);
    CUresult (*cuMemGetInfo)(size_t *free_bytes, size_t *all_bytes);
    CUresult (*cuMemAlloc)(CUdeviceptr *memory, size_t bytes);
    CUresult (*cuMemFree)(CUdeviceptr memory);
    CUresult (*cuMemHostAlloc)(void **memory, size_t bytes, unsigned flags);
    CUresult (*cuMemFreeHost)(void *memory);
    CUresult (*cuMemcpyHtoDAsync)(CUdeviceptr to, const void *from,
                                  size_t bytes, CUstream stream);
    CUresult (*cuMemcpyDtoHAsync)(void *to, CUdeviceptr from, size_t bytes,
                                  CUstream stream);
    CUresult (*cuMemcpyDtoDAsync)(CUdeviceptr to, CUdeviceptr from,
                                  size_t bytes, CUstream stream);
    CUresult (*cuMemsetD8Async)(CUdeviceptr memory, unsigned char value,
                                size_t bytes, CUstream stream);
    CUresult (*cuStreamCreate)(CUstream *stream, unsigned flags);
    CUresult (*cuStreamDestroy)(CUstream stream);
    CUresult (*cuStreamQuery)(CUstream stream);
    /* These three are NULL if the driver lacks them: see gpu_peers.h. */
    CUresult (*cuStreamWaitEvent)(CUstream stream, CUevent event,
                                  unsigned flags);
    CUresult (*cuDeviceCanAccessPeer)(int *can, CUdevice device, CUdevice peer);
    CUresult (*cuCtxEnablePeerAccess)(CUcontext peer, unsigned flags);
    CUresult (*cuEventCreate)(CUevent *event, unsigned flags);
    CUresult (*cuEventDestroy)(CUevent event);
    CUresult (*cuEventRecord)(CUevent event, CUstream stream);
    CUresult (*cuEventElapsedTime)(float *milliseconds, CUevent start,
                                   CUevent end);
    /* NULL if the driver is older than CUDA 11.4: see graph.h. */
    CUresult (*cuStreamBeginCapture)(CUstream stream, int mode);
    CUresult (*cuStreamEndCapture)(CUstream stream, CUgraph *graph);
    CUresult (*cuGraphInstantiateWithFlags)(CUgraphExec *ready, CUgraph graph,
                                            unsigned long long flags);
    CUresult (*cuGraphUpload)(CUgraphExec ready, CUstream stream);
    CUresult (*cuGraphLaunch)(CUgraphExec ready, CUstream stream);
    CUresult (*cuGraphExecDestroy)(CUgraphExec ready);
    CUresult (*cuGraphDestroy)(CUgraph graph);
};

/* Filled in once driver_lacks() has returned NULL. */
extern struct cuda_functions cuda;

struct gpu_facts {
    char name[128];
    CUdevice device;
    int ordinal;      /* among the GPUs visible to the driver: SCANLAB_GPU */
    int major, minor; /* compute capability: 9, 0 */
    int driver_cuda;  /* the driver's CUDA version: 13000 */
    char driver[64];  /* the driver's version: "580.159.04", or "" */
    char bus[32];     /* "0000:0c:00.0", as for NVML */
    size_t memory_bytes, l2_bytes;
    int warp, multiprocessors;
    int block_threads;                                /* maximum per block */
    size_t block_shared_bytes;                        /* with opt-in */
    size_t shared_bytes;                              /* per multiprocessor */
    int registers, resident_threads, resident_blocks; /* likewise */
    int clock_khz, memory_clock_khz;                  /* 0: not known */
};

/* Loads the driver and queries the GPU. Returns NULL, or why there is no GPU to
 * use: one line, static storage. Can be called repeatedly. */
const char *driver_lacks(void);

/* Facts about the GPU in use. Precondition: driver_lacks() is NULL. */
const struct gpu_facts *gpu_facts(void);

/* "CUDA_ERROR_OUT_OF_MEMORY (out of memory)"; returns text. */
char *driver_error(CUresult result, char *text, size_t size);

/* Loads the first library found: tries the bare `names`, in the loader's paths,
 * then in each of `folders`. Both lists end with NULL; the result is a handle
 * of dlopen, or NULL. */
void *load_library(const char *const *names, const char *const *folders);

#endif
