/* gpu_peers.c - see gpu_peers.h. */
#include "gpu_peers.h"
#include "context.h"

#include <string.h>

/* CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT; CU_EVENT_DISABLE_TIMING */
enum { MULTIPROCESSOR_COUNT = 16, WITHOUT_TIME = 2 };

struct peer {
    CUdevice device;
    CUcontext context; /* NULL: not begun; of peer 0, that of context.h */
    CUstream stream;
    CUevent event;
};

static struct peer peer[MAX_PEERS];
static int count;        /* 0: not looked for */
static int begun;        /* peers whose memory is open to each other */
static unsigned context; /* context_number() then */

/* ------------------------------------------------------------------ look for */

static bool reach_each_other(CUdevice a, CUdevice b)
{
    int there = 0, back = 0;

    cuda.cuDeviceCanAccessPeer(&there, a, b);
    cuda.cuDeviceCanAccessPeer(&back, b, a);
    return there && back;
}

/* Plans are made for one kind of GPU. */
static bool is_alike(CUdevice device)
{
    char name[sizeof gpu_facts()->name] = "";
    int multiprocessors = 0;

    cuda.cuDeviceGetName(name, sizeof name, device);
    cuda.cuDeviceGetAttribute(&multiprocessors, MULTIPROCESSOR_COUNT, device);
    return !strcmp(name, gpu_facts()->name) &&
           multiprocessors == gpu_facts()->multiprocessors;
}

static void look(void)
{
    int all = 0;

    peer[0].device = gpu_facts()->device;
    count = 1;
    if (!cuda.cuStreamWaitEvent || !cuda.cuDeviceCanAccessPeer ||
        !cuda.cuCtxEnablePeerAccess)
        return;
    cuda.cuDeviceGetCount(&all);
    for (int i = 0; i < all && count < MAX_PEERS; i++) {
        CUdevice device;
        bool fits = i != gpu_facts()->ordinal &&
                    cuda.cuDeviceGet(&device, i) == CUDA_SUCCESS &&
                    is_alike(device);
        for (int k = 0; k < count && fits; k++)
            fits = reach_each_other(peer[k].device, device);
        if (fits)
            peer[count++].device = device;
    }
}

int peers_count(void)
{
    if (count == 0)
        look();
    return count;
}

/* --------------------------------------------------------------------- begin */

static enum status failed(CUresult result, const char *doing, int gpu,
                          struct problem *why)
{
    return context_problem(result, why, "%s for GPU %d", doing, gpu);
}

static enum status make(int k, struct problem *why)
{
    struct peer *const p = &peer[k];
    CUresult result = CUDA_SUCCESS;

    if (k == 0) {
        p->context = context_now();
        p->stream = context_stream();
    } else if (!p->context) {
        result = cuda.cuDevicePrimaryCtxRetain(&p->context, p->device);
        if (result != CUDA_SUCCESS)
            return failed(result, "cuDevicePrimaryCtxRetain", k, why);
    }
    const enum status status = peers_use(k, why);
    if (status != OK)
        return status;
    if (k > 0 && !p->stream)
        result = cuda.cuStreamCreate(&p->stream, CU_STREAM_NON_BLOCKING);
    if (result == CUDA_SUCCESS && !p->event)
        result = cuda.cuEventCreate(&p->event, WITHOUT_TIME);
    return result == CUDA_SUCCESS
               ? OK
               : failed(result, "a stream and an event", k, why);
}

static enum status open_memory(int gpus, struct problem *why)
{
    for (int k = 0; k < gpus; k++) {
        const enum status status = peers_use(k, why);
        if (status != OK)
            return status;
        for (int other = 0; other < gpus; other++) {
            const CUresult result =
                other == k ? CUDA_SUCCESS
                           : cuda.cuCtxEnablePeerAccess(peer[other].context, 0);
            if (result != CUDA_SUCCESS &&
                result != CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED)
                return failed(result, "cuCtxEnablePeerAccess", k, why);
        }
    }
    return OK;
}

enum status peers_begin(int gpus, struct problem *why)
{
    enum status status = context_begin(why);

    if (status != OK)
        return status;
    if (context != context_number()) { /* peer 0 has a new one */
        begun = 0;
        peer[0].event = NULL;
        context = context_number();
    }
    if (gpus <= begun)
        return OK;
    for (int k = 0; k < gpus && status == OK; k++)
        status = make(k, why);
    if (status == OK)
        status = open_memory(gpus, why);
    if (status == OK)
        begun = gpus;
    const enum status back = peers_use(0, why);
    return status == OK ? back : status;
}

enum status peers_use(int k, struct problem *why)
{
    const CUresult result = cuda.cuCtxSetCurrent(peer[k].context);

    return result == CUDA_SUCCESS ? OK
                                  : failed(result, "cuCtxSetCurrent", k, why);
}

CUstream peers_stream(int k)
{
    return peer[k].stream;
}

/* --------------------------------------------------------------------- order */

/* `after`'s stream waits for `before`'s. The event is recorded in its own
 * context. */
static enum status order(int before, int after, struct problem *why)
{
    enum status status = peers_use(before, why);
    CUresult result = CUDA_SUCCESS;

    if (status == OK)
        result = cuda.cuEventRecord(peer[before].event, peer[before].stream);
    if (status == OK && result == CUDA_SUCCESS)
        status = peers_use(after, why);
    if (status == OK && result == CUDA_SUCCESS)
        result =
            cuda.cuStreamWaitEvent(peer[after].stream, peer[before].event, 0);
    return status == OK && result != CUDA_SUCCESS
               ? failed(result, "ordering streams", after, why)
               : status;
}

enum status peers_fork(int gpus, struct problem *why)
{
    enum status status = OK;

    for (int k = 1; k < gpus && status == OK; k++)
        status = order(0, k, why);
    return status == OK ? peers_use(0, why) : status;
}

enum status peers_join(int gpus, struct problem *why)
{
    enum status status = OK;

    for (int k = 1; k < gpus && status == OK; k++)
        status = order(k, 0, why);
    return status == OK ? peers_use(0, why) : status;
}
