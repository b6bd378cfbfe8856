/* fibre.c - one stack for each CUDA thread, and the switch between them.
 *
 * The C entry points of boost.context perform the switch. Between two stacks
 * there is a page that no thread may touch. The stack that was freed last is
 * reused first, since it is still in the cache. A new stack is made only when
 * none is free.
 */
#include "fibre.h"
#include "parts.h"

#include <stdlib.h>
#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

enum {
    GUARD_BYTES = 4096, /* a thread that touches these is reported */
    /* Linux allows 65,530 mappings in a process: later stacks have no guard. */
    MAX_GUARDS = 24 * 1024
};

struct transfer {
    void *from, *data;
};
struct transfer jump_fcontext(void *to, void *data);
void *make_fcontext(void *stack_top, size_t bytes,
                    void (*run)(struct transfer));

uintptr_t fibre_stack;

bool fibre_reserve(struct simt *simt, struct block *block)
{
    const size_t stacks = (size_t)(block->slot + 1) * MAX_THREADS;
    uintptr_t *const list = realloc(simt->fibres.free_stack,
                                    stacks * sizeof *simt->fibres.free_stack);

    if (!list)
        return false;
    simt->fibres.free_stack = list;
    block->stacks =
        mmap(NULL, (size_t)MAX_THREADS * STACK_BYTES, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (block->stacks == MAP_FAILED)
        block->stacks = NULL;
    return block->stacks;
}

/* Removes AddressSanitizer's marks of frames that were never left. The marks
 * would even outlive the mapping, and apply to whatever is mapped there next.
 */
static void forget_frames(uintptr_t bottom)
{
#ifdef __SANITIZE_ADDRESS__
    __asan_unpoison_memory_region((void *)bottom, STACK_BYTES);
#else
    (void)bottom;
#endif
}

void fibre_release(const struct simt *simt, struct block *block)
{
    const size_t first = (size_t)block->slot * MAX_THREADS;

    if (!block->stacks)
        return;
    for (size_t i = 0; i < MAX_THREADS && first + i < simt->fibres.made_stacks;
         i++)
        forget_frames((uintptr_t)block->stacks + i * STACK_BYTES);
    munmap(block->stacks, (size_t)MAX_THREADS * STACK_BYTES);
    block->stacks = NULL;
}

static uintptr_t stack_at(const struct simt *simt, size_t number)
{
    return (uintptr_t)simt->launch.block[number / MAX_THREADS].stacks +
           number % MAX_THREADS * STACK_BYTES;
}

/* 0: memory is out. */
static uintptr_t take_stack(struct simt *simt)
{
    if (simt->fibres.free_stacks > 0)
        return simt->fibres.free_stack[--simt->fibres.free_stacks];

    const size_t number = simt->fibres.made_stacks;
    const uintptr_t stack = stack_at(simt, number);
    const size_t guard = number < MAX_GUARDS ? GUARD_BYTES : 0;
    if (mprotect((char *)stack + guard, STACK_BYTES - guard,
                 PROT_READ | PROT_WRITE) != 0)
        return 0;
    simt->fibres.made_stacks++;
    return stack;
}

void fibre_free(struct simt *simt, const struct thread *returned)
{
    simt->fibres.free_stack[simt->fibres.free_stacks++] = returned->stack;
}

void fibre_free_all(struct simt *simt)
{
    if (simt->fibres.free_stacks == simt->fibres.made_stacks)
        return;
    for (size_t i = 0; i < simt->fibres.made_stacks; i++)
        simt->fibres.free_stack[i] =
            stack_at(simt, simt->fibres.made_stacks - 1 - i);
    simt->fibres.free_stacks = simt->fibres.made_stacks;
}

/* Counts the turn of the running thread, before that thread leaves. */
static void end_turn(struct simt *simt)
{
    struct thread *const t = simt->turn.current;

    if (simt->stale.bytes)
        stale_ends(simt);
    if (simt->same_store.waits)
        same_store_ends(simt);
    const uint32_t steps = (uint32_t)(t->slice - simt->turn.left);
    t->steps += steps;
    simt->turn.hooks += steps;
    simt->turn.left = t->slice;
}

/* A thread that returns passes its stack to the next one. Most threads never
 * stop before they return, and a switch costs more than they do. */
static void enter(struct transfer transfer)
{
    struct simt *simt = simt_running;
    struct thread *t = simt->turn.current;

    *simt->fibres.leaver = transfer.from;
    do {
        launch_call_kernel(simt, t->block);
        end_turn(simt);
        t = launch_follower(simt, simt->turn.current);
    } while (t);
    fibre_stop();
}

/* Switches to `to`. The fibre that later switches back here passes the place
 * where it left, which is stored for it. */
static void jump(struct simt *simt, void **own, void *to)
{
    simt->fibres.leaver = own;
    void *const from = jump_fcontext(to, NULL).from;
    *simt->fibres.leaver = from;
}

void fibre_begin(struct thread *t)
{
    t->looked = t->woken = false;
    t->looked_at = 0;
    t->swapped = 0;
    t->looks = t->steps = t->insists = t->stale = 0;
}

/* False: there is no memory for the thread's stack. */
static bool start(struct simt *simt, struct thread *t)
{
    const uintptr_t bottom = take_stack(simt);

    if (!bottom)
        return false;

    /* If all stacks began at the same offset in a page, their tops would all
     * use the same few lines of the cache. */
    const size_t top = STACK_BYTES - bottom / STACK_BYTES % 16 * 256;

    forget_frames(bottom);
    t->stack = bottom;
    t->context = make_fcontext((void *)(bottom + top), top, enter);
    fibre_begin(t);
    return true;
}

static bool make_current(struct simt *simt, struct thread *t)
{
    if (!t->context && !start(simt, t))
        return false;
    simt->turn.current = t;
    simt->turn.left = t->slice;
    t->pc = 0;
    fibre_stack = t->stack;
    indices_of_thread(t);
    return true;
}

struct thread *fibre_run(struct simt *simt, struct thread *t)
{
    if (!make_current(simt, t))
        return NULL;
    for (;;) {
        jump(simt, &simt->fibres.scheduler, t->context);
        void (*const errand)(void *) = simt->fibres.errand;
        t = simt->turn.current;
        if (!errand)
            break;
        simt->fibres.errand = NULL;
        simt->fibres.on_errand = true;
        errand(simt->fibres.errand_for);
        simt->fibres.on_errand = false;
    }
    simt->turn.current = NULL;
    return t;
}

void fibre_stop(void)
{
    struct simt *simt = simt_running;

    end_turn(simt);
    jump(simt, &simt->turn.current->context, simt->fibres.scheduler);
}

/* Threads of a block mostly run one after the other: the frames of a thread are
 * fetched from memory while those a few places before it run. */
static void fetch_soon(const struct thread *t)
{
    enum { AHEAD = 4, LINES = 4, LINE = 64 };

    if (t->index + AHEAD >= t->block->threads)
        return;
    const char *const frames = t[AHEAD].context;
    for (int i = 0; frames && i < LINES; i++)
        __builtin_prefetch(frames + (ptrdiff_t)i * LINE);
}

void fibre_wait(void)
{
    struct simt *simt = simt_running;
    struct thread *const t = simt->turn.current;
    struct thread *const next = launch_successor(simt, t);

    if (!next) {
        fibre_stop();
        return;
    }
    end_turn(simt);
    if (next == t)
        return;
    fetch_soon(next);
    if (!make_current(simt, next))
        end_out_of_memory(simt);
    jump(simt, &t->context, next->context);
}

void fibre_errand(struct simt *simt, void (*errand)(void *), void *arg)
{
    if (!simt->turn.current || simt->fibres.on_errand) {
        errand(arg);
        return;
    }
    simt->fibres.errand = errand;
    simt->fibres.errand_for = arg;
    fibre_stop();
}

bool fibre_is_running(const struct simt *simt)
{
    return simt->turn.current && !simt->fibres.on_errand;
}

void fibre_left(struct simt *simt)
{
    simt->fibres.on_errand = false;
    simt->turn.current = NULL;
}

void fibre_close(struct simt *simt)
{
    free(simt->fibres.free_stack);
}
