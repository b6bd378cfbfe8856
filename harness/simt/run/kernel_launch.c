/* kernel_launch.c - one kernel from its first block to its last.
 *
 *     slots    | block 5 | block 3 | block 4 | block 7 |    `resident` slots
 *                 ready     spins     ready     at a barrier
 *
 * A block that ends makes room for the next one. A launch ends early at a
 * finding (ending.c), at a crash (watch.c), or when no thread can continue
 * (stuck.c).
 */
#include "kernel_launch.h"
#include "parts.h"
#include "phases.h"
#include "slots.h"
#include "sync.h"
#include "trace_moments.h"
#include "watch.h"

#include <string.h>

struct simt *simt_running;

/* ------------------------------------------------------------ the arguments */

#if defined __x86_64__ || (defined __aarch64__ && defined __linux__)
/* Both pass integers of 32 and of 64 bits in the same places, and a function
 * may be called with more arguments than it takes. A call by libffi would take
 * longer than all the work of most threads. */
typedef void any_kernel(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                        uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                        uint64_t, uint64_t);

static enum status prepare_call(struct launch *launch, struct problem *why)
{
    _Static_assert(MAX_ARGUMENTS == 12, "as many as any_kernel has");
    (void)launch, (void)why;
    return OK;
}

void launch_call_kernel(struct simt *simt, const struct block *block)
{
    const uint64_t *const a = simt->launch.argument[block->gpu];

    ((any_kernel *)block->code.kernel)(a[0], a[1], a[2], a[3], a[4], a[5], a[6],
                                       a[7], a[8], a[9], a[10], a[11]);
}
#else
#include <ffi.h>

static ffi_cif interface;
static ffi_type *argument_types[MAX_ARGUMENTS];

static enum status prepare_call(struct launch *launch, struct problem *why)
{
    const struct simt_launch *const shape = launch->shape;

    for (int i = 0; i < shape->arguments; i++)
        argument_types[i] =
            shape->bytes[i] == 4 ? &ffi_type_uint32 : &ffi_type_uint64;
    if (ffi_prep_cif(&interface, FFI_DEFAULT_ABI, (unsigned)shape->arguments,
                     &ffi_type_void, argument_types) != FFI_OK)
        return problem_set(why, MACHINE_LACKS, "libffi cannot call %s",
                           shape->kernel);
    return OK;
}

void launch_call_kernel(struct simt *simt, const struct block *block)
{
    void *pointer[MAX_ARGUMENTS];

    for (int i = 0; i < simt->launch.shape->arguments; i++)
        pointer[i] = &simt->launch.argument[block->gpu][i];
    ffi_call(&interface, block->code.kernel, NULL, pointer);
}
#endif

/* A GPU's compiler may use the read-only cache for a __restrict__ pointer that
 * is never written through: an input of the plan, or a pointer to const. Such a
 * pointer leads to the mirror (judge/shadow.c). */
static bool is_cached(const struct simt *simt, int i)
{
    const enum source_promise promise = simt->code.promise[i];

    return promise == PROMISES_CONSTANT ||
           (promise == PROMISES_ALONE && simt->launch.shape->is_input[i]);
}

static void take_arguments(struct simt *simt, int gpu)
{
    struct launch *const launch = &simt->launch;
    const struct simt_launch *const shape = launch->shape;
    void *const *const given =
        launch->gpus > 1 ? shape->argument_of[gpu] : shape->argument;

    for (int i = 0; i < shape->arguments; i++) {
        uint64_t *const argument = &launch->argument[gpu][i];
        *argument = 0;
        memcpy(argument, given[i], (size_t)shape->bytes[i]);
        if (is_cached(simt, i))
            *argument = global_mirrored(&simt->global, *argument);
    }
}

/* ------------------------------------------------------------------- blocks */

/* The kernel's variables are still unwritten. All other words belong to no
 * variable: the gaps, the variables of other kernels, dynamic memory that the
 * launch did not request. */
static void clear_shared(const struct kernel_code *code, struct block *b)
{
    if (b->layout != code->layout)
        shadow_set_outside(b->shadow.word, b->code.shared_bytes / 4 + 1);
    b->layout = code->layout;
    for (size_t i = 0; i < code->owns; i++) {
        const struct source_symbol *s = code->own[i];
        const struct shadow of_it = shadow_at(&b->shadow, s->offset);
        shadow_stir(&of_it, (char *)b->code.shared + (s->offset & ~(size_t)3),
                    (code_bytes(code, s) + 3) / 4);
        shadow_set_variable(&b->shadow, s->offset, code_bytes(code, s));
    }
}

