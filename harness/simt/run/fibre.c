/* fibre.c - one stack for each CUDA thread, and the switch between them.
 *
 * boost.context's C entry points do the switch. Between two stacks lies a page
 * that nobody may touch. A stack that is free is taken again before a new one
 * is made, the last one first: it is still in the cache.
 */
#include "machine.h"

#include <stdlib.h>
#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

enum {
    GUARD_BYTES = 4096,      /* whoever runs over, is told */
    MOST_GUARDS = 24 * 1024, /* of a process Linux keeps 65,530 mappings: the
                                stacks beyond have no such page */
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
    const size_t stacks = (size_t)(block->slot + 1) * MOST_THREADS;
    uintptr_t *const list =
        realloc(simt->free_stack, stacks * sizeof *simt->free_stack);

    if (!list)
        return false;
    simt->free_stack = list;
    block->stacks =
        mmap(NULL, (size_t)MOST_THREADS * STACK_BYTES, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (block->stacks == MAP_FAILED)
        block->stacks = NULL;
    return block->stacks;
}

static uintptr_t stack_at(const struct simt *simt, size_t number)
{
    return (uintptr_t)simt->block[number / MOST_THREADS].stacks +
           number % MOST_THREADS * STACK_BYTES;
}

static uintptr_t take_stack(struct simt *simt)
{
    if (simt->free_stacks > 0)
        return simt->free_stack[--simt->free_stacks];

    const size_t number = simt->made_stacks++;
    const uintptr_t stack = stack_at(simt, number);
    const size_t guard = number < MOST_GUARDS ? GUARD_BYTES : 0;
    if (mprotect((char *)stack + guard, STACK_BYTES - guard,
                 PROT_READ | PROT_WRITE) != 0)
        abort();
    return stack;
}

void fibre_free(struct simt *simt, const struct thread *returned)
{
    simt->free_stack[simt->free_stacks++] = returned->stack;
}

void fibre_free_all(struct simt *simt)
{
    if (simt->free_stacks == simt->made_stacks)
        return;
    for (size_t i = 0; i < simt->made_stacks; i++)
        simt->free_stack[i] = stack_at(simt, simt->made_stacks - 1 - i);
    simt->free_stacks = simt->made_stacks;
}

/* Of the running thread, before it leaves. */
static void end_turn(struct simt *simt)
{
    struct thread *const t = simt->current;
    const uint32_t steps = (uint32_t)(t->slice - simt->left);

    t->steps += steps;
    simt->hooks += steps;
    simt->left = t->slice;
}

/* A thread that returns leaves its stack to the next: most never stop before
 * they return, and a switch costs more than they do. */
static void enter(struct transfer transfer)
{
    struct simt *simt = simt_running;
    struct thread *t = simt->current;

    *simt->leaver = transfer.from;
    do {
        simt_call_kernel(simt, t->block);
        end_turn(simt);
        t = simt_follower(simt, simt->current);
    } while (t);
    fibre_stop();
}

/* Leaves for `to`; who comes back to here tells where it has left from. */
static void jump(struct simt *simt, void **own, void *to)
{
    simt->leaver = own;
    void *const from = jump_fcontext(to, NULL).from;
    *simt->leaver = from;
}

void fibre_begin(struct thread *t)
{
    t->looked = t->woken = false;
    t->looks = t->steps = 0;
}

static void start(struct simt *simt, struct thread *t)
{
    const uintptr_t bottom = take_stack(simt);

    /* Tops of stacks at the same place of a page would all want the same few
     * lines of the cache. */
    const size_t top = STACK_BYTES - bottom / STACK_BYTES % 16 * 256;

#ifdef __SANITIZE_ADDRESS__ /* marks of frames that were never left */
    __asan_unpoison_memory_region((void *)bottom, STACK_BYTES);
#endif
    t->stack = bottom;
    t->context = make_fcontext((void *)(bottom + top), top, enter);
    fibre_begin(t);
}

static void make_current(struct simt *simt, struct thread *t)
{
    if (!t->context)
        start(simt, t);
    simt->current = t;
    simt->left = t->slice;
    t->pc = 0;
    fibre_stack = t->stack;
}

struct thread *fibre_run(struct simt *simt, struct thread *t)
{
    make_current(simt, t);
    for (;;) {
        jump(simt, &simt->scheduler, t->context);
        void (*const errand)(void *) = simt->errand;
        t = simt->current;
        if (!errand)
            break;
        simt->errand = NULL;
        simt->on_errand = true;
        errand(simt->errand_for);
        simt->on_errand = false;
    }
    simt->current = NULL;
    return t;
}

void fibre_stop(void)
{
    struct simt *simt = simt_running;

    end_turn(simt);
    jump(simt, &simt->current->context, simt->scheduler);
}

/* Threads of a block mostly run one after the other: what the next but a few
 * will need is fetched from memory while these run. */
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
    struct thread *const t = simt->current;
    struct thread *const next = simt_successor(simt, t);

    if (!next) {
        fibre_stop();
        return;
    }
    end_turn(simt);
    if (next == t)
        return;
    fetch_soon(next);
    make_current(simt, next);
    jump(simt, &t->context, next->context);
}

/* On the scheduler's stack: a fibre's is too small for reading debug
 * information. What `arg` points to may be on the fibre's. */
void fibre_errand(struct simt *simt, void (*errand)(void *), void *arg)
{
    if (!simt->current || simt->on_errand) {
        errand(arg);
        return;
    }
    simt->errand = errand;
    simt->errand_for = arg;
    fibre_stop();
}
