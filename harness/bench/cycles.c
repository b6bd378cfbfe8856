/* cycles.c - times one block with the clock of its multiprocessor.
 *
 *     plan       one step: kernel, threads, arguments
 *     timed.cu   wrapped around the kernel, compiled for this step
 *     launches   each with a separate address for its count
 *
 *     counts     [ 1243 | 1240 | 1240 | ... ]   one launch, one number
 */
#include "cycles.h"
#include "calls/check_numbers.h"
#include "devices/launches.h"
#include "devices/wrapped_kernel.h"
#include "base/host.h"
#include "cuda/context.h"
#include "cuda/gpu_memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UPS = 3, SEED = 1 };

struct timing {
    const struct setup *setup;
    size_t n, bytes;  /* of elements, and of an array of them */
    struct plan plan; /* of one step */
    unsigned context; /* its number: when another is there, all this is gone */
    struct wrapped_kernel kernel;
    CUdeviceptr in, out, counts, buffer[MAX_BUFFERS];
    struct launch_numbers numbers;
    char running[PATH_MAX + 200]; /* the kernel, for problems */
    void *drawn, *result;         /* the host's */
};

/* ------------------------------------------------------------------- plans */

static size_t blocks_of(const struct step *step)
{
    return (size_t)step->grid[0] * step->grid[1] * step->grid[2];
}

const char *cycles_refuses(const struct setup *setup, size_t n)
{
    static char text[128];
    struct plan plan;
    const char *refusal = setup_refuses(setup, n);

    if (refusal)
        return refusal;
    setup_plan(setup, n, &plan);
    if (plan.steps == 0)
        return "nothing is launched";
    if (plan.steps == 1 && blocks_of(&plan.step[0]) == 1)
        return NULL;
    if (plan.steps == 1)
        snprintf(text, sizeof text,
                 "%zu blocks, but cycles are counted only for a single block",
                 blocks_of(&plan.step[0]));
    else
        snprintf(text, sizeof text,
                 "%d launches, but cycles are counted only for a single block",
                 plan.steps);
    return text;
}

/* ------------------------------------------------------------------ memory */

static enum status take_device_memory(struct timing *t, struct problem *why)
{
    enum status status = gpu_memory_take(t->bytes, "in", &t->in, why);

    if (status == OK)
        status = gpu_memory_take(t->bytes, "out", &t->out, why);
    if (status == OK)
        status = gpu_memory_take(CYCLES_SAMPLES * sizeof(long long), "cycles",
                                 &t->counts, why);
    for (int i = 0; i < t->plan.buffers && status == OK; i++) {
        const struct buffer *b = &t->plan.buffer[i];
        status = gpu_memory_take(b->bytes, b->name, &t->buffer[i], why);
        if (status == OK)
            status = gpu_memory_fill(t->buffer[i], 0, b->bytes, why);
    }
    return status;
}

/* The output begins as what no scan makes. */
static enum status fill_ports(struct timing *t, struct problem *why)
{
    enum status status = host_alloc(t->bytes, &t->drawn, why);

    if (status == OK)
        status = host_alloc(t->bytes, &t->result, why);
    if (status != OK)
        return status;
    t->setup->monoid->table.draw(t->drawn, t->n, SEED);
    status = gpu_memory_copy_in(t->in, t->drawn, t->bytes, why);
    return status == OK ? gpu_memory_fill(t->out, 0xa5, t->bytes, why) : status;
}

static void close_timing(struct timing *t)
{
    host_free(t->drawn, t->bytes);
    host_free(t->result, t->bytes);
    context_running("nothing");
    if (t->context == 0 || t->context != context_number())
        return; /* it went with its context */
    gpu_memory_free(t->in);
    gpu_memory_free(t->out);
    gpu_memory_free(t->counts);
    for (int i = 0; i < t->plan.buffers; i++)
        gpu_memory_free(t->buffer[i]);
    wrapped_kernel_unload(&t->kernel);
}

/* ---------------------------------------------------------------- launches */

/* Status words of an earlier launch are told by its number; others are cleared
 * before each. */
static enum status prepare(struct timing *t, struct problem *why)
{
    const bool again = launch_numbers_next(&t->numbers);
    enum status status = OK;

    for (int i = 0; i < t->plan.buffers && status == OK; i++) {
        const struct buffer *b = &t->plan.buffer[i];
        if (b->start == STARTS_ZERO ||
            (again && b->start == STARTS_LAUNCH_TAGGED))
            status = gpu_memory_fill(t->buffer[i], 0, b->bytes, why);
    }
    return status;
}