static void start_warp(struct warp *warp, uint32_t lanes)
{
    warp->present = lanes >= WARP ? UINT32_MAX : ((uint32_t)1 << lanes) - 1;
    warp->done = warp->step = warp->waiting = 0;
    warp->mixed = false;
    warp->look.site = 0;
    warp->stores = NULL;
    warp->last_store = NULL;
}

static void judge_block(struct simt *simt, struct block *b)
{
    clear_shared(&simt->code, b);
    b->order.number = b->number;
    b->order.threads = b->threads;
    order_block_begins(&simt->judge.order, &b->order);
}

/* Returns the number of the block that starts next on this GPU. */
static uint32_t take_next(struct simt *simt, uint32_t gpu)
{
    struct launch *const launch = &simt->launch;
    uint32_t number;

    do
        number = schedule_started(simt, launch->next[gpu]++);
    while (launch->gpus > 1 && number / launch->gpu_blocks != gpu);
    launch->started_of[gpu]++;
    return number;
}

static void start_block(struct simt *simt, struct block *b)
{
    const struct simt_launch *shape = simt->launch.shape;
    const uint32_t threads =
        shape->block[0] * shape->block[1] * shape->block[2];

    b->gpu = (uint32_t)(b->slot / simt->launch.gpu_resident);
    b->number = take_next(simt, b->gpu);
    b->place =
        index_split(b->number - b->gpu * simt->launch.gpu_blocks, shape->grid);
    b->age = simt->launch.started++;
    b->live = true;
    b->threads = b->ready = threads;
    b->done = b->waiting = b->next = b->met = 0;
    b->now_or = b->now_and = 0;
    b->barriers = 0;
    b->seen = b->reads = b->writes = 0;
    b->meeting[0].site = 0;
    b->draw = DRAW_LATER;
    b->priority = (int64_t)(schedule_random(simt) >> 2);
    if (simt->options.checking)
        judge_block(simt, b);
    for (uint32_t w = 0; w * WARP < threads; w++)
        start_warp(&b->warp[w], threads - w * WARP);
    for (uint32_t i = 0; i < threads; i++) {
        struct thread *t = &b->thread[i];
        t->state = THREAD_READY;
        t->context = NULL;
        t->pc = 0;
        t->waited = !simt->launch.overlaps;
        rounds_begin(&t->rounds);
    }
    timing_begin(&simt->timing, &b->pace);
    if (simt->record.trace)
        moment_block_begins(simt, b);
    launch_progresses(&simt->launch);
}

static void end_block(struct simt *simt, struct block *b)
{
    bulk_block_ends(simt, b);
    if (simt->options.counting)
        for (uint32_t w = 0; w * WARP < b->threads; w++)
            requests_flush(b->warp[w].requests);
    if (simt->options.checking)
        order_block_ends(&simt->judge.order, &b->order);
    timing_end(&simt->timing, &b->pace, b->age);
    end_if_exhausted(simt);
    if (simt->record.trace)
        moment_block_ends(simt, b);
    b->live = false;
    simt->launch.finished++;
    launch_progresses(&simt->launch);
}

static void thread_returned(struct simt *simt, struct thread *t)
{
    struct block *b = t->block;

    t->state = THREAD_DONE;
    b->done++;
    b->ready--;
    t->warp->done |= (uint32_t)1 << t->lane;
    if (b->done == b->threads) {
        end_block(simt, b);
        return;
    }
    if (simt->options.checking)
        order_thread_returns(&b->order, t->index);
    if (b->ready + b->done < b->threads)
        sync_lane_returned(simt, t);
    if (b->waiting > 0)
        sync_check_barrier(simt, b);
}

struct thread *launch_follower(struct simt *simt, struct thread *returned)
{
    struct block *b = returned->block;

    thread_returned(simt, returned);
    struct thread *next = NULL;
    if (b->live && b->ready && !simt->ending.failed)
        next = simt->launch.chosen = &b->thread[schedule_thread(simt, b)];
    if (!next || next->context) {
        fibre_free(simt, returned);
        return NULL;
    }
    simt->launch.chosen = NULL;
    next->context = returned->context;
    next->stack = returned->stack;
    fibre_begin(next);
    indices_of_thread(next);
    return simt->turn.current = next;
}

/* Some thread could run for so many turns: it may poll plain memory for data
 * from a copy, or from a block that has not begun. */
enum { MAX_PASSES = 1 << 16 };

struct thread *launch_successor(struct simt *simt, const struct thread *waits)
{
    struct block *b = waits->block;

    if (++simt->launch.passes > MAX_PASSES ||
        (waits->state == THREAD_READY && !simt->schedule.turns_late) ||
        !b->ready || simt->bulk.copies ||
        simt->options.schedule == SCHEDULE_RANDOM)
        return NULL;
    return &b->thread[schedule_thread(simt, b)];
}

