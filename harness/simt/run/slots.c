/* slots.c - slots for resident blocks. They are created when a launch needs
 * them, and kept for the next launches. */
#include "slots.h"
#include "parts.h"

#include <stdlib.h>
#include <string.h>

enum { SLICE = 1 << 20 }; /* accesses in a turn, when nothing is counted */

int slots_resident(const struct simt_launch *launch,
                   const struct simt_options *options)
{
    const struct machine *machine = simt_machine();
    const long threads =
        (long)launch->block[0] * launch->block[1] * launch->block[2];
    const uint64_t blocks =
        (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    const int gpus = launch->gpus > 1 ? launch->gpus : 1;
    long most = (long)machine->multiprocessors * (2048 / threads);

    if (most > (long)machine->multiprocessors * machine->resident_blocks)
        most = (long)machine->multiprocessors * machine->resident_blocks;
    if (most > MAX_SLOTS / 4)
        most = MAX_SLOTS / 4;
    if (options->resident)
        most = options->resident;
    if (most > MAX_SLOTS / gpus)
        most = MAX_SLOTS / gpus;
    return (uint64_t)most < blocks ? (int)most : (int)blocks;
}

struct index index_split(uint32_t linear, const unsigned size[3])
{
    if (size[1] == 1 && size[2] == 1)
        return (struct index){linear, 0, 0};
    return (struct index){linear % size[0], linear / size[0] % size[1],
                          linear / size[0] / size[1]};
}

/* --------------------------------------------------------------- one slot */

/* NULL: memory is out. */
static struct thread *take_threads(void)
{
    struct thread *const t =
        aligned_alloc(_Alignof(struct thread), MAX_THREADS * sizeof *t);

    return t ? memset(t, 0, MAX_THREADS * sizeof *t) : NULL;
}

static bool take_memory(struct simt *simt, struct block *b)
{
    b->thread = take_threads();
    b->order.thread = aligned_alloc(_Alignof(struct order_thread),
                                    MAX_THREADS * sizeof *b->order.thread);
    b->warp = calloc(MAX_THREADS / WARP, sizeof *b->warp);
    return shadow_open(&b->shadow, b->code.shared_bytes + 4) && b->thread &&
           b->order.thread && b->warp && fibre_reserve(simt, b);
}

static enum status open_slot(struct simt *simt, int slot, struct problem *why)
{
    struct block *b = &simt->launch.block[slot];

    b->slot = slot;
    const enum status status = code_copy_open(&simt->code, slot, &b->code, why);
    if (status != OK)
        return status;
    if (!take_memory(simt, b))
        return problem_set(why, MACHINE_LACKS, "out of memory for %d blocks",
                           slot + 1);
    for (uint32_t i = 0; i < MAX_THREADS; i++) {
        struct thread *const t = &b->thread[i];
        t->block = b;
        t->index = i;
        t->lane = i % WARP;
        t->warp = &b->warp[i / WARP];
        t->order = &b->order.thread[i];
    }
    return OK;
}

static void close_slot(const struct simt *simt, struct block *b)
{
    for (int w = 0; b->warp && w < MAX_THREADS / WARP; w++)
        free(b->warp[w].requests);
    code_copy_close(&b->code);
    shadow_close(&b->shadow, b->code.shared_bytes + 4);
    free(b->thread);
    free(b->order.thread);
    free(b->order.of_system);
    free(b->warp);
    free(b->barrier);
    fibre_release(simt, b);
}

void slots_close(struct simt *simt)
{
    for (int s = 0; s < simt->launch.slots; s++)
        close_slot(simt, &simt->launch.block[s]);
}

/* ----------------------------------------------------------- for a launch */

static enum status choose_kernel(struct simt *simt, struct problem *why)
{
    const struct simt_launch *const shape = simt->launch.shape;
    const unsigned *const size = shape->block;
    const struct code_call call = {.kernel = shape->kernel,
                                   .threads = size[0] * size[1] * size[2],
                                   .dynamic_bytes = shape->dynamic_shared_bytes,
                                   .parameters = shape->arguments,
                                   .parameter_bytes = shape->bytes};
    struct code_copy *copy[MAX_SLOTS];

    for (int s = 0; s < simt->launch.slots; s++)
        copy[s] = &simt->launch.block[s].code;
    return code_choose(&simt->code, &call, copy, simt->launch.slots, why);
}

static struct requests_sink sink_of(struct simt *simt)
{
    return (struct requests_sink){.total = &simt->counts.requests,
                                  .site = simt->busiest.requests,
                                  .sites = simt->busiest.sites};
}

static bool open_requests(struct simt *simt)
{
    if (!busiest_open(&simt->busiest, SITES))
        return false;
    const struct requests_sink sink = sink_of(simt);
    for (int s = 0; s < simt->launch.resident; s++)
        for (int w = 0; w < MAX_THREADS / WARP; w++) {
            struct warp *warp = &simt->launch.block[s].warp[w];
            if (warp->requests)
                continue;
            warp->requests = malloc(sizeof *warp->requests);
            if (!warp->requests)
                return false;
            requests_open(warp->requests, &sink);
        }
    return true;
}

/* False: memory is out. */
static bool reach_system(const struct launch *launch, struct order_block *b)
{
    if (launch->gpus > 1 && !b->of_system)
        b->of_system = calloc(MAX_THREADS, sizeof *b->of_system);
    return launch->gpus == 1 || b->of_system;
}

/* Sets the members of a thread that do not change during a launch. */
static void prepare_threads(struct simt *simt, struct block *b)
{
    const unsigned *size = simt->launch.shape->block;

    for (uint32_t i = 0; i < size[0] * size[1] * size[2]; i++) {
        b->thread[i].place = index_split(i, size);
        b->thread[i].slice = simt->options.counting ? REQUESTS_SLICE : SLICE;
    }
}

enum status slots_reserve(struct simt *simt, int slots, struct problem *why)
{
    struct launch *const launch = &simt->launch;
    enum status status = OK;

    while (launch->slots < slots && status == OK) {
        struct block *const b = &launch->block[launch->slots];
        status = open_slot(simt, launch->slots, why);
        if (status == OK) {
            launch->slots++;
        } else { /* it is incomplete */
            close_slot(simt, b);
            *b = (struct block){0};
        }
    }
    return status;
}

enum status slots_prepare(struct simt *simt, struct problem *why)
{
    struct launch *const launch = &simt->launch;
    enum status status = slots_reserve(simt, launch->resident, why);

    if (status == OK)
        status = choose_kernel(simt, why);
    if (status == OK && simt->options.counting && !open_requests(simt))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    for (int s = 0; s < launch->resident && status == OK; s++)
        if (!reach_system(launch, &launch->block[s].order))
            status = problem_set(why, MACHINE_LACKS, "out of memory");
    for (int s = 0; s < launch->resident && status == OK; s++)
        prepare_threads(simt, &launch->block[s]);
    return status;
}

void slots_forget_requests(struct simt *simt)
{
    const struct requests_sink sink = sink_of(simt);

    for (int s = 0; s < simt->launch.slots; s++)
        for (int w = 0; w < MAX_THREADS / WARP; w++)
            if (simt->launch.block[s].warp[w].requests)
                requests_open(simt->launch.block[s].warp[w].requests, &sink);
}
