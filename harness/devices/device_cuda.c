/* device_cuda.c - runs an algorithm's kernel.cu on a GPU.
 *
 * Like device_simt.c, with the driver in place of the simulated machine: plans
 * and arguments are the same. All code that uses the driver is in cuda/.
 */
#include "cuda_arrays.h"
#include "cuda_gpus.h"
#include "cuda_kernels.h"
#include "other_form.h"
#include "cuda/context.h"
#include "cuda/gpu_memory.h"
#include "cuda/nvrtc.h"
#include "cuda/gpu_peers.h"
#include "record_cuda.h"
#include "launches.h"
#include "traced.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Additional data of a recorded launch. */
struct recorded {
    CUfunction function;
    CUdeviceptr to;
    uint32_t room; /* records of a block */
};

struct execution_of_cuda {
    struct execution base;
    unsigned context; /* its number: if it changes, all this is gone */
    struct cuda_kernels kernels;
    struct cuda_arrays arrays;
    struct launch_numbers numbers;
    double ns;             /* of the latest scan's kernels */
    struct record *record; /* for a traced scan; else NULL */
    struct recorded recorded;
    bool recording;         /* this scan is traced */
    struct cuda_gpus *gpus; /* of a plan for several; NULL: none was made */
    /* The plan of the latest call, often reused by the next one. */
    enum entry entry;
    struct sizes sizes;
    bool has_carry, planned;
    struct plan plan;
    char running[5000]; /* its kernels, for messages */
};

static struct execution_of_cuda *of(struct execution *e)
{
    return (struct execution_of_cuda *)e;
}

static struct machine machine_of(const struct setup *setup)
{
    const struct gpu_facts *gpu = gpu_facts();
    const size_t taken = setup->trace ? RECORD_SHARED_BYTES : 0;

    return (struct machine){.multiprocessors = gpu->multiprocessors,
                            .warp = gpu->warp,
                            .block_threads = gpu->block_threads,
                            .block_shared_bytes =
                                gpu->block_shared_bytes - taken,
                            .shared_bytes = gpu->shared_bytes,
                            .registers = gpu->registers,
                            .resident_blocks = gpu->resident_blocks,
                            .gpus = setup->trace ? 1 : peers_count()};
}

/* ------------------------------------------------------------------- open */

static enum status open_cuda(struct execution *execution, struct problem *why)
{
    struct execution_of_cuda *e = of(execution);
    enum status status = context_begin(why);

    if (status != OK)
        return status;
    e->context = context_number();
    e->arrays.element = execution->setup.monoid->table.bytes;
    e->numbers = launch_numbers_begin();
    status = cuda_kernels_load(&e->kernels, &execution->setup, why);
    if (status == OK)
        status = cuda_arrays_begin(&e->arrays, why);
    if (status == OK && execution->setup.trace && !(e->record = record_open()))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    return status;
}

static void close_cuda(struct execution *execution)
{
    struct execution_of_cuda *e = of(execution);

    context_running("nothing");
    const bool is_there = e->context != 0 && e->context == context_number();
    record_close(e->record, is_there);
    if (!is_there)
        return; /* freed with its context */
    cuda_gpus_close(e->gpus);
    cuda_arrays_free(&e->arrays);
    cuda_kernels_unload(&e->kernels);
}

static enum status check_context(const struct execution_of_cuda *e,
                                 struct problem *why)
{
    return e->context == context_number()
               ? OK
               : problem_set(why, CHECK_FAILED,
                             "the GPU was reset after a faulty kernel: this "
                             "scan must be reopened");
}

/* -------------------------------------------------------------------- run */

/* "one of the kernels scan_sections, add_totals of kogge_stone". */
static void name_kernels(struct execution_of_cuda *e)
{
    const int steps = e->plan.steps;
    size_t used =
        (size_t)snprintf(e->running, sizeof e->running, "%s",
                         steps == 1 ? "the kernel " : "one of the kernels ");

    for (int s = 0; s < steps; s++) {
        bool again = false;
        for (int k = 0; k < s; k++)
            again |= e->plan.step[k].kernel == e->plan.step[s].kernel;
        if (!again && used < sizeof e->running)
            used +=
                (size_t)snprintf(e->running + used, sizeof e->running - used,
                                 "%s%s", s ? ", " : "", e->plan.step[s].kernel);
    }
    if (used < sizeof e->running)
        snprintf(e->running + used, sizeof e->running - used, " of %s",
                 e->kernels.source);
}

