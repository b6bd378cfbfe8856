/* launch.c - one kernel from its first block to its last.
 *
 *     slots    | block 5 | block 3 | block 4 | block 7 |    `resident` of them
 *                 ready     spins     ready     at a barrier
 *
 * A block that ends makes room for the next. What ends a launch early: a
 * finding (finding.c), a crash (watch.c), that nobody can go on (stuck.c).
 */
#include "machine.h"
#include "simt/cost/model.h"

#include <stdlib.h>
#include <string.h>

struct simt *simt_running;

enum { SLICE = 1 << 20 }; /* accesses in a turn */

/* ------------------------------------------------------------ the arguments */

#if defined __x86_64__ || (defined __aarch64__ && defined __linux__)
/* Both pass an integer of 32 bits where they pass one of 64, and a function
 * does not mind arguments that it does not take. libffi would need longer for
 * the call than most threads for all their work. */
typedef void any_kernel(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                        uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

static uint64_t argument[MAX_ARGUMENTS];

static enum status prepare_call(const struct simt_launch *launch,
                                struct problem *why)
{
    _Static_assert(MAX_ARGUMENTS == 10, "as many as any_kernel has");
    (void)why;
    for (int i = 0; i < launch->arguments; i++) {
        argument[i] = 0;
        memcpy(&argument[i], launch->argument[i], (size_t)launch->bytes[i]);
    }
    return OK;
}

void simt_call_kernel(struct simt *simt, const struct block *block)
{
    const uint64_t *a = argument;

    (void)simt;
    ((any_kernel *)block->kernel)(a[0], a[1], a[2], a[3], a[4], a[5], a[6],
                                  a[7], a[8], a[9]);
}
#else
#include <ffi.h>

static ffi_cif interface;
static ffi_type *argument_types[MAX_ARGUMENTS];

static enum status prepare_call(const struct simt_launch *launch,
                                struct problem *why)
{
    for (int i = 0; i < launch->arguments; i++)
        argument_types[i] =
            launch->bytes[i] == 4 ? &ffi_type_uint32 : &ffi_type_uint64;
    if (ffi_prep_cif(&interface, FFI_DEFAULT_ABI, (unsigned)launch->arguments,
                     &ffi_type_void, argument_types) != FFI_OK)
        return problem_set(why, MACHINE_LACKS, "libffi cannot call %s",
                           launch->kernel);
    return OK;
}

void simt_call_kernel(struct simt *simt, const struct block *block)
{
    ffi_call(&interface, block->kernel, NULL, (void **)simt->launch->argument);
}
#endif

/* ------------------------------------------------------------------- blocks */

/* Nobody has written the kernel's variables; all else is nobody's: what lies
 * between them, what other kernels have, dynamic memory that was not asked
 * for. */
static void clear_shared(struct simt *simt, struct block *b)
{
    if (b->layout != simt->layout)
        memset(b->shadow, 0xff, (b->shared_bytes / 4 + 1) * sizeof *b->shadow);
    b->layout = simt->layout;
    for (size_t i = 0; i < simt->owns; i++) {
        const struct source_symbol *s = simt->own[i];
        memset(b->shadow + s->offset / 4, 0,
               (module_bytes(simt, s) + 3) / 4 * sizeof *b->shadow);
    }
}

static struct index split(uint32_t linear, const unsigned size[3])
{
    if (size[1] == 1 && size[2] == 1)
        return (struct index){linear, 0, 0};
    return (struct index){linear % size[0], linear / size[0] % size[1],
                          linear / size[0] / size[1]};
}

static void start_block(struct simt *simt, struct block *b)
{
    const struct simt_launch *launch = simt->launch;
    const uint32_t threads =
        launch->block[0] * launch->block[1] * launch->block[2];

    b->number =
        simt->start_order ? simt->start_order[simt->started] : simt->started;
    b->place = split(b->number, launch->grid);
    b->age = simt->started++;
    b->live = true;
    b->threads = b->ready = threads;
    b->done = b->waiting = b->next = b->met = 0;
    b->now_or = b->now_and = 0;
    b->barriers = 0;
    b->priority = (int64_t)(schedule_random(simt) >> 2);
    if (simt->options.checking)
        clear_shared(simt, b);
    for (uint32_t w = 0; w * WARP < threads; w++) {
        const uint32_t lanes =
            threads - w * WARP < WARP ? threads - w * WARP : WARP;
        b->warp[w].present =
            lanes == WARP ? UINT32_MAX : ((uint32_t)1 << lanes) - 1;
        b->warp[w].done = b->warp[w].step = 0;
        b->warp[w].look_site = 0;
        b->warp[w].stores = NULL;
        b->warp[w].last_store = NULL;
    }
    for (uint32_t i = 0; i < threads; i++) {
        struct thread *t = &b->thread[i];
        t->state = THREAD_READY;
        t->context = NULL;
        t->pc = 0;
    }
    if (simt->options.checking)
        order_block_begins(simt, b);
    timing_begin(simt, b);
    if (simt->trace)
        record_block_begins(simt, b);
    simt->progress++;
}

static void end_block(struct simt *simt, struct block *b)
{
    bulk_block_ends(simt, b);
    if (simt->options.counting)
        for (uint32_t w = 0; w * WARP < b->threads; w++)
            requests_flush(b->warp[w].requests);
    if (b->clock > simt->highest)
        simt->highest = b->clock;
    timing_end(simt, b);
    if (simt->trace)
        record_block_ends(simt, b);
    b->live = false;
    simt->finished++;
    simt->progress++;
}

static void thread_returned(struct simt *simt, struct thread *t)
{
    struct block *b = t->block;

    t->state = THREAD_DONE;
    b->done++;
    b->ready--;
    t->warp->done |= (uint32_t)1 << t->lane;
    if (b->done == b->threads)
        end_block(simt, b);
    else if (b->waiting > 0)
        sync_check_barrier(simt, b);
}

struct thread *simt_follower(struct simt *simt, struct thread *returned)
{
    struct block *b = returned->block;

    thread_returned(simt, returned);
    struct thread *next = NULL;
    if (b->live && b->ready && !simt->failed)
        next = simt->chosen = &b->thread[schedule_thread(simt, b)];
    if (!next || next->context) {
        fibre_free(simt, returned);
        return NULL;
    }
    simt->chosen = NULL;
    next->context = returned->context;
    next->stack = returned->stack;
    fibre_begin(next);
    return simt->current = next;
}

struct thread *simt_successor(struct simt *simt, const struct thread *waits)
{
    struct block *b = waits->block;

    if ((waits->state == THREAD_READY && !simt->turns_late) || !b->ready ||
        simt->copies || simt->options.schedule == SCHEDULE_RANDOM)
        return NULL;
    return &b->thread[schedule_thread(simt, b)];
}

/* In the first slot that is free; false: there is none, or no block is left. */
static bool start_next(struct simt *simt)
{
    int s = 0;

    while (s < simt->resident && simt->block[s].live)
        s++;
    if (s == simt->resident || simt->started == simt->blocks)
        return false;
    start_block(simt, &simt->block[s]);
    return true;
}

/* In order, or one by one, a block that has not begun is not missed until none
 * of those that have can run. Begun as late as that it comes, mostly, to the
 * slot that was used last, which is still in the cache. A trace tells when
 * blocks begin. */
static bool begins_late(const struct simt *simt)
{
    return simt->retimes ||
           (simt->options.schedule == SCHEDULE_INORDER && !simt->trace);
}

/* ------------------------------------------------------------------- launch */

static void run_threads(struct simt *simt, struct block *b)
{
    while (b->live && b->ready && !simt->failed) {
        struct thread *t = simt->chosen;
        if (simt->copies)
            bulk_run_some(simt, b);
        if (!t)
            t = &b->thread[schedule_thread(simt, b)];
        simt->chosen = NULL;
        t = fibre_run(simt, t);
        if (simt->failed)
            return;
        if (t->state == THREAD_DONE)
            continue;
        if (t->state == THREAD_READY)
            return; /* somebody else's turn, perhaps */
        if (simt->options.schedule == SCHEDULE_RANDOM &&
            schedule_random(simt) % 16 == 0)
            return;
    }
}

static void run_blocks(struct simt *simt)
{
    const bool late = begins_late(simt);
    uint64_t seen = 0;
    int looks = 0;

    while (!simt->failed) {
        while (!late && start_next(simt))
            ;
        if (simt->finished == simt->blocks)
            return;
        struct block *b = schedule_next(simt);
        if (b)
            run_threads(simt, b);
        else if (late && start_next(simt))
            continue;
        else if (simt->copies)
            bulk_run_next(simt);
        else if (simt->options.schedule == SCHEDULE_EXHAUSTIVE &&
                 schedule_chooses(simt))
            continue;
        else if (!simt->failed && !stuck_looks_again(simt, &seen, &looks))
            return;
    }
}

/* Blocks of this size that are resident together. */
static int resident_blocks(const struct simt *simt)
{
    const struct machine *machine = simt_machine();
    const struct simt_launch *launch = simt->launch;
    const unsigned threads =
        launch->block[0] * launch->block[1] * launch->block[2];
    long most = (long)machine->multiprocessors * (2048 / (long)threads);

    if (most > (long)machine->multiprocessors * machine->resident_blocks)
        most = (long)machine->multiprocessors * machine->resident_blocks;
    if (most > MOST_SLOTS / 4)
        most = MOST_SLOTS / 4;
    if (simt->options.resident)
        most = simt->options.resident;
    if (most > MOST_SLOTS)
        most = MOST_SLOTS;
    return (uint32_t)most < simt->blocks ? (int)most : (int)simt->blocks;
}

static enum status prepare_counting(struct simt *simt, struct problem *why)
{
    const struct requests_sink sink = {.total = &simt->counts.requests};

    for (int s = 0; simt->options.counting && s < simt->resident; s++)
        for (int w = 0; w < MOST_THREADS / WARP; w++) {
            struct warp *warp = &simt->block[s].warp[w];
            if (warp->requests)
                continue;
            warp->requests = malloc(sizeof *warp->requests);
            if (!warp->requests)
                return problem_set(why, MACHINE_LACKS, "out of memory");
            requests_open(warp->requests, &sink);
        }
    return OK;
}

/* What threads have all through a launch. */
static void prepare_threads(struct simt *simt, struct block *b)
{
    const unsigned *size = simt->launch->block;

    for (uint32_t i = 0; i < size[0] * size[1] * size[2]; i++) {
        b->thread[i].place = split(i, size);
        b->thread[i].slice = simt->options.counting ? REQUESTS_SLICE : SLICE;
    }
}

/* A launch that ended early has left requests open; they are not the next
 * one's. */
static void forget_requests(struct simt *simt)
{
    const struct requests_sink sink = {.total = &simt->counts.requests};

    for (int s = 0; s < simt->slots; s++)
        for (int w = 0; w < MOST_THREADS / WARP; w++)
            if (simt->block[s].warp[w].requests)
                requests_open(simt->block[s].warp[w].requests, &sink);
}

static enum status check_shape(const struct simt_launch *launch,
                               struct problem *why)
{
    const uint64_t threads =
        (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    const uint64_t blocks =
        (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];

    if (threads == 0 || threads > MOST_THREADS)
        return problem_set(why, CHECK_FAILED,
                           "the plan launches %s with %llu threads in a block; "
                           "1 to %d are possible: take smaller blocks, and "
                           "more of them",
                           launch->kernel, (unsigned long long)threads,
                           MOST_THREADS);
    if (blocks == 0 || blocks >= BLOCKS_MOST)
        return problem_set(
            why, WRONG_USE, "%s: %llu blocks; the SIMT machine takes 1 to %d",
            launch->kernel, (unsigned long long)blocks, BLOCKS_MOST - 1);
    if (launch->dynamic_shared_bytes > DYNAMIC_SHARED)
        return problem_set(why, CHECK_FAILED,
                           "the plan launches %s with %zu bytes of dynamic "
                           "shared memory; a block has %d at most: take "
                           "smaller tiles",
                           launch->kernel, launch->dynamic_shared_bytes,
                           DYNAMIC_SHARED);
    return OK;
}

/* As it is before any block has begun. */
static void begin(struct simt *simt, const struct simt_options *options,
                  const struct simt_launch *launch)
{
    const enum schedule_kind schedule = options->schedule;

    simt->options = *options;
    simt->launch = launch;
    simt->blocks = launch->grid[0] * launch->grid[1] * launch->grid[2];
    simt->started = simt->finished = 0;
    simt->resident = resident_blocks(simt);
    simt->spinners = 0;
    simt->copies = 0;
    simt->looks = 0;
    simt->failed = false;
    simt->words[0] = '\0';
    simt->current = simt->chosen = NULL;
    simt->lowest_priority = 0;
    simt->random_threads = schedule == SCHEDULE_RANDOM && !options->lockstep;
    simt->threads_upwards = schedule != SCHEDULE_RANDOM &&
                            schedule != SCHEDULE_REVERSE && !options->lockstep;
    /* A trace tells of all that happens in its time; copies are asked for by a
     * warp that cannot stop there. */
    simt->retimes = schedule == SCHEDULE_TIMED && !simt->trace && simt->is_deaf;
    simt->turns_late = schedule == SCHEDULE_TIMED && !simt->trace &&
                       !simt->has_bulk && !simt->retimes;
    simt->goes_quickly =
        options->counting && !options->lockstep && !simt->traces_accesses;
}

/* Slots, clocks and stacks. */
static enum status prepare(struct simt *simt, struct problem *why)
{
    enum status status = module_copies(simt, simt->resident, why);

    if (status == OK)
        status = module_kernel(simt, simt->launch, why);
    if (status == OK)
        status = prepare_call(simt->launch, why);
    if (status == OK)
        status = prepare_counting(simt, why);
    if (status == OK && simt->retimes && !retime_begin(simt))
        status = problem_set(why, MACHINE_LACKS, "no memory for model time");
    if (status != OK)
        return status;
    simt->last_end += simt->counts.launches ? model()->launch_cycles : 0;
    simt->memory_free = simt->last_end;
    for (int s = 0; s < simt->resident; s++)
        prepare_threads(simt, &simt->block[s]);
    for (int s = 0; s < simt->slots; s++)
        simt->block[s].live = false;
    timing_launch(simt);
    fibre_free_all(simt);
    order_launch_begins(simt);
    schedule_begin(simt);
    return OK;
}

enum status simt_launch(struct simt *simt, const struct simt_options *options,
                        const struct simt_launch *launch, struct problem *why)
{
    enum status status = check_shape(launch, why);

    if (status != OK)
        return status;
    begin(simt, options, launch);
    status = prepare(simt, why);
    if (status != OK)
        return status;
    if (simt->trace)
        record_launch_begins(simt);
    simt_running = simt;
    watch_begin(simt);
    const int number = sigsetjmp(simt->crash, 1);
    if (number == 0)
        run_blocks(simt);
    else
        watch_report(simt, number);
    watch_end();
    simt_running = NULL;
    if (simt->retimes && !simt->failed)
        retime_rest(simt);
    simt->counts.launches++;
    simt->counts.cycles = simt->last_end;
    if (simt->trace)
        record_launch_ends(simt);
    if (!simt->failed)
        return OK;
    forget_requests(simt);
    *why = simt->why;
    return CHECK_FAILED;
}
