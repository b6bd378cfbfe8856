/* launch.c - one kernel from its first block to its last.
 *
 *     slots    | block 5 | block 3 | block 4 | block 7 |    `resident` of them
 *                 ready     spins     ready     at a barrier
 *
 * A block that ends makes room for the next. When nobody can run, those who
 * spin look once more; if that changes nothing, nothing ever will.
 */
#include "machine.h"
#include "model.h"
#include "../guard.h"

#include <ffi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

struct simt *simt_running;

enum {
    /* Looks of all who spin, before it counts as for ever. */
    FEWEST_LOOKS = 64,
    MOST_LOOKS = 1 << 16,
    ALL_LOOKS = 1 << 18,
    PATIENCE = 2,   /* seconds without a load or store */
    SLICE = 1 << 20 /* accesses in a turn */
};

/* ------------------------------------------------------------ the arguments */

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

/* ------------------------------------------------- crashes and endless loops
 */

static volatile uint64_t hooks_seen;
static volatile int idle_ticks;
static volatile uintptr_t crash_pc, crash_address;

static void on_crash(int number, siginfo_t *info, void *context)
{
    struct simt *simt = simt_running;

    if (number == SIGALRM && simt && !simt->current)
        return; /* between two fibres */
    if (!simt || !simt->current) {
        signal(number, SIG_DFL);
        return; /* ours, and again */
    }
    if (number == SIGALRM) {
        idle_ticks = simt->hooks == hooks_seen ? idle_ticks + 1 : 0;
        hooks_seen = simt->hooks;
        if (idle_ticks < PATIENCE)
            return;
    }
#if defined __x86_64__
    crash_pc = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    crash_pc = (uintptr_t)((ucontext_t *)context)->uc_mcontext.pc;
#else
    (void)context;
#endif
    crash_address = (uintptr_t)info->si_addr;
    siglongjmp(simt->crash, number);
}

static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
enum { CAUGHT = sizeof caught / sizeof *caught };

struct handlers {
    struct sigaction old[CAUGHT];
    struct itimerval timer;
};

static void watch(struct handlers *handlers)
{
    const struct itimerval each_second = {{1, 0}, {1, 0}};
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};

    action.sa_sigaction = on_crash;
    sigemptyset(&action.sa_mask);
    idle_ticks = 0;
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &action, &handlers->old[i]);
    setitimer(ITIMER_REAL, &each_second, &handlers->timer);
}

static void unwatch(const struct handlers *handlers)
{
    setitimer(ITIMER_REAL, &handlers->timer, NULL);
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &handlers->old[i], NULL);
}

static void report_crash(struct simt *simt, int number)
{
    const struct thread *t = simt->current;
    const uintptr_t stack =
        (uintptr_t)t->block->stacks + (size_t)t->index * STACK_BYTES;
    const uint32_t block = t->block->number, thread = t->index;
    const uint32_t site = site_of(simt, (const void *)(crash_pc + 1));

    simt->on_errand = false;
    simt->current = NULL; /* so that finding() returns */
    if (number == SIGALRM)
        finding(simt, "endless loop: %P (%T) has touched no memory for %d s",
                site, block, thread, PATIENCE);
    else if (number == SIGFPE)
        finding(simt, "division by zero: %P (%T)", site, block, thread);
    else if (crash_address - stack < 4096)
        finding(simt,
                "stack overflow: %P (%T) has local variables of more than %d "
                "KiB",
                site, block, thread, STACK_BYTES >> 10);
    else if (crash_pc - t->block->image >= (uintptr_t)1 << 24)
        finding(simt, "crash: %T jumps to where no code is", block, thread);
    else
        finding(simt, "crash: %P (%T) went where nothing is", site, block,
                thread);
}

/* ------------------------------------------------------------------- blocks */

static void clear_shared(struct simt *simt, struct block *b)
{
    /* Nobody has written it; beyond what was asked for it is nobody's, like
     * what lies between two variables. */
    memset(b->shadow, 0xff, (b->shared_bytes / 4 + 1) * sizeof *b->shadow);
    for (size_t i = 0; i < simt->symbols->symbols; i++) {
        const struct source_symbol *s = &simt->symbols->symbol[i];
        const size_t used = (simt->launch->dynamic_shared_bytes + 3) / 4;
        const size_t words =
            s->bytes == DYNAMIC_SHARED ? used : (s->bytes + 3) / 4;
        if (s->storage == SOURCE_LOCAL_ZERO)
            memset(b->shadow + s->offset / 4, 0, words * sizeof *b->shadow);
    }
}

