/* device_calls.c - calls of kernels that neither touch memory nor synchronize:
 * threadIdx and its family, printf, assert, clock64, __nanosleep, __trap. */
#include "parts.h"
#include "simt/device/calls.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PC __builtin_return_address(0)

/* Calls of printf() with a full buffer, before they count as endless. */
enum { PRINTED_MOST = 1000000 };

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

/* Prints to stderr, but no more than a GPU's buffer holds. */
/* %n: printf would write to memory, without a hook. */
static bool writes_its_length(const char *format)
{
    for (; *format; format++)
        if (*format == '%') {
            format += 1 + strspn(format + 1, "-+ #0'I*$.123456789hlLqjzt");
            if (*format == 'n' || !*format)
                return *format == 'n';
        }
    return false;
}

int simt_printf(const char *format, ...)
{
    struct simt *simt = simt_running;
    const size_t room = sizeof simt->printing.text - simt->printing.used;
    va_list values;

    if (writes_its_length(format))
        finding(simt, "printf: %P (%T) uses %%n, which CUDA does not have",
                site_of(simt, PC), simt->turn.current->block->number,
                simt->turn.current->index);
    if (room < 2) {
        if (++simt->printing.more > PRINTED_MOST)
            finding(simt, "prints without end: %P (%T)", site_of(simt, PC),
                    simt->turn.current->block->number,
                    simt->turn.current->index);
        return -1;
    }
    va_start(values, format);
    const int length = vsnprintf(simt->printing.text + simt->printing.used,
                                 room, format, values);
    va_end(values);
    fputs(simt->printing.text + simt->printing.used, stderr);
    simt->printing.used +=
        length > 0 && (size_t)length < room ? (size_t)length : room - 1;
    if (sizeof simt->printing.text - simt->printing.used < 2)
        fprintf(stderr,
                "\n(kernels have printed %zu bytes: no more is shown)\n",
                sizeof simt->printing.text);
    return length;
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