static void name_kernel(struct execution_of_cuda *e, const struct step *step)
{
    snprintf(e->running, sizeof e->running, "the kernel %s of %s", step->kernel,
             e->kernels.source);
}

static enum status lay_gpus(struct execution_of_cuda *e, size_t n,
                            struct problem *why)
{
    const enum status status =
        e->gpus ? OK
                : cuda_gpus_open(&e->base.setup, e->plan.gpus, &e->gpus, why);

    return status == OK ? cuda_gpus_lay(e->gpus, &e->plan, n, why) : status;
}

/* Makes the plan, and gives the buffers their lengths in it. */
static enum status make_plan(struct execution_of_cuda *e,
                             const struct call *call, struct problem *why)
{
    const bool has_carry = call->carry != NULL;

    if (e->planned && e->entry == call->entry &&
        !memcmp(&e->sizes, &call->sizes, sizeof e->sizes) &&
        e->has_carry == has_carry)
        return OK;
    execution_plan(&e->base, call->entry, call->sizes, has_carry, &e->plan);
    e->entry = call->entry;
    e->sizes = call->sizes;
    e->has_carry = has_carry;
    name_kernels(e);
    const enum status status =
        e->plan.gpus > 1 ? lay_gpus(e, call->sizes.of[0], why)
                         : cuda_arrays_lay_buffers(&e->arrays, &e->base,
                                                   call->entry, &e->plan, why);
    e->planned = status == OK;
    return status;
}

static enum status find_kernel(struct execution_of_cuda *e,
                               const struct step *step,
                               struct cuda_kernel **out, struct problem *why)
{
    const struct setup *const setup = &e->base.setup;
    const enum status status = cuda_kernels_find(&e->kernels, step, out, why);

    if (status == NOT_JUDGED && setup->source)
        other_form_tell(setup, cuda_kernels_take, &e->kernels, status, why);
    return status;
}

/* Prepares a recorded launch: the form of the kernel that records its events,
 * and the memory for them. */
static enum status prepare_record(struct execution_of_cuda *e,
                                  const struct step *step, struct problem *why)
{
    struct recorded *const now = &e->recorded;
    struct cuda_kernel *kernel = NULL;
    enum status status = find_kernel(e, step, &kernel, why);

    if (status == OK)
        status = record_kernel(e->record, &e->base.setup, step,
                               kernel->function, &now->function, why);
    if (status == OK)
        status = cuda_kernel_allow_shared(now->function, step, why);
    if (status == OK)
        status = record_memory(e->record, step, &now->to, &now->room, why);
    return status == OK ? context_wait(why) : status;
}

static enum status launch(struct execution_of_cuda *e, const struct step *step,
                          const struct launch_memory *memory,
                          struct problem *why)
{
    union launch_value value[MAX_ARGUMENTS + 2];
    void *argument[MAX_ARGUMENTS + 2];
    struct cuda_kernel *kernel = NULL;
    enum status status = find_kernel(e, step, &kernel, why);

    if (status != OK)
        return status;
    for (int a = 0; a < step->arguments + 2; a++)
        argument[a] = &value[a];
    for (int a = 0; a < step->arguments; a++)
        launch_argument(memory, &step->argument[a], &value[a]);
    if (step->dynamic_shared_bytes > kernel->dynamic_shared_bytes) {
        status = cuda_kernel_allow_shared(kernel->function, step, why);
        kernel->dynamic_shared_bytes = step->dynamic_shared_bytes;
    }
    if (status != OK)
        return status;
    value[step->arguments].u64 = e->recorded.to; /* traced.cu takes these two */
    value[step->arguments + 1].u32 = e->recorded.room;
    const CUresult result = cuda_kernel_launch(
        e->recording ? e->recorded.function : kernel->function, step, argument);
    if (result == CUDA_SUCCESS)
        return OK;
    context_problem(result, why,
                    "launching the kernel %s in %u blocks of %u threads with "
                    "%zu bytes of dynamic shared memory",
                    step->kernel, step->grid[0], step->block[0],
                    step->dynamic_shared_bytes);
    return CHECK_FAILED; /* this code does not run here */
}