static void start_block(struct simt *simt, struct block *b)
{
    const struct simt_launch *launch = simt->launch;
    const uint32_t threads =
        launch->block[0] * launch->block[1] * launch->block[2];

    b->number =
        simt->start_order ? simt->start_order[simt->started] : simt->started;
    b->age = simt->started++;
    b->live = true;
    b->threads = b->ready = threads;
    b->done = b->waiting = b->next = 0;
    b->now_or = b->now_and = 0;
    b->priority = (int64_t)(schedule_random(simt) >> 2);
    if (simt->options.checking)
        clear_shared(simt, b);
    for (uint32_t w = 0; w * WARP < threads; w++) {
        const uint32_t lanes =
            threads - w * WARP < WARP ? threads - w * WARP : WARP;
        b->warp[w].present =
            lanes == WARP ? UINT32_MAX : ((uint32_t)1 << lanes) - 1;
        b->warp[w].done = 0;
    }
    for (uint32_t i = 0; i < threads; i++) {
        struct thread *t = &b->thread[i];
        t->state = THREAD_READY;
        t->looked = t->woken = false;
        t->looks = t->steps = 0;
        t->slice = simt->options.counting ? REQUESTS_SLICE : SLICE;
        fibre_start(t);
    }
    order_block_begins(simt, b);
    timing_begin(b);
    simt->progress++;
}

static void end_block(struct simt *simt, struct block *b)
{
    if (simt->options.counting)
        for (uint32_t w = 0; w * WARP < b->threads; w++)
            requests_flush(b->warp[w].requests);
    if (b->clock > simt->highest)
        simt->highest = b->clock;
    timing_end(simt, b);
    b->live = false;
    simt->finished++;
    simt->progress++;
}

static void thread_returned(struct simt *simt, struct thread *t)
{
    struct block *b = t->block;

    b->done++;
    b->ready--;
    t->warp->done |= (uint32_t)1 << t->lane;
    if (b->done == b->threads)
        end_block(simt, b);
    else
        sync_check_barrier(simt, b);
}

static void fill_slots(struct simt *simt)
{
    for (int s = 0; s < simt->resident && simt->started < simt->blocks; s++)
        if (!simt->block[s].live)
            start_block(simt, &simt->block[s]);
}

/* -------------------------------------------------------- nobody can run */

static const struct thread *first_in(const struct simt *simt,
                                     enum thread_state state)
{
    const struct thread *first = NULL;

    for (int s = 0; s < simt->resident; s++) {
        const struct block *b = &simt->block[s];
        for (uint32_t i = 0; b->live && i < b->threads; i++)
            if (b->thread[i].state == state &&
                (!first || b->number < first->block->number)) {
                first = &b->thread[i];
                break;
            }
    }
    return first;
}

static void report_spinning(struct simt *simt, const struct thread *t)
{
    if (simt->started < simt->blocks) {
        finding_more(simt,
                     "  Blocks start as others end. A block may wait only for "
                     "blocks that have started before it:\n  take tile numbers "
                     "by a ticket (atomicAdd), or launch no more blocks than "
                     "fit.\n");
        finding(simt,
                "needs blocks to start in order: %T waits at %P for %M to "
                "change, and so do all %d resident blocks; %u of %u blocks "
                "have not started, since nobody makes room",
                t->block->number, t->index, t->spin_site, t->block,
                t->looked_at, (size_t)4, simt->resident,
                simt->blocks - simt->started, simt->blocks);
    } else {
        finding(simt,
                "livelock: %T waits at %P for %M to change, and all others "
                "that are left only spin or wait as well",
                t->block->number, t->index, t->spin_site, t->block,
                t->looked_at, (size_t)4);
    }
}

