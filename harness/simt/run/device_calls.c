/* device_calls.c - calls from kernels that neither touch memory nor
 * synchronise: assert, clock64, __nanosleep, __trap, and asm statements that
 * may move. */
#include "parts.h"
#include "report.h"
#include "simt/device/calls.h"

#include <string.h>

#define PC __builtin_return_address(0)

/* A thread that only sleeps or reads the clock makes no access: these calls
 * count as accesses, so that it ends, too. */
enum { CLOCK_STEPS = 16, SLEEP_STEPS = 64 };

static void pass_time(struct simt *simt, uint32_t steps, const void *pc)
{
    struct thread *const t = simt->turn.current;

    t->steps += steps;
    if (t->steps > MAX_ACCESSES)
        finding(simt,
                "endless loop: %P (%T) repeatedly sleeps or reads the clock, "
                "and reaches neither a barrier nor its end",
                site_of(simt, pc), t->block->number, t->index);
}

/* Each call returns a later time than the one before. */
long long simt_clock(void)
{
    turn_extra_step(&simt_running->turn);
    pass_time(simt_running, CLOCK_STEPS, PC);
    return (long long)simt_steps(simt_running);
}

void simt_nanosleep(unsigned ns)
{
    compared_by_call(simt_running, ns, sizeof ns, PC);
    pass_time(simt_running, SLEEP_STEPS, PC);
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

void simt_asm_may_move(int lacks)
{
    struct simt *const simt = simt_running;

    if (*simt->notes.line[NOTE_ASM])
        return;
    note(simt, NOTE_ASM,
         lacks == SIMT_ASM_MEMORY
             ? "%P: this asm accesses memory and has no \"memory\" clobber: a "
               "GPU's compiler may move other loads and stores across it"
         : lacks == SIMT_ASM_VOLATILE
             ? "%P: this asm accesses memory and is not volatile: a GPU's "
               "compiler may move it or remove it"
             : "%P: this asm accesses memory, is not volatile and has no "
               "\"memory\" clobber: a GPU's compiler may move it or remove it",
         site_of(simt, PC));
}
