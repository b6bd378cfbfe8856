/* fibre.c - one stack for each CUDA thread, and the switch between them.
 *
 * boost.context's C entry points do the switch. Stacks come from one mapping
 * for each block slot, with a page between them that nobody may touch; only
 * the pages that are used cost memory.
 */
#include "machine.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

struct transfer {
    void *from, *data;
};
struct transfer jump_fcontext(void *to, void *data);
void *make_fcontext(void *stack_top, size_t bytes,
                    void (*run)(struct transfer));

uintptr_t fibre_stack;

/* A thread that returns leaves its stack to the next: most never stop before
 * they return, and a switch costs more than they do. */
static void enter(struct transfer transfer)
{
    struct simt *simt = simt_running;
    struct thread *t = simt->current;

    simt->scheduler = transfer.from;
    do {
        simt_call_kernel(simt, t->block);
        t = simt_follower(simt, simt->current);
    } while (t);
    fibre_stop();
}

static void start(struct thread *t)
{
    char *bottom = t->block->stacks + (size_t)t->index * STACK_BYTES;

    /* Tops of stacks at the same place of a page would all want the same few
     * lines of the cache. */
    const size_t top = STACK_BYTES - t->index % 16 * (size_t)256;

#ifdef __SANITIZE_ADDRESS__ /* marks of frames that were never left */
    __asan_unpoison_memory_region(bottom, STACK_BYTES);
#endif
    t->stack = (uintptr_t)bottom;
    t->context = make_fcontext(bottom + top, top, enter);
}

struct thread *fibre_run(struct simt *simt, struct thread *t)
{
    if (!t->context)
        start(t);
    simt->current = t;
    t->accesses = 0;
    t->pc = 0;
    fibre_stack = t->stack;
    for (;;) {
        void *const context = jump_fcontext(t->context, NULL).from;
        void (*const errand)(void *) = simt->errand;
        t = simt->current;
        t->context = context;
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

    simt->scheduler = jump_fcontext(simt->scheduler, NULL).from;
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