/* True for a free slot of a GPU that has a block left. */
static bool may_start(const struct launch *launch, int slot)
{
    return !launch->block[slot].live &&
           launch->started_of[slot / launch->gpu_resident] < launch->gpu_blocks;
}

/* Starts a block in the first free slot. False: no slot is free, or no block is
 * left. */
static bool start_next(struct simt *simt)
{
    struct launch *const launch = &simt->launch;

    if (launch->started == launch->blocks)
        return false;
    for (int s = 0; s < launch->resident; s++)
        if (may_start(launch, s)) {
            start_block(simt, &launch->block[s]);
            return true;
        }
    return false;
}

/* True when a block may begin as late as possible, once no block that has begun
 * can run. Then it mostly gets the slot that was used last, which is still in
 * the cache. This is possible when blocks run in order, or one by one. A trace
 * excludes it, since that shows when blocks begin. */
static bool begins_late(const struct simt *simt)
{
    return simt->timing.retimes ||
           (simt->options.schedule == SCHEDULE_INORDER && !simt->record.trace);
}

/* ------------------------------------------------------------------- launch */

static void let_others_go_on(struct simt *simt)
{
    simt->launch.passes = 0;
    if (simt->bulk.copies)
        bulk_run_next(simt);
    else
        start_next(simt);
}

static void run_threads(struct simt *simt, struct block *b)
{
    while (b->live && b->ready && !simt->ending.failed) {
        struct thread *t = simt->launch.chosen;
        if (!t && ++simt->launch.passes > MAX_PASSES) {
            let_others_go_on(simt);
            return;
        }
        if (simt->bulk.copies)
            bulk_run_some(simt, b);
        if (!t)
            t = &b->thread[schedule_thread(simt, b)];
        simt->launch.chosen = NULL;
        t = fibre_run(simt, t);
        if (!t)
            end_out_of_memory(simt);
        if (simt->ending.failed)
            return;
        if (t->state == THREAD_DONE)
            continue;
        if (t->state == THREAD_READY)
            return; /* it may be the turn of another block */
        if (simt->options.schedule == SCHEDULE_RANDOM &&
            schedule_random(simt) % 16 == 0)
            return;
    }
}

static void run_blocks(struct simt *simt)
{
    const bool late = begins_late(simt);

    while (!simt->ending.failed) {
        while (!late && start_next(simt))
            ;
        if (simt->launch.finished == simt->launch.blocks)
            return;
        struct block *b = schedule_next(simt);
        simt->launch.passes = b ? simt->launch.passes : 0;
        if (b)
            run_threads(simt, b);
        else if (active_lanes_go_on(simt) || (late && start_next(simt)))
            continue;
        else if (simt->bulk.copies)
            bulk_run_next(simt);
        else if (simt->options.schedule == SCHEDULE_EXHAUSTIVE &&
                 schedule_chooses(simt))
            continue;
        else if (!simt->ending.failed && !stuck_looks_again(simt))
            return;
    }
}