static void report_deadlock(struct simt *simt)
{
    const struct thread *t = first_in(simt, THREAD_AT_WARP);

    if (!t) {
        t = first_in(simt, THREAD_AT_BARRIER);
        finding(simt, "deadlock: %T waits at the barrier %P for ever",
                t->block->number, t->index, t->site);
        return;
    }
    const struct thread *other = t;
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (t->mask >> lane & 1 &&
            t[(int)lane - (int)t->lane].state != THREAD_AT_WARP)
            other = t - t->lane + lane;
    if (other->state == THREAD_AT_BARRIER)
        finding(simt,
                "warp divergence: %T waits at %P for the lanes of mask %x, but "
                "%T waits at the barrier %P",
                t->block->number, t->index, t->site, t->mask, t->block->number,
                other->index, other->site);
    else
        finding(simt,
                "warp divergence: %T waits at %P for the lanes of mask %x, but "
                "%T has returned",
                t->block->number, t->index, t->site, t->mask, t->block->number,
                other->index);
}

/* A loop that looks a thousand times at a flag, for whatever reason, ends. */
static int looks_left(const struct simt *simt)
{
    const int looks = ALL_LOOKS / simt->spinners;

    if (simt->options.schedule == SCHEDULE_EXHAUSTIVE || looks < FEWEST_LOOKS)
        return FEWEST_LOOKS;
    return looks < MOST_LOOKS ? looks : MOST_LOOKS;
}

/* False: it is over. */
static bool look_once_more(struct simt *simt, uint64_t *seen, int *looks)
{
    const struct thread *spins = first_in(simt, THREAD_SPINNING);

    if (!spins) {
        report_deadlock(simt);
        return false;
    }
    *looks = *seen == simt->progress ? *looks + 1 : 0;
    *seen = simt->progress;
    simt->looks += (uint64_t)simt->spinners;
    if (*looks > looks_left(simt) || simt->looks > 16 * (uint64_t)ALL_LOOKS) {
        report_spinning(simt, spins);
        return false;
    }
    for (int s = 0; s < simt->resident; s++)
        if (simt->block[s].live)
            access_wake_all(&simt->block[s]);
    return true;
}

/* ------------------------------------------------------------------- launch */

static void run_threads(struct simt *simt, struct block *b)
{
    while (b->live && b->ready && !simt->failed) {
        struct thread *t = &b->thread[schedule_thread(simt, b)];
        fibre_run(simt, t);
        if (simt->failed)
            return;
        if (t->state == THREAD_DONE)
            thread_returned(simt, t);
        else if (t->state == THREAD_READY && t->accesses <= t->slice)
            return; /* it left at a flag: somebody else's turn, perhaps */
        else if (simt->options.schedule == SCHEDULE_RANDOM &&
                 schedule_random(simt) % 16 == 0)
            return;
    }
}

