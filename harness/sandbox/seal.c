/* seal.c - see seal.h.
 *
 * A filter of system calls (seccomp) is a small program that the operating
 * system runs before each call. libseccomp builds it from three lists:
 *
 *     allowed     done
 *     reported    SIGSYS: the handler names the call, and the process ends
 *     the rest    fails with an error, as on a system without the call
 *
 * A call outside the lists may come from another version of the C library, so
 * it does not end the process. Opening a file for reading is such a call.
 */
#include "seal.h"
#include "base/host.h"
#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A sanitizer opens files and starts programs when it has something to say. */
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define CAN_SEAL
#endif

static bool in_child;
static size_t most_bytes;
static enum seal_state state;

enum seal_state seal_state(void)
{
    return state;
}

void child_limits(size_t file_bytes)
{
    const struct rlimit no_core = {0, 0};
    const struct rlimit written = {(rlim_t)1 << 30, (rlim_t)1 << 30};

    in_child = true;
    most_bytes = file_bytes;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_FSIZE, &written); /* also of what a compiler makes */
}

#ifdef CAN_SEAL

/* ---------------------------------------------------------------- the lists */

/* A call that this machine does not have is no rule of its filter. */
static const char allowed[] =
    "read pread64 write writev pwrite64 lseek close fstat newfstatat "
    "munmap mremap madvise brk futex sched_yield sched_getaffinity "
    "nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday "
    "getpid gettid getppid getuid rt_sigaction rt_sigprocmask "
    "rt_sigreturn sigaltstack setitimer getitimer alarm restart_syscall "
    "getrandom sysinfo uname getcpu set_robust_list sched_setaffinity "
    "rseq membarrier exit exit_group";

/* The first BY_ARGUMENTS of them by their arguments. */
static const char reported[] =
    "mmap mprotect openat open tgkill creat fork vfork unlink rename "
    "link symlink mkdir rmdir chmod mknod openat2 execve execveat clone "
    "clone3 socket socketpair connect bind sendto sendmsg kill tkill "
    "ptrace process_vm_readv process_vm_writev unlinkat renameat "
    "renameat2 linkat symlinkat mkdirat mknodat fchmod fchmodat fchownat "
    "truncate mount chdir chroot setuid setgid setresuid setpgid setsid "
    "prctl seccomp bpf memfd_create perf_event_open io_uring_setup "
    "userfaultfd";

enum { BY_ARGUMENTS = 5, MAX_NAMES = 128, NAME = 32 };

/* Of the reported: resolved before the code under test runs. */
static int number_of[MAX_NAMES];

/* The first of the names, as a text of its own; returns those after it, or
 * NULL. */
static const char *next_name(const char *names, char out[NAME])
{
    const size_t length = strcspn(names, " ");

    snprintf(out, NAME, "%.*s", (int)length, names);
    return names[length] ? names + length + 1 : NULL;
}

/* --------------------------------------------------------------- the filter */

static void add(scmp_filter_ctx filter, uint32_t action, const char *name)
{
    const int number = seccomp_syscall_resolve_name(name);

    if (number >= 0)
        seccomp_rule_add(filter, action, number, 0);
}

/* `a` and `b` as scmp_compare has them; most take one. */
static void add_where(scmp_filter_ctx filter, uint32_t action, const char *name,
                      unsigned argument, enum scmp_compare compare, uint64_t a,
                      uint64_t b)
{
    const int number = seccomp_syscall_resolve_name(name);
    const struct scmp_arg_cmp where = {argument, compare, a, b};

    if (number >= 0)
        seccomp_rule_add_array(filter, action, number, 1, &where);
}

/* Reported where the file may be written to; else refused. */
static void add_open(scmp_filter_ctx filter, const char *name, unsigned flags)
{
    static const uint64_t writes[] = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC,
                                      O_APPEND};

    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++)
        add_where(filter, SCMP_ACT_TRAP, name, flags, SCMP_CMP_MASKED_EQ,
                  writes[i], writes[i]);
}

/* Memory: reported where code could be run from it. */
static void add_memory(scmp_filter_ctx filter, const char *name)
{
    add_where(filter, SCMP_ACT_TRAP, name, 2, SCMP_CMP_MASKED_EQ, PROT_EXEC,
              PROT_EXEC);
    add_where(filter, SCMP_ACT_ALLOW, name, 2, SCMP_CMP_MASKED_EQ, PROT_EXEC,
              0);
}

/* A call has rules with an argument or one without. */
static void add_rules(scmp_filter_ctx filter)
{
    const uint64_t self = (uint32_t)getpid();
    char name[NAME];

    add_memory(filter, "mmap");
    add_memory(filter, "mprotect");
    add_open(filter, "openat", 2);
    add_open(filter, "open", 1);
    /* abort() and raise() */
    add_where(filter, SCMP_ACT_ALLOW, "tgkill", 0, SCMP_CMP_EQ, self, 0);
    add_where(filter, SCMP_ACT_TRAP, "tgkill", 0, SCMP_CMP_NE, self, 0);
    /* A limit may be read. */
    add_where(filter, SCMP_ACT_ALLOW, "prlimit64", 2, SCMP_CMP_EQ, 0, 0);
    for (const char *rest = allowed; rest;) {
        rest = next_name(rest, name);
        add(filter, SCMP_ACT_ALLOW, name);
    }
    int at = 0;
    for (const char *rest = reported; rest; at++) {
        rest = next_name(rest, name);
        number_of[at] = seccomp_syscall_resolve_name(name);
        if (at >= BY_ARGUMENTS)
            add(filter, SCMP_ACT_TRAP, name);
    }
}

/* --------------------------------------------------------- reporting a call */

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

static void on_call(int number, siginfo_t *info, void *context)
{
    char name[NAME], found[NAME] = "another system call";
    const char *rest = reported;

    (void)number, (void)context;
    for (int at = 0; rest; at++) {
        rest = next_name(rest, name);
        if (number_of[at] == info->si_syscall)
            memcpy(found, name, sizeof found);
    }
    say("scanlab: the code under test tried to call ");
    say(found);
    say(", which is not allowed after loading\n");
    _exit(CHECK_FAILED);
}

/* For all threads of the process; on an old kernel for this one. */
static bool set_filter(void)
{
    const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EACCES));
    bool is_set = false;

    if (!filter)
        return false;
    add_rules(filter);
    for (uint32_t all = 1; all + 1 > 0 && !is_set; all--)
        is_set = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, all) == 0 &&
                 seccomp_load(filter) == 0;
    seccomp_release(filter);
    return is_set;
}

static void close_limits(void)
{
    const struct rlimit none = {0, 0};
    const struct rlimit written = {most_bytes, most_bytes};

    /* No further file and process, filter or not. */
    setrlimit(RLIMIT_NOFILE, &none);
    setrlimit(RLIMIT_NPROC, &none);
    setrlimit(RLIMIT_FSIZE, &written);
}

void seal(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};

    if (!in_child || state != SEAL_OPEN)
        return;
    host_available_bytes(); /* reads what it keeps */
    /* From here on it may heed no other. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    action.sa_sigaction = on_call;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSYS, &action, NULL);
    close_limits();
    state = set_filter() ? SEAL_CLOSED : SEAL_REFUSED;
}

#else

void seal(void)
{
    (void)most_bytes, (void)in_child;
}

#endif
