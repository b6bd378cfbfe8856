/* record_cuda.c - turns the records of a GPU's blocks into a trace.
 *
 *     traced.cu   around a kernel, compiled for each kernel of the plan
 *     records     `room` records for each block of a launch, head first
 *     replay      all launches, when the scan has ended
 */
#include "record_cuda.h"
#include "wrapped_kernel.h"
#include "trace/replay.h"
#include "cuda/context.h"
#include "cuda/gpu_memory.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TRACED = 24, MAX_LAUNCHES = MAX_STEPS };
/* Records of all blocks of a launch together (128 MiB), and of each block. */
enum { MAX_RECORDS = 1 << 22, MIN_ROOM = 16, MAX_ROOM = 4096 };

/* A kernel is traced in blocks of one size. */
struct traced_kernel {
    char name[64];
    unsigned threads;
    struct wrapped_kernel wrapped;
};

struct record {
    int kernels, launches;
    struct traced_kernel kernel[MAX_TRACED];
    CUdeviceptr memory;
    size_t bytes; /* of it */
    struct told_launch launch[MAX_LAUNCHES];
    struct scan_record *told[MAX_LAUNCHES]; /* the host's copies */
    uint64_t dropped;
    uint64_t end; /* of the latest launch, ns, as reported */
};

struct record *record_open(void)
{
    return calloc(1, sizeof(struct record));
}

static void forget_launches(struct record *record)
{
    for (int i = 0; i < record->launches; i++) {
        free(record->launch[i].block);
        free(record->told[i]);
    }
    record->launches = 0;
    record->dropped = 0;
    record->end = 0;
}

void record_begin(struct record *record)
{
    forget_launches(record);
}

void record_close(struct record *record, bool context_is_there)
{
    if (!record)
        return;
    forget_launches(record);
    if (context_is_there) {
        gpu_memory_free(record->memory);
        for (int i = 0; i < record->kernels; i++)
            wrapped_kernel_unload(&record->kernel[i].wrapped);
    }
    free(record);
}

/* ----------------------------------------------------------------- kernels */

/* The number of blocks of the original kernel that fit on a multiprocessor. */
static int resident_blocks(CUfunction plain, const struct step *step)
{
    int blocks = 0;

    if (!cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor ||
        cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, plain, (int)wrapped_threads(step),
            step->dynamic_shared_bytes) != CUDA_SUCCESS)
        return 1;
    return blocks > 1 ? blocks : 1;
}

enum status record_kernel(struct record *record, const struct setup *setup,
                          const struct step *step, CUfunction plain,
                          CUfunction *out, struct problem *why)
{
    for (int i = 0; i < record->kernels; i++)
        if (!strcmp(record->kernel[i].name, step->kernel) &&
            record->kernel[i].threads == wrapped_threads(step)) {
            *out = record->kernel[i].wrapped.function;
            return OK;
        }
    assert(record->kernels < MAX_TRACED);
    struct traced_kernel *const kernel = &record->kernel[record->kernels];
    snprintf(kernel->name, sizeof kernel->name, "%s", step->kernel);
    kernel->threads = wrapped_threads(step);
    const struct wrapping traced = {.wrapper = "traced",
                                    .setup = setup,
                                    .step = step,
                                    .resident = resident_blocks(plain, step)};
    const enum status status =
        wrapped_kernel_load(&traced, &kernel->wrapped, why);
    if (status != OK)
        return status;
    record->kernels++;
    *out = kernel->wrapped.function;
    return OK;
}

/* ------------------------------------------------------------------ memory */

static size_t blocks_of(const struct step *step)
{
    return (size_t)step->grid[0] * step->grid[1] * step->grid[2];
}

static size_t room_of(const struct step *step)
{
    const size_t room = MAX_RECORDS / blocks_of(step);
    return room < MAX_ROOM ? room : MAX_ROOM;
}