static void run_blocks(struct simt *simt)
{
    uint64_t seen = 0;
    int looks = 0;

    while (!simt->failed) {
        fill_slots(simt);
        if (simt->finished == simt->blocks)
            return;
        struct block *b = schedule_next(simt);
        if (b)
            run_threads(simt, b);
        else if (simt->options.schedule == SCHEDULE_EXHAUSTIVE &&
                 schedule_chooses(simt))
            continue;
        else if (!simt->failed && !look_once_more(simt, &seen, &looks))
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

static enum status check_shape(const struct simt_launch *launch,
                               struct problem *why)
{
    const uint64_t threads =
        (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    const uint64_t blocks =
        (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];

    if (threads == 0 || threads > MOST_THREADS)
        return problem_set(
            why, WRONG_USE, "%s: %llu threads in a block; 1 to %d are possible",
            launch->kernel, (unsigned long long)threads, MOST_THREADS);
    if (blocks == 0 || blocks >= BLOCKS_MOST)
        return problem_set(
            why, WRONG_USE, "%s: %llu blocks; the SIMT machine takes 1 to %d",
            launch->kernel, (unsigned long long)blocks, BLOCKS_MOST - 1);
    if (launch->dynamic_shared_bytes > DYNAMIC_SHARED)
        return problem_set(why, WRONG_USE,
                           "%s: %zu bytes of dynamic shared memory; at most %d",
                           launch->kernel, launch->dynamic_shared_bytes,
                           DYNAMIC_SHARED);
    return OK;
}

enum status simt_launch(struct simt *simt, const struct simt_options *options,
                        const struct simt_launch *launch, struct problem *why)
{
    struct handlers handlers;
    enum status status = check_shape(launch, why);

    if (status != OK)
        return status;
    simt->options = *options;
    simt->launch = launch;
    simt->blocks = launch->grid[0] * launch->grid[1] * launch->grid[2];
    simt->started = simt->finished = 0;
    simt->resident = resident_blocks(simt);
    simt->spinners = 0;
    simt->looks = 0;
    simt->failed = false;
    simt->words[0] = '\0';
    simt->current = NULL;
    simt->lowest_priority = 0;
    simt->random_threads =
        options->schedule == SCHEDULE_RANDOM && !options->lockstep;
    status = module_copies(simt, simt->resident, why);
    if (status == OK)
        status = module_kernel(simt, launch, why);
    if (status == OK)
        status = prepare_call(launch, why);
    if (status == OK)
        status = prepare_counting(simt, why);
    if (status != OK)
        return status;
    simt->last_end += simt->counts.launches ? model()->launch_cycles : 0;
    simt->memory_free = simt->last_end;
    for (int s = 0; s < simt->slots; s++) {
        simt->block[s].live = false;
        simt->block[s].time = simt->last_end;
    }
    order_launch_begins(simt);
    schedule_begin(simt);
    simt_running = simt;
    watch(&handlers);
    const int number = sigsetjmp(simt->crash, 1);
    guard_enter(simt->source, 0); /* exit() in it is no way to pass */
    if (number == 0)
        run_blocks(simt);
    else
        report_crash(simt, number);
    guard_leave();
    unwatch(&handlers);
    simt_running = NULL;
    simt->counts.launches++;
    simt->counts.cycles = simt->last_end;
    if (!simt->failed)
        return OK;
    *why = simt->why;
    return CHECK_FAILED;
}

/* -------------------------------------------------------------------- open */

const struct machine *simt_machine(void)
{
    return &model()->limits;
}

enum status simt_open(const struct module_source *source, struct simt **out,
                      struct problem *why)
{
    struct simt *simt = *out = calloc(1, sizeof *simt);

    if (!simt)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    simt->sync_mask = 1023;
    simt->sync = calloc(simt->sync_mask + 1, sizeof *simt->sync);
    simt->site_offset = calloc(SITES_MOST, sizeof *simt->site_offset);
    simt->site_table = calloc(2 * SITES_MOST, sizeof *simt->site_table);
    enum status status = simt->sync && simt->site_offset && simt->site_table
                             ? OK
                             : problem_set(why, MACHINE_LACKS, "out of memory");
    if (status == OK)
        status = memory_open(simt, why);
    if (status == OK)
        status = simt_load(simt, source, why);
    if (status == OK)
        return OK;
    simt_close(simt);
    *out = NULL;
    return status;
}

void simt_close(struct simt *simt)
{
    if (!simt)
        return;
    for (int s = 0; s < simt->slots; s++)
        for (int w = 0; simt->block[s].warp && w < MOST_THREADS / WARP; w++)
            free(simt->block[s].warp[w].requests);
    explore_close(simt->explore);
    simt_unload(simt);
    memory_close(simt);
    for (uint32_t i = 0; i < simt->many_room; i++)
        free(simt->many[i].reader);
    free(simt->many);
    while (simt->pool) {
        struct pool_chunk *next = simt->pool->next;
        free(simt->pool);
        simt->pool = next;
    }
    free(simt->near.list);
    free(simt->far.list);
    free(simt->sync);
    free(simt->site_offset);
    free(simt->site_table);
    free(simt->start_order);
    free(simt);
}

enum status simt_explore(struct simt *simt, int preemptions,
                         struct problem *why)
{
    explore_close(simt->explore);
    simt->explore = explore_open(preemptions);
    return simt->explore ? OK
                         : problem_set(why, MACHINE_LACKS, "out of memory");
}

void simt_begin_run(struct simt *simt)
{
    simt->path = 1;
    if (simt->explore)
        explore_begin(simt->explore);
}

bool simt_next_run(struct simt *simt)
{
    return explore_next(simt->explore);
}

struct explore_result simt_explored(const struct simt *simt)
{
    return simt->explore ? explore_result(simt->explore)
                         : (struct explore_result){0, false, false};
}

bool simt_is_unsure(const struct simt *simt)
{
    return simt->unsure;
}

uint64_t simt_path(const struct simt *simt)
{
    return simt->path;
}

const struct simt_counts *simt_counts(const struct simt *simt)
{
    return &simt->counts;
}

void simt_counts_reset(struct simt *simt)
{
    memset(&simt->counts, 0, sizeof simt->counts);
    simt->last_end = 0;
}