/* Runs one step alone, so that a fault can be attributed to it. */
static enum status run_alone(struct execution_of_cuda *e,
                             const struct step *step,
                             const struct launch_memory *memory,
                             struct problem *why)
{
    double ns = 0;

    name_kernel(e, step);
    enum status status = e->recording ? prepare_record(e, step, why) : OK;
    if (status == OK)
        status = context_mark(MARK_BEGIN, why);
    if (status == OK)
        status = launch(e, step, memory, why);
    if (status == OK)
        status = context_mark(MARK_END, why);
    if (status == OK)
        status = context_wait(why);
    if (status == OK)
        status = context_elapsed(&ns, why);
    e->ns += ns;
    if (status == OK && e->recording)
        status = record_fetch(e->record, step, why);
    return status;
}

/* The number of the next launch. */
static enum status count_launch(struct execution_of_cuda *e,
                                struct problem *why)
{
    if (!launch_numbers_next(&e->numbers))
        return OK;
    e->planned = false; /* cleared buffers have other margins */
    const enum status status = cuda_arrays_clear_tagged(&e->arrays, why);
    return status == OK && e->gpus ? cuda_gpus_clear(e->gpus, why) : status;
}

static enum status prepare(struct execution_of_cuda *e, enum entry entry,
                           const void *carry, struct problem *why)
{
    const enum status status = cuda_arrays_clear(&e->arrays, entry, why);

    return status == OK && carry ? gpu_memory_copy_in(e->arrays.carry, carry,
                                                      e->arrays.element, why)
                                 : status;
}

static CUdeviceptr address_of(const void *there)
{
    return (CUdeviceptr)(uintptr_t)there;
}

/* The steps of a plan for several GPUs; `alone`: also deals the input to them,
 * and gathers the output. */
static enum status run_over_gpus(struct execution_of_cuda *e,
                                 const struct call *call, bool alone,
                                 struct problem *why)
{
    const CUdeviceptr carry = call->carry ? e->arrays.carry : 0;
    enum status status = OK;

    if (alone)
        status = cuda_gpus_deal(e->gpus, address_of(call->port[0]), why);
    if (status == OK && alone)
        status = context_mark(MARK_BEGIN, why);
    if (status == OK)
        status =
            cuda_gpus_launch(e->gpus, &e->plan, carry, e->numbers.now, why);
    if (status != OK || !alone)
        return status;
    status = cuda_gpus_join(e->gpus, why);
    if (status == OK)
        status = context_mark(MARK_END, why);
    if (status == OK)
        status = cuda_gpus_gather(e->gpus, address_of(call->port[1]), why);
    if (status == OK)
        status = context_wait(why);
    return status == OK ? context_elapsed(&e->ns, why) : status;
}

/* Runs the steps of a plan, on the device memory of the call's ports; `alone`:
 * one after another, else all enqueued. */
static enum status run_steps(struct execution_of_cuda *e,
                             const struct call *call, bool alone,
                             struct problem *why)
{
    struct launch_memory memory = {
        .carry = call->carry ? (void *)(uintptr_t)e->arrays.carry : NULL};
    enum status status = check_context(e, why);

