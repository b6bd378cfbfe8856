/* device_calls.c - what kernels call besides loads, stores and synchronising:
 * threadIdx and its family, printf, assert, clock64, __nanosleep, __trap. */
#include "machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PC __builtin_return_address(0)

/* Calls of printf after the buffer is full. */
enum { PRINTED_MOST = 1000000 };

struct index simt_thread_index(void);
struct index simt_block_index(void);
struct index simt_block_size(void);
struct index simt_grid_size(void);
long long simt_clock(void);
void simt_nanosleep(unsigned ns);
int simt_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void simt_assert_failed(const char *what, const char *file, int line);
void simt_trap(void);

struct index simt_thread_index(void)
{
    return simt_running->current->place;
}

struct index simt_block_index(void)
{
    return simt_running->current->block->place;
}

struct index simt_block_size(void)
{
    const unsigned *size = simt_running->launch->block;
    return (struct index){size[0], size[1], size[2]};
}

struct index simt_grid_size(void)
{
    const unsigned *size = simt_running->launch->grid;
    return (struct index){size[0], size[1], size[2]};
}

/* Every reading is later than the one before. */
long long simt_clock(void)
{
    simt_running->hooks++;
    return (long long)simt_steps(simt_running);
}

void simt_nanosleep(unsigned ns)
{
    (void)ns;
    fibre_stop();
}

/* To stderr, and no more than a GPU's buffer holds. */
int simt_printf(const char *format, ...)
{
    struct simt *simt = simt_running;
    const size_t room = sizeof simt->printed - simt->printed_used;
    va_list values;

    if (room < 2) {
        if (++simt->printed_more > PRINTED_MOST)
            finding(simt, "prints without end: %P (%T)", site_of(simt, PC),
                    simt->current->block->number, simt->current->index);
        return -1;
    }
    va_start(values, format);
    const int length =
        vsnprintf(simt->printed + simt->printed_used, room, format, values);
    va_end(values);
    fputs(simt->printed + simt->printed_used, stderr);
    simt->printed_used +=
        length > 0 && (size_t)length < room ? (size_t)length : room - 1;
    if (sizeof simt->printed - simt->printed_used < 2)
        fprintf(stderr,
                "\n(kernels have printed %zu bytes: no more is shown)\n",
                sizeof simt->printed);
    return length;
}

void simt_assert_failed(const char *what, const char *file, int line)
{
    struct simt *simt = simt_running;
    const struct thread *t = simt->current;
    const char *slash = strrchr(file, '/');

    finding(simt, "assertion failed: %s:%d (%T): %s", slash ? slash + 1 : file,
            line, t->block->number, t->index, what);
}

void simt_trap(void)
{
    struct simt *simt = simt_running;
    const struct thread *t = simt->current;

    finding(simt, "trap: %P (%T) calls __trap()", site_of(simt, PC),
            t->block->number, t->index);
}
