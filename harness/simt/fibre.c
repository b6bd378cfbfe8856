/* fibre.c - one stack for each CUDA thread, and the switch between them.
 *
 * boost.context's C entry points do the switch. Stacks come from one mapping
 * for each block slot, with a page between them that nobody may touch; only
 * the pages that are used cost memory.
 */
#include "machine.h"

#include <ffi.h>
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

static void enter(struct transfer transfer)
{
    struct simt *simt = simt_running;

    simt->scheduler = transfer.from;
    simt_call_kernel(simt, simt->current->block);
    simt->current->state = THREAD_DONE;
    fibre_stop();
}

void fibre_start(struct thread *t)
{
    char *bottom = t->block->stacks + (size_t)t->index * STACK_BYTES;

#ifdef __SANITIZE_ADDRESS__ /* marks of frames that were never left */
    __asan_unpoison_memory_region(bottom, STACK_BYTES);
#endif
    t->context = make_fcontext(bottom + STACK_BYTES, STACK_BYTES, enter);
}

void fibre_run(struct simt *simt, struct thread *t)
{
    simt->current = t;
    t->accesses = 0;
    fibre_stack = (uintptr_t)t->block->stacks + (size_t)t->index * STACK_BYTES;
    for (;;) {
        t->context = jump_fcontext(t->context, NULL).from;
        void (*const errand)(void *) = simt->errand;
        if (!errand)
            break;
        simt->errand = NULL;
        simt->on_errand = true;
        errand(simt->errand_for);
        simt->on_errand = false;
    }
    simt->current = NULL;
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