    for (int i = 0; i < MAX_PORTS; i++)
        memory.port[i] = call->port[i];
    if (status == OK)
        status = count_launch(e, why);
    if (status == OK)
        status = make_plan(e, call, why);
    if (status != OK)
        return status;
    context_running(e->running);
    status = prepare(e, call->entry, call->carry, why);
    const struct cuda_buffers *const buffers = &e->arrays.buffers[call->entry];
    for (int i = 0; i < buffers->count; i++)
        memory.buffer[i] = (char *)(uintptr_t)buffers->memory[i];
    memory.launch = e->numbers.now;
    e->ns = 0;
    if (status == OK && e->plan.gpus > 1)
        return run_over_gpus(e, call, alone, why);
    for (int s = 0; s < e->plan.steps && status == OK; s++)
        status = alone ? run_alone(e, &e->plan.step[s], &memory, why)
                       : launch(e, &e->plan.step[s], &memory, why);
    if (alone)
        name_kernels(e);
    return status;
}

/* Takes the median of some unrecorded scans, then records one. The first scan
 * of either kind does not count: it warms up the clocks and the code. */
static enum status run_traced(struct execution_of_cuda *e,
                              const struct call *call, struct problem *why)
{
    enum { PLAIN = 5, TRACED = 2 };
    double ns[PLAIN] = {0};
    enum status status = OK;

    for (int k = -1; k < PLAIN && status == OK; k++) {
        status = run_steps(e, call, true, why);
        ns[k < 0 ? 0 : k] = e->ns;
    }
    e->recording = true;
    for (int k = 0; k < TRACED && status == OK; k++) {
        record_begin(e->record);
        status = run_steps(e, call, true, why);
    }
    e->recording = false;
    return status == OK ? record_end(e->record, &e->base.setup,
                                     sizes_largest(call->sizes), e->ns,
                                     traced_median(ns, PLAIN), why)
                        : status;
}

/* ------------------------------------------------------------------- ports */

static const struct algorithm *algorithm_of(const struct execution_of_cuda *e)
{
    return execution_algorithm(&e->base);
}

static size_t unit_of(const struct execution_of_cuda *e, int port)
{
    return port_unit(&algorithm_of(e)->task->ports[port], e->arrays.element);
}

static size_t port_bytes(const struct execution_of_cuda *e, int port,
                         const struct call *call)
{
    return unit_of(e, port) *
           port_elements(algorithm_of(e), port, call->entry, call->sizes);
}

/* The same call on the GPU: `to` gets its addresses; input ports are copied
 * there. */
static enum status copy_in(struct execution_of_cuda *e, const struct call *call,
                           struct call *to, struct problem *why)
{
    const struct algorithm *const a = algorithm_of(e);
    enum status status = OK;

    *to = *call;
    for (int i = 0; a->task->ports[i].name && status == OK; i++) {
        const CUdeviceptr port = e->arrays.port[port_owner(a, call, i)];
        const size_t bytes = port_bytes(e, i, call);
        to->port[i] = (void *)(uintptr_t)port;
        if (port_goes_in(&a->task->ports[i]))
            status = gpu_memory_copy_in(port, call->port[i], bytes, why);
        if (status == OK)
            status = cuda_arrays_lay_port(port, bytes, why);
    }
    return status;
}

/* Compares the margins. */
static enum status check_ports(const struct execution_of_cuda *e,
                               const struct call *call, struct problem *why)
{
    const struct algorithm *const a = algorithm_of(e);
    enum status status = OK;

    for (int i = 0; a->task->ports[i].name && status == OK; i++)
        if (port_owner(a, call, i) == i)
            status = cuda_arrays_check_port(
                a->task->ports[i].name, e->arrays.port[i],
                port_bytes(e, i, call), unit_of(e, i), why);
    return status;
}

/* Copies first the ports that count others. */
static enum status copy_out(const struct execution_of_cuda *e,
                            const struct call *call, struct problem *why)
{
    const struct algorithm *const a = algorithm_of(e);
    enum status status = OK;

    for (int counted = 0; counted < 2; counted++)
        for (int i = 0; a->task->ports[i].name && status == OK; i++)
            if (port_comes_out(&a->task->ports[i]) &&
                counted == (a->task->ports[i].length.known_after != NULL))
                status = gpu_memory_copy_out(
                    call->port[i], e->arrays.port[i],
                    port_length(a, i, call) * unit_of(e, i), why);
    return status;
}

