/* context.c - creates the context, waits for it, and resets it after an
 * error. */
#include "context.h"
#include "gpu_memory.h"
#include "base/guard.h"
#include "base/host.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Seconds that what is enqueued may take. */
enum { PATIENCE = 20 };

static struct {
    CUcontext context; /* NULL: none is there */
    CUstream stream;
    CUevent event[2];
    unsigned number;
    const char *running;
    char lost[512]; /* why there will be none in this process, or "" */
} here = {.running = "nothing"};

unsigned context_number(void)
{
    return here.number;
}

CUstream context_stream(void)
{
    return here.stream;
}

CUcontext context_now(void)
{
    return here.context;
}

void context_running(const char *what)
{
    here.running = what;
}

/* ----------------------------------------------------------- begin, reset */

static void drop(void)
{
    cuda.cuDevicePrimaryCtxRelease(gpu_facts()->device);
    here.context = NULL;
}

static CUresult make(void)
{
    CUresult result =
        cuda.cuDevicePrimaryCtxRetain(&here.context, gpu_facts()->device);

    if (result != CUDA_SUCCESS) {
        here.context = NULL;
        return result;
    }
    result = cuda.cuCtxSetCurrent(here.context);
    if (result == CUDA_SUCCESS)
        result = cuda.cuStreamCreate(&here.stream, CU_STREAM_NON_BLOCKING);
    for (int i = 0; i < 2 && result == CUDA_SUCCESS; i++)
        result = cuda.cuEventCreate(&here.event[i], 0);
    if (result != CUDA_SUCCESS)
        drop();
    return result;
}

enum status context_begin(struct problem *why)
{
    const char *lacks = driver_lacks();
    char error[256];

    if (here.context)
        return OK;
    if (lacks || *here.lost)
        return problem_set(why, MACHINE_LACKS, "device cuda: %s",
                           lacks ? lacks : here.lost);
    const CUresult result = make();
    if (result != CUDA_SUCCESS)
        return problem_set(why, MACHINE_LACKS, "cannot start on %s: %s",
                           gpu_facts()->name,
                           driver_error(result, error, sizeof error));
    here.number++;
    return OK;
}

/* Gives the GPU a new context; whether it takes one shows now. */
static void reset(const char *error)
{
    CUdeviceptr probe = 0;

    gpu_memory_forget();
    cuda.cuCtxSetCurrent(NULL);
    CUresult result = cuda.cuDevicePrimaryCtxReset(gpu_facts()->device);
    drop();
    if (result == CUDA_SUCCESS)
        result = make();
    here.number++;
    if (result == CUDA_SUCCESS)
        result = cuda.cuMemAlloc(&probe, 1);
    if (result == CUDA_SUCCESS)
        result = cuda.cuMemFree(probe);
    if (result == CUDA_SUCCESS)
        return;
    if (here.context)
        drop();
    snprintf(here.lost, sizeof here.lost,
             "this process lost the GPU after %s: run the command again",
             error);
}

/* ---------------------------------------------------------------- problems */

/* Errors that a kernel has caused, after which the context is of no use. */
static bool is_spoilt(CUresult result)
{
    switch (result) {
    case 214:              /* ECC_UNCORRECTABLE */
    case 220:              /* NVLINK_UNCORRECTABLE */
    case 226:              /* CONTAINED */
    case 700:              /* ILLEGAL_ADDRESS */
    case 702:              /* LAUNCH_TIMEOUT */
    case 709:              /* CONTEXT_IS_DESTROYED */
    case 710:              /* ASSERT */
    case 714:              /* HARDWARE_STACK_ERROR */
    case 715:              /* ILLEGAL_INSTRUCTION */
    case 716:              /* MISALIGNED_ADDRESS */
    case 717:              /* INVALID_ADDRESS_SPACE */
    case 718:              /* INVALID_PC */
    case 719:              /* LAUNCH_FAILED */
    case 999: return true; /* UNKNOWN */
    default: return false;
    }
}

enum status context_problem(CUresult result, struct problem *why,
                            const char *doing, ...)
{
    char error[256], what[512];
    va_list values;

    driver_error(result, error, sizeof error);
    if (is_spoilt(result)) {
        reset(error);
        return problem_set(why, CHECK_FAILED,
                           "%s: %s. To see the line: scanlab verify -d simt, "
                           "or compute-sanitizer%s%s",
                           here.running, error, *here.lost ? "; " : "",
                           here.lost);
    }
    va_start(values, doing);
    vsnprintf(what, sizeof what, doing, values);
    va_end(values);
    return problem_set(why, MACHINE_LACKS, "%s: %s", what, error);
}

/* ------------------------------------------------------------------- wait */

static double patience(void)
{
    const char *said = getenv("SCANLAB_PATIENCE");
    const double seconds = said ? atof(said) : 0;

    return seconds > 0 ? seconds : PATIENCE;
}

static _Noreturn void give_up(double seconds)
{
    char line[512];

    snprintf(line, sizeof line,
             "%s did not finish (%.3g s; SCANLAB_PATIENCE=SECONDS waits "
             "longer): an endless loop, or blocks that wait for each other. "
             "scanlab verify -d simt shows which block waits for which",
             here.running, seconds);
    guard_give_up(line);
}

enum status context_wait(struct problem *why)
{
    enum { SPIN_NS = 5000000, NAP_US = 100 };
    const uint64_t start = host_now();
    const double most = patience();

    for (;;) {
        const CUresult result = cuda.cuStreamQuery(here.stream);
        const uint64_t waited = host_now() - start;
        if (result == CUDA_SUCCESS)
            return OK;
        if (result != CUDA_ERROR_NOT_READY)
            return context_problem(result, why, "waiting for %s", here.running);
        if (waited > SPIN_NS)
            usleep(NAP_US);
        if ((double)waited / 1e9 > most)
            give_up((double)waited / 1e9);
    }
}

/* ------------------------------------------------------------------ clock */

enum status context_mark(enum mark mark, struct problem *why)
{
    const CUresult result = cuda.cuEventRecord(here.event[mark], here.stream);

    return result == CUDA_SUCCESS
               ? OK
               : context_problem(result, why, "cuEventRecord");
}

enum status context_elapsed(double *ns, struct problem *why)
{
    float milliseconds = 0;
    const CUresult result = cuda.cuEventElapsedTime(
        &milliseconds, here.event[MARK_BEGIN], here.event[MARK_END]);

    *ns = (double)milliseconds * 1e6;
    return result == CUDA_SUCCESS
               ? OK
               : context_problem(result, why, "cuEventElapsedTime");
}