static enum status check_shape(const struct simt_launch *launch,
                               struct problem *why)
{
    const uint64_t threads =
        (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    const uint64_t gpus = launch->gpus > 1 ? (uint64_t)launch->gpus : 1;
    const uint64_t blocks =
        gpus * launch->grid[0] * launch->grid[1] * launch->grid[2];

    _Static_assert((int)SIMT_GPUS == MAX_GPUS, "as the judge has room for");
    if (gpus > SIMT_GPUS || (gpus > 1 && !launch->argument_of))
        return problem_set(why, WRONG_USE,
                           "%s: %llu GPUs, each with its arguments; the SIMT "
                           "machine has at most %d",
                           launch->kernel, (unsigned long long)gpus, SIMT_GPUS);
    if (threads == 0 || threads > MAX_THREADS)
        return problem_set(
            why, NOT_JUDGED,
            "the plan launches %s with %llu threads in a block; 1 to %d are "
            "possible: use smaller blocks, and more of them",
            launch->kernel, (unsigned long long)threads, MAX_THREADS);
    if (blocks == 0 || blocks >= MAX_BLOCKS)
        return problem_set(
            why, WRONG_USE, "%s: %llu blocks; the SIMT machine runs 1 to %d",
            launch->kernel, (unsigned long long)blocks, MAX_BLOCKS - 1);
    if (launch->dynamic_shared_bytes > DYNAMIC_SHARED)
        return problem_set(
            why, NOT_JUDGED,
            "the plan launches %s with %zu bytes of dynamic shared memory; a "
            "block has at most %d: use smaller tiles",
            launch->kernel, launch->dynamic_shared_bytes, DYNAMIC_SHARED);
    return OK;
}

bool launch_may_go_quickly(const struct simt *simt)
{
    return simt->options.counting && !simt->options.lockstep &&
           !simt->record.trace && !simt->follow.on &&
           simt->held.state == HELD_NONE;
}

/* Sets the launch to its state before the first block. */
static void begin(struct simt *simt, const struct simt_options *options,
                  const struct simt_launch *shape)
{
    struct launch *const launch = &simt->launch;

    simt->options = *options;
    launch->shape = shape;
    launch->passes = 0;
    indices_of_launch(shape->block, shape->grid);
    launch->gpus = shape->gpus > 1 ? shape->gpus : 1;
    launch->gpu_blocks = shape->grid[0] * shape->grid[1] * shape->grid[2];
    launch->blocks = (uint32_t)launch->gpus * launch->gpu_blocks;
    launch->started = launch->finished = 0;
    memset(launch->next, 0, sizeof launch->next);
    memset(launch->started_of, 0, sizeof launch->started_of);
    launch->gpu_resident = slots_resident(shape, options);
    launch->resident = launch->gpus * launch->gpu_resident;
    simt->record.names.gpu_blocks = launch->gpus > 1 ? launch->gpu_blocks : 0;
    simt->accesses.of_device = 0;
    launch->chosen = NULL;
    launch->goes_quickly = launch_may_go_quickly(simt);
    same_store_forget(&simt->same_store);
    swaps_forget(&simt->swaps);
    simt->turn.current = NULL;
    flag_forget(simt);
    bulk_forget(simt);
    stuck_forget(&simt->stuck);
    ending_forget(&simt->ending);
    pending_forget(&simt->held);
}

static enum status out_of_memory(struct problem *why)
{
    return problem_set(why, MACHINE_LACKS, "out of memory");
}

/* Prepares slots, clocks and stacks. */
static enum status prepare(struct simt *simt, struct problem *why)
{
    struct launch *const launch = &simt->launch;
    /* A trace needs the time of each event immediately. */
    const bool retimes = simt->options.schedule == SCHEDULE_TIMED &&
                         !simt->record.trace && simt->code.is_deaf;
    enum status status = slots_prepare(simt, why);

    if (status == OK)
        status = prepare_call(launch, why);
    if (status != OK)
        return status;
    for (int g = 0; g < launch->gpus; g++)
        take_arguments(simt, g);
    if (!timing_launch(&simt->timing, retimes, launch->resident,
                       simt->counts.launches == 0))
        return out_of_memory(why);
    for (int s = 0; s < launch->slots; s++)
        launch->block[s].live = false;
    fibre_free_all(simt);
    simt->judge.order.lockstep = simt->options.lockstep;
    stale_begin(simt);
    judge_tells_apart(&simt->judge, simt->code.orders_threads ||
                                        simt->options.apart ||
                                        simt->judge.order.leaves);
    judge_spans_gpus(&simt->judge, launch->gpus, launch->gpu_blocks);
    if (judge_launch_begins(&simt->judge))
        global_grow_old(&simt->global);
    overlap_begin(simt);
    return schedule_begin(simt) ? OK : out_of_memory(why);
}

static void run_watched(struct simt *simt)
{
    simt_running = simt;
    watch_begin(simt);
    const int number = sigsetjmp(simt->ending.crash, 1);
    if (number == 0)
        run_blocks(simt);
    else
        watch_report(simt, number);
    watch_end();
    if (simt->stale.bytes)
        stale_ends(simt);
    simt_running = NULL;
}

static void note_op(void *arg, uint32_t node, const void *place)
{
    struct simt *const simt = arg;

    if (simt->turn.current && interval_is_op(node))
        busiest_op(&simt->busiest, site_of(simt, place),
                   interval_node(node)->depth);
}

/* True when calls of op() are noted, to find the lines with most work and
 * depth. */
static bool notes_ops(const struct simt *simt)
{
    return simt->options.counting && !simt->record.trace && !simt->follow.on;
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
    if (simt->record.trace)
        moment_launch_begins(simt);
    if (simt->follow.on)
        follow_launch_begins(simt);
    if (notes_ops(simt))
        interval_watch(note_op, simt);
    run_watched(simt);
    end_if_exhausted(simt);
    pending_launch_ends(simt);
    if (!simt->ending.failed)
        timing_rest(&simt->timing);
    simt->counts.launches++;
    simt->counts.cycles = simt->timing.last_end;
    if (simt->record.trace)
        moment_launch_ends(simt);
    if (simt->follow.on)
        follow_launch_ends(simt);
    if (notes_ops(simt))
        interval_watch(NULL, NULL);
    if (!simt->ending.failed)
        return OK;
    slots_forget_requests(simt);
    *why = simt->ending.why;
    return simt->ending.status;
}
