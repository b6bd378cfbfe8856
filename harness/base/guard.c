/* guard.c - messages about crashes and signals. */
#include "guard.h"
#include "output_file.h"
#include "status.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static const char *volatile guarded; /* the source that runs, or NULL */
/* Code that may run at any time, such as a monoid's op; or NULL. */
static const char *volatile suspect;

static guard_namer *volatile namer;
static char crash_place[300]; /* "own.c:12", or "" */

/* A handler may only use write(2). */
static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

_Noreturn static void end(void)
{
    output_remove_temporaries();
    _exit(CHECK_FAILED);
}

static void last_words(const char *what)
{
    say("scanlab: ");
    say(*crash_place ? crash_place : guarded ? guarded : suspect);
    say(what);
    end();
}

/* ------------------------------------------------------------------ places */

struct place {
    const char *begin;
    size_t bytes;
    const char *where, *array;
};

enum { MAX_PLACES = 64 };

static struct place places[MAX_PLACES];

void guard_place(const void *begin, size_t bytes, const char *where,
                 const char *array)
{
    for (int i = 0; i < MAX_PLACES; i++)
        if (!places[i].begin) {
            places[i] = (struct place){begin, bytes, where, array};
            return;
        }
}

void guard_forget(const void *begin)
{
    for (int i = 0; i < MAX_PLACES; i++)
        if (places[i].begin == begin)
            places[i].begin = NULL;
}

static const struct place *place_of(const void *address)
{
    for (int i = 0; i < MAX_PLACES; i++)
        if (places[i].begin &&
            (uintptr_t)address - (uintptr_t)places[i].begin < places[i].bytes)
            return &places[i];
    return NULL;
}

/* ----------------------------------------------------------------- signals */

static const char *volatile crash; /* while its place is being named */

static const char *crash_words(int number)
{
    switch (number) {
    case SIGFPE:
        return ": the code divides by zero, or the most negative number of a "
               "type by -1\n";
    case SIGILL: return ": the code executed an illegal instruction\n";
    case SIGABRT: return ": the code aborted (or corrupted the heap)\n";
    default:
        return ": the code crashed: it accessed memory that is not its own\n";
    }
}

static const void *instruction_of(const void *context)
{
#if defined __x86_64__
    return (const void *)((const ucontext_t *)context)
        ->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return (const void *)((const ucontext_t *)context)->uc_mcontext.pc;
#else
    (void)context;
    return NULL;
#endif
}

/* Only once: if naming the place crashes, or waits for a heap lock held by the
 * code, the place stays unnamed. After abort() the heap may be corrupt. */
static void name_place(int number, const void *context)
{
    guard_namer *const name = namer;
    char place[sizeof crash_place];

    namer = NULL;
    if (!guarded || !name || number == SIGABRT)
        return;
    crash = crash_words(number);
    alarm(2);
    if (name(instruction_of(context), place, sizeof place))
        memcpy(crash_place, place, sizeof place);
    alarm(0);
    crash = NULL;
}

static void on_crash(int number, siginfo_t *info, void *context)
{
    const struct place *const place =
        number == SIGSEGV ? place_of(info->si_addr) : NULL;

    name_place(number, context);
    if (guarded && place) {
        say("scanlab: ");
        say(*crash_place ? crash_place : guarded);
        say(": the code reads or writes ");
        say(place->where);
        say(" ");
        say(place->array);
        say("\n");
        end();
    }
#ifdef SI_KERNEL /* no address from the processor for these */
    if (guarded && number == SIGSEGV && info->si_code == SI_KERNEL)
        last_words(": the code crashed: it used an invalid address, or one not "
                   "aligned for a vector\n");
#endif
    if (guarded || suspect)
        last_words(crash_words(number));
    signal(number, SIG_DFL);
    raise(number);
}

static void on_alarm(int number)
{
    (void)number;
    if (crash)
        last_words(crash);
    if (guarded)
        last_words(": the code does not end (an endless loop, or threads "
                   "that wait for each other)\n");
}

static volatile pid_t helper;

void guard_helper(pid_t group)
{
    helper = group;
}

/* Compilers remove their own temporary files at SIGTERM. */
static void end_helper(void)
{
    if (helper <= 0)
        return;
    kill(-helper, SIGTERM);
    waitpid(helper, NULL, 0);
}

static void on_end(int number)
{
    end_helper();
    output_remove_temporaries();
    signal(number, SIG_DFL);
    raise(number);
}

static void on_exit_of_program(void)
{
    if (guarded)
        last_words(": the code called exit()\n");
}

static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_flags = flags};

    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void handle_crash(int number)
{
    struct sigaction action = {.sa_flags =
                                   SA_ONSTACK | SA_SIGINFO | SA_NODEFER};

    action.sa_sigaction = on_crash;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

bool guard_is_ignored(int number)
{
    struct sigaction before;

    return sigaction(number, NULL, &before) == 0 &&
           before.sa_handler == SIG_IGN;
}

void guard_install(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    enum { STACK = 1 << 20 };
    /* A separate stack: the crash may be a stack overflow. */
    void *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const stack_t other = {.ss_sp = stack, .ss_size = STACK};

    if (stack != MAP_FAILED)
        sigaltstack(&other, NULL);
    signal(SIGPIPE, SIG_IGN); /* so that files are finished or removed */
    signal(SIGXFSZ, SIG_IGN); /* a file over its limit is a failed write */
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends[i] != SIGHUP || !guard_is_ignored(SIGHUP)) /* as by nohup */
            handle(ends[i], on_end, 0);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        handle_crash(crashes[i]);
#else
    (void)crashes, (void)handle_crash; /* the sanitizer reports more */
#endif
    handle(SIGALRM, on_alarm, 0);
    atexit(on_exit_of_program);
}

/* Threads take their stack size from the limit at program start, so the program
 * must be restarted. */
enum status guard_stack(char **argv, struct problem *why)
{
    enum { LEAST = 2 << 20, USUAL = 8 << 20 };
    struct rlimit limit;

    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= LEAST)
        return OK;
    const rlim_t was = limit.rlim_cur;
    limit.rlim_cur = USUAL;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < USUAL)
        limit.rlim_cur = limit.rlim_max;
    if (limit.rlim_cur >= LEAST && setrlimit(RLIMIT_STACK, &limit) == 0)
        execv("/proc/self/exe", argv);
    return problem_set(
        why, MACHINE_LACKS,
        "the stack limit is %llu KiB, but %d are needed: ulimit -s %d",
        (unsigned long long)(was >> 10), LEAST >> 10, USUAL >> 10);
}

void guard_name_places(guard_namer *names)
{
    namer = names;
}

void guard_enter(const char *source, unsigned seconds)
{
    guarded = source;
    if (seconds)
        alarm(seconds);
}

void guard_suspect(const char *source)
{
    suspect = source;
}

void guard_leave(void)
{
    guarded = NULL;
    alarm(0);
}

void guard_give_up(const char *line)
{
    fflush(stdout);
    say("scanlab: ");
    say(line);
    say("\n");
    end();
}
