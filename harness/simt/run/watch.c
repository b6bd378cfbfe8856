/* watch.c - kernels that crash, loop without a load or store, or call exit().
 *
 * Such a kernel cannot be stopped at a hook. A signal handler abandons the
 * kernel and jumps back, with siglongjmp(), to the scheduler, which reports
 * what happened. The machine can then be used again.
 */
#include "watch.h"
#include "base/guard.h"
#include "parts.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

enum {
    PATIENCE = 2,    /* seconds without a load or store */
    MAX_TRIES = 2000 /* to meet the kernel's own code */
};

static volatile uint64_t steps_seen;
static volatile int idle_ticks, tries;
static volatile uintptr_t crash_pc, crash_address;
static volatile bool overflows; /* a division, whose divisor is not 0 */

static bool is_in_kernel(const struct simt *simt, uintptr_t pc)
{
    const struct source_symbols *const symbols = simt->code.symbols;
    const uintptr_t at = pc - simt->turn.current->block->code.image;

    return at >= symbols->code_begin && at < symbols->code_end;
}

#if defined __x86_64__
/* In the linker's stub of a call, which comes before the code and leaves the
 * stack unchanged: the call, whose return address is on top. A loop that calls
 * the machine is caught here more often than on a line of the loop. */
static uintptr_t out_of_stub(const struct simt *simt, const greg_t *value)
{
    const uintptr_t pc = (uintptr_t)value[REG_RIP];
    const uintptr_t image = simt->turn.current->block->code.image;

    if (pc < image || pc - image >= simt->code.symbols->code_begin)
        return pc;
    const uintptr_t call = *(const uintptr_t *)value[REG_RSP] - 1;
    return is_in_kernel(simt, call) ? call : pc;
}
#endif

/* A loop also calls the machine, at each comparison: then the alarm soon comes
 * again, until it catches a line of the kernel. */
static bool is_met_elsewhere(const struct simt *simt)
{
    const struct itimerval soon = {{1, 0}, {0, 100}};

    if (is_in_kernel(simt, crash_pc) || tries++ == MAX_TRIES)
        return false;
    setitimer(ITIMER_REAL, &soon, NULL);
    return true;
}

#if defined __x86_64__
/* The division at which the processor stopped: its divisor is 0 or -1. This is
 * how compilers encode it without optimisation, with the divisor in a register,
 * or with a register that points to it:
 *
 *     f7 7d ec    idivl -0x14(%rbp)       41 f7 f8    idivl %r8d
 */
static bool divides_by_minus_one(const ucontext_t *context)
{
    static const int registers[16] = {
        REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
        REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    const greg_t *const value = context->uc_mcontext.gregs;
    const uint8_t *at = (const uint8_t *)value[REG_RIP];
    int32_t far;

    at += *at == 0x66; /* of 16 bits */
    const unsigned more = *at >> 4 == 4 ? *at++ : 0;
    if (*at++ != 0xf7)
        return false;
    const unsigned form = *at >> 6, low = *at & 7u;
    const greg_t base = value[registers[low | (more & 1) << 3]];
    memcpy(&far, at + 1, sizeof far);
    if (form == 3)
        return (int16_t)base == -1;
    if (low == 4 || form == 0)
        return false; /* more than a register and a distance */
    return *(const int16_t *)(base + (form == 1 ? (int8_t)far : far)) == -1;
}
#endif

static void on_crash(int number, siginfo_t *info, void *context)
{
    struct simt *simt = simt_running;

    if (number == SIGALRM && simt && !simt->turn.current)
        return; /* between two fibres */
    if (!simt || !simt->turn.current) {
        signal(number, SIG_DFL);
        return; /* a fault of scanlab itself, which now comes again */
    }
    if (number == SIGALRM) {
        const uint64_t steps = simt_steps(simt);
        idle_ticks = steps == steps_seen ? idle_ticks + 1 : 0;
        steps_seen = steps;
        if (idle_ticks < PATIENCE) {
            tries = 0;
            return;
        }
    }
#if defined __x86_64__
    const greg_t *const value = ((ucontext_t *)context)->uc_mcontext.gregs;
    crash_pc = number == SIGALRM ? out_of_stub(simt, value)
                                 : (uintptr_t)value[REG_RIP];
    overflows = number == SIGFPE && divides_by_minus_one(context);
#elif defined __aarch64__
    crash_pc = (uintptr_t)((ucontext_t *)context)->uc_mcontext.pc;
#else
    (void)context;
#endif
    if (number == SIGALRM && is_met_elsewhere(simt))
        return;
    crash_address = (uintptr_t)info->si_addr;
    siglongjmp(simt->ending.crash, number);
}

static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
enum { CAUGHT = sizeof caught / sizeof *caught };

static struct sigaction old[CAUGHT];
static struct itimerval old_timer;

void watch_begin(struct simt *simt)
{
    const struct itimerval each_second = {{1, 0}, {1, 0}};
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};

    action.sa_sigaction = on_crash;
    sigemptyset(&action.sa_mask);
    idle_ticks = 0;
    guard_enter(simt->code.source, 0); /* exit() in a kernel is a failure */
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &action, &old[i]);
    setitimer(ITIMER_REAL, &each_second, &old_timer);
}

void watch_end(void)
{
    guard_leave();
    setitimer(ITIMER_REAL, &old_timer, NULL);
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &old[i], NULL);
}

/* The processor stops at a division by 0, and at one whose quotient does not
 * fit its type. */
static void report_division(struct simt *simt, const struct thread *t,
                            uint32_t site)
{
    if (!overflows) {
        finding(simt, "division by zero: %P (%T)", site, t->block->number,
                t->index);
        return;
    }
    finding_more(simt, "  The quotient does not fit into its type, which is "
                       "undefined behaviour in C++. A GPU carries on\n  with "
                       "an arbitrary number and reports no error.\n");
    finding(simt,
            "division overflow: %P (%T) divides the most negative number of "
            "its type by -1",
            site, t->block->number, t->index);
}

void watch_report(struct simt *simt, int number)
{
    const struct thread *t = simt->turn.current;
    const uint32_t block = t->block->number, thread = t->index;
    const uint32_t site = site_of(simt, (const void *)(crash_pc + 1));

    fibre_left(simt); /* so that finding() returns */
    if (number == SIGALRM)
        finding(simt, "endless loop: %P (%T) has not accessed memory for %d s",
                site, block, thread, PATIENCE);
    else if (number == SIGFPE)
        report_division(simt, t, site);
    else if (crash_address - t->stack < 4096)
        finding(
            simt,
            "stack overflow: %P (%T) has more than %d KiB of local variables",
            site, block, thread, STACK_BYTES >> 10);
    else if (crash_pc - t->block->code.image >= t->block->code.image_bytes)
        finding(simt, "crash: %T jumps to an address that holds no code", block,
                thread);
    else
        finding(simt, "crash: %P (%T) accesses an address that is not mapped",
                site, block, thread);
}
