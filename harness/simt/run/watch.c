/* watch.c - kernels that crash, loop without a load or store, or call exit().
 *
 * Such a kernel cannot be stopped at a hook. A signal handler leaves it for
 * good: it goes back to the scheduler by siglongjmp(), which reports what
 * happened. Then the machine can be used again.
 */
#include "watch.h"
#include "base/guard.h"
#include "parts.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

enum {
    PATIENCE = 2,     /* seconds without a load or store */
    MOST_TRIES = 2000 /* to meet the kernel's own code */
};

static volatile uint64_t steps_seen;
static volatile int idle_ticks, tries;
static volatile uintptr_t crash_pc, crash_address;

/* In a line of its own, and not in the linker's stub of a call. */
static bool is_in_kernel(const struct simt *simt, uintptr_t pc)
{
    const struct source_symbols *const symbols = simt->code.symbols;
    const uintptr_t at = pc - simt->turn.current->block->code.image;

    return at >= symbols->code_begin && at < symbols->code_end;
}

/* A loop also calls the machine, at each comparison: then the alarm comes again
 * soon, until it meets a line of the kernel. */
static bool is_met_elsewhere(const struct simt *simt)
{
    const struct itimerval soon = {{1, 0}, {0, 100}};

    if (is_in_kernel(simt, crash_pc) || tries++ == MOST_TRIES)
        return false;
    setitimer(ITIMER_REAL, &soon, NULL);
    return true;
}

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
    crash_pc = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
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

void watch_report(struct simt *simt, int number)
{
    const struct thread *t = simt->turn.current;
    const uint32_t block = t->block->number, thread = t->index;
    const uint32_t site = site_of(simt, (const void *)(crash_pc + 1));

    fibre_left(simt); /* so that finding() returns */
    if (number == SIGALRM)
        finding(simt, "endless loop: %P (%T) has touched no memory for %d s",
                site, block, thread, PATIENCE);
    else if (number == SIGFPE)
        finding(simt, "division by zero: %P (%T)", site, block, thread);
    else if (crash_address - t->stack < 4096)
        finding(simt,
                "stack overflow: %P (%T) has local variables of more than %d "
                "KiB",
                site, block, thread, STACK_BYTES >> 10);
    else if (crash_pc - t->block->code.image >= t->block->code.image_bytes)
        finding(simt, "crash: %T jumps to an address without code", block,
                thread);
    else
        finding(simt, "crash: %P (%T) accesses an address without memory", site,
                block, thread);
}