/* Enqueues one, whose cycles become the `at`-th count. */
static enum status launch(struct timing *t, int at, struct problem *why)
{
    const struct step *step = &t->plan.step[0];
    struct launch_memory memory = {
        .port = {(char *)(uintptr_t)t->in, (char *)(uintptr_t)t->out}};
    union launch_value value[MAX_ARGUMENTS];
    void *argument[MAX_ARGUMENTS + 1];
    CUdeviceptr count = t->counts + (CUdeviceptr)at * sizeof(long long);
    enum status status = prepare(t, why);

    if (status != OK)
        return status;
    for (int i = 0; i < t->plan.buffers; i++)
        memory.buffer[i] = (char *)(uintptr_t)t->buffer[i];
    memory.launch = t->numbers.now;
    for (int a = 0; a < step->arguments; a++) {
        launch_argument(&memory, &step->argument[a], &value[a]);
        argument[a] = &value[a];
    }
    argument[step->arguments] = &count;
    const CUresult result = cuda.cuLaunchKernel(
        t->kernel.function, 1, 1, 1, step->block[0], step->block[1],
        step->block[2], (unsigned)step->dynamic_shared_bytes, context_stream(),
        argument, NULL);
    if (result == CUDA_SUCCESS)
        return OK;
    context_problem(result, why, "launching %s with %u threads", t->running,
                    step->block[0]);
    return CHECK_FAILED; /* this code does not run here */
}

/* An idle GPU has low clocks, and memory's are others: the first of the process
 * goes on until they are up. */
static enum status warm_up(struct timing *t, struct problem *why)
{
    enum { WAKE_NS = 100000000 };
    static bool awake;
    const uint64_t start = host_now();
    enum status status = OK;

    do {
        for (int i = 0; i < WARM_UPS && status == OK; i++)
            status = launch(t, 0, why);
        if (status == OK)
            status = context_wait(why);
    } while (status == OK && !awake && host_now() - start < WAKE_NS);
    awake = true;
    return status;
}

static enum status launch_all(struct timing *t, struct problem *why)
{
    context_running(t->running);
    enum status status = warm_up(t, why);

    for (int i = 0; i < CYCLES_SAMPLES && status == OK; i++)
        status = launch(t, i, why);
    return status == OK ? context_wait(why) : status;
}

/* ----------------------------------------------------------------- results */

static enum status check_output(struct timing *t, struct problem *why)
{
    const struct scan_result result = {.monoid = &t->setup->monoid->table,
                                       .in = t->drawn,
                                       .out = t->result,
                                       .n = t->n,
                                       .exclusive = t->setup->exclusive};
    struct check_verdict verdict;
    const enum status status =
        gpu_memory_copy_out(t->result, t->out, t->bytes, why);

    return status == OK ? check_scan(&result, &verdict, why) : status;
}

static enum status read_counts(const struct timing *t, struct summary *out,
                               struct problem *why)
{
    long long counts[CYCLES_SAMPLES];
    double cycles[CYCLES_SAMPLES];
    const enum status status =
        gpu_memory_copy_out(counts, t->counts, sizeof counts, why);

    if (status != OK)
        return status;
    for (int i = 0; i < CYCLES_SAMPLES; i++)
        cycles[i] = (double)counts[i];
    *out = sample_summarise(cycles, CYCLES_SAMPLES);
    return OK;
}

static enum status time_block(struct timing *t, struct summary *out,
                              struct problem *why)
{
    enum status status = context_begin(why);

    if (status != OK)
        return status;
    t->context = context_number();
    const struct step *const step = &t->plan.step[0];
    const struct wrapping timed = {
        .wrapper = "timed", .setup = t->setup, .step = step};
    status = wrapped_kernel_load(&timed, &t->kernel, why);
    snprintf(t->running, sizeof t->running, "the kernel %s of %s", step->kernel,
             t->kernel.source);
    if (status == OK)
        status = take_device_memory(t, why);
    if (status == OK)
        status = fill_ports(t, why);
    if (status == OK)
        status = launch_all(t, why);
    if (status == OK)
        status = check_output(t, why);
    return status == OK ? read_counts(t, out, why) : status;
}

enum status cycles_measure(const struct setup *setup, struct summary *out,
                           struct problem *why)
{
    const size_t n = setup->largest_n;
    struct timing *t = calloc(1, sizeof *t);

    if (!t)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    t->setup = setup;
    t->n = n;
    t->bytes = n * setup->monoid->table.bytes;
    t->numbers = launch_numbers_begin();
    setup_plan(setup, n, &t->plan);
    const enum status status = time_block(t, out, why);
    close_timing(t);
    free(t);
    return status;
}