enum status record_memory(struct record *record, const struct step *step,
                          CUdeviceptr *to, uint32_t *room, struct problem *why)
{
    const size_t blocks = blocks_of(step), most = room_of(step);
    const size_t bytes = blocks * most * sizeof(struct scan_record);
    enum status status = OK;

    if (most < MIN_ROOM)
        return problem_set(why, MACHINE_LACKS,
                           "%zu blocks of %s are more than a trace can record "
                           "(%d blocks): use a smaller n, or larger tiles",
                           blocks, step->kernel, MAX_RECORDS / MIN_ROOM);
    if (bytes > record->bytes) {
        gpu_memory_free(record->memory);
        record->bytes = 0;
        status =
            gpu_memory_take(bytes, "what blocks tell", &record->memory, why);
        record->bytes = status == OK ? bytes : 0;
    }
    *to = record->memory;
    *room = (uint32_t)most;
    return status == OK ? gpu_memory_fill(record->memory, 0, bytes, why)
                        : status;
}

/* Reads the blocks that have ended: these have a head. */
static void read_heads(struct record *record, struct told_launch *launch,
                       const struct scan_record *told, size_t blocks,
                       size_t room)
{
    for (size_t b = 0; b < blocks; b++) {
        const struct scan_record *const head = &told[b * room];
        const size_t kept = head->tile < room ? head->tile : room - 1;
        if (head->data[0] == 0)
            continue;
        record->dropped += head->tile - kept;
        launch->block[launch->blocks++] =
            (struct told_block){.begin = head->at,
                                .end = head->data[0],
                                .block = (uint32_t)b,
                                .unit = head->tag,
                                .told = head + 1,
                                .count = kept};
    }
}

/* Between two launches the host reads the records of the first: that time does
 * not belong to the scan. So a launch begins when the previous one ended. */
static void close_up(struct record *record, struct told_launch *launch,
                     struct scan_record *told, size_t room)
{
    uint64_t begin = UINT64_MAX, end = 0;

    for (size_t b = 0; b < launch->blocks; b++) {
        const struct told_block *const block = &launch->block[b];
        begin = block->begin < begin ? block->begin : begin;
        end = block->end > end ? block->end : end;
    }
    const uint64_t gap = record->end && begin > record->end && launch->blocks
                             ? begin - record->end
                             : 0;
    for (size_t b = 0; b < launch->blocks; b++) {
        struct told_block *const block = &launch->block[b];
        block->begin -= gap;
        block->end -= gap;
        for (size_t k = 0; k < block->count; k++)
            told[block->block * room + 1 + k].at -= gap;
    }
    if (launch->blocks)
        record->end = end - gap;
}

enum status record_fetch(struct record *record, const struct step *step,
                         struct problem *why)
{
    const size_t blocks = blocks_of(step), room = room_of(step);
    const size_t bytes = blocks * room * sizeof(struct scan_record);
    const int number = record->launches;
    struct told_launch *const launch = &record->launch[number];

    assert(number < MAX_LAUNCHES);
    *launch = (struct told_launch){.kernel = step->kernel};
    memcpy(launch->grid, step->grid, sizeof launch->grid);
    memcpy(launch->threads, step->block, sizeof launch->threads);
    record->told[number] = malloc(bytes);
    launch->block = calloc(blocks, sizeof *launch->block);
    record->launches++;
    if (!record->told[number] || !launch->block)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    const enum status status =
        gpu_memory_copy_out(record->told[number], record->memory, bytes, why);
    if (status == OK)
        read_heads(record, launch, record->told[number], blocks, room);
    if (status == OK)
        close_up(record, launch, record->told[number], room);
    return status;
}

enum status record_end(struct record *record, const struct setup *setup,
                       size_t n, double traced_ns, double untraced_ns,
                       struct problem *why)
{
    struct trace_clock clock = {
        .name = "globaltimer",
        .words = "nanoseconds of the GPU's globaltimer, which all "
                 "multiprocessors share; it advances in steps",
        .device = gpu_facts()->name,
        .traced_us = traced_ns / 1000,
        .untraced_us = untraced_ns / 1000,
        .dropped = record->dropped};

    trace_reset(setup->trace, n);
    const enum status status =
        replay(setup->trace, record->launch, (size_t)record->launches,
               setup->monoid->table.bytes, "SM", &clock, why);
    forget_launches(record);
    return status;
}