/* Copies in, runs the plan, copies out. In-place calls stay in place. */
static enum status run(struct execution *execution, const struct call *call,
                       struct problem *why)
{
    struct execution_of_cuda *e = of(execution);
    struct call there;
    enum status status = check_context(e, why);

    if (status == OK)
        status = cuda_arrays_take_ports(&e->arrays, execution, why);
    if (status == OK)
        status = copy_in(e, call, &there, why);
    if (status == OK)
        status = e->record && call->entry == ENTRY_SCAN
                     ? run_traced(e, &there, why)
                     : run_steps(e, &there, true, why);
    if (status == OK)
        status = check_ports(e, call, why);
    if (status == OK)
        status = cuda_arrays_check_buffers(&e->arrays, call->entry, why);
    return status == OK ? copy_out(e, call, why) : status;
}

static enum status enqueue(struct execution *e, const struct call *call,
                           struct problem *why)
{
    return run_steps(of(e), call, false, why);
}

static enum status deal(struct execution *execution, const struct call *call,
                        struct problem *why)
{
    struct execution_of_cuda *const e = of(execution);
    enum status status = check_context(e, why);

    if (status == OK)
        status = make_plan(e, call, why);
    return status == OK && e->plan.gpus > 1
               ? cuda_gpus_deal(e->gpus, address_of(call->port[0]), why)
               : status;
}

static enum status join(struct execution *execution, struct problem *why)
{
    struct execution_of_cuda *const e = of(execution);

    return e->plan.gpus > 1 ? cuda_gpus_join(e->gpus, why) : OK;
}

static enum status gather(struct execution *execution, const struct call *call,
                          struct problem *why)
{
    struct execution_of_cuda *const e = of(execution);

    return e->plan.gpus > 1
               ? cuda_gpus_gather(e->gpus, address_of(call->port[1]), why)
               : OK;
}

static enum status check_buffers(const struct execution *execution,
                                 struct problem *why)
{
    const struct execution_of_cuda *const e =
        (const struct execution_of_cuda *)execution;

    return cuda_arrays_check_buffers(&e->arrays, ENTRY_SCAN, why);
}

static bool reserve_launches(struct execution *e, size_t count)
{
    return launch_numbers_reserve(&of(e)->numbers, count);
}

static double device_ns(const struct execution *e)
{
    return ((const struct execution_of_cuda *)e)->ns;
}

static const struct execution_type type = {
    .bytes = sizeof(struct execution_of_cuda),
    .machine = machine_of,
    .open = open_cuda,
    .prepare = cuda_kernels_compile,
    .close = close_cuda,
    .run = run,
    .enqueue = enqueue,
    .deal = deal,
    .join = join,
    .gather = gather,
    .reserve_launches = reserve_launches,
    .check_buffers = check_buffers,
    .device_ns = device_ns,
};

/* -------------------------------------------------------------- the device */

static const char *lacks(void)
{
    const char *no_driver = driver_lacks();
    return no_driver ? no_driver : nvrtc_lacks();
}

/* "NVIDIA H200, 140.4 GiB, sm_90a; driver 580.159.04 (CUDA 13.0)...". */
static void print_facts(FILE *to, const char *indent)
{
    const struct gpu_facts *gpu = gpu_facts();

    fprintf(to, "%s%s, %.1f GiB, %d multiprocessors, %s\n", indent, gpu->name,
            (double)gpu->memory_bytes / (1 << 30), gpu->multiprocessors,
            nvrtc_architecture());
    fprintf(to, "%sdriver %s%s(CUDA %d.%d), NVRTC %s\n", indent, gpu->driver,
            *gpu->driver ? " " : "", gpu->driver_cuda / 1000,
            gpu->driver_cuda % 1000 / 10, nvrtc_version());
}

const struct device device_cuda = {
    .name = "cuda",
    .what = "the CUDA kernels on an NVIDIA GPU",
    .type = &type,
    .lacks = lacks,
    .print_facts = print_facts,
    .runs_kernels = true,
    .has_cycles = true,
    .is_gpu = true,
};
