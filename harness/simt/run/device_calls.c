/* device_calls.c - calls of kernels that neither touch memory nor synchronize:
 * threadIdx and its family, assert, clock64, __nanosleep, __trap. */
#include "parts.h"
#include "simt/device/calls.h"

#include <string.h>

#define PC __builtin_return_address(0)

static simt_index index_of(const struct index *i)
{
    return (simt_index){i->x, i->y, i->z};
}

simt_index simt_thread_index(void)
{
    return index_of(&simt_running->turn.current->place);
}

simt_index simt_block_index(void)
{
    return index_of(&simt_running->turn.current->block->place);
}

simt_size simt_block_size(void)
{
    const unsigned *size = simt_running->launch.shape->block;
    return (simt_size){size[0], size[1], size[2]};
}

simt_size simt_grid_size(void)
{
    const unsigned *size = simt_running->launch.shape->grid;
    return (simt_size){size[0], size[1], size[2]};
}

/* Each call returns a later time than the one before. */
long long simt_clock(void)
{
    turn_extra_step(&simt_running->turn);
    return (long long)simt_steps(simt_running);
}

void simt_nanosleep(unsigned ns)
{
    compared_by_call(simt_running, ns, sizeof ns, PC);
    fibre_stop();
}

void simt_assert_failed(const char *what, const char *file, int line)
{
    struct simt *simt = simt_running;
    const struct thread *t = simt->turn.current;
    const char *slash = strrchr(file, '/');

    finding(simt, "assertion failed: %s:%d (%T): %s", slash ? slash + 1 : file,
            line, t->block->number, t->index, what);
}

void simt_trap(void)
{
    struct simt *simt = simt_running;
    const struct thread *t = simt->turn.current;

    finding(simt, "trap: %P (%T) calls __trap()", site_of(simt, PC),
            t->block->number, t->index);
}
