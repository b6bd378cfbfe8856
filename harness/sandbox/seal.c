/* seal.c - see seal.h.
 *
 * A filter of system calls (seccomp) is a small program that the kernel runs
 * before each call. It is made here of three lists:
 *
 *     allowed     done
 *     reported    SIGSYS: the handler names the call, and the process ends
 *     the rest    refused with an error, as on a system that does not have it
 *
 * What is not on a list may be a call that another version of the C library
 * makes, so it ends nothing. Opening a file to read it is of that kind.
 */
#include "seal.h"
#include "base/host.h"
#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* A sanitizer opens files and starts programs when it has something to say. */
#if defined ARCHITECTURE && !defined __SANITIZE_ADDRESS__ &&                   \
    !defined __SANITIZE_THREAD__
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

static const int allowed[] = {
    __NR_read,
    __NR_pread64,
    __NR_write,
    __NR_writev,
    __NR_pwrite64,
    __NR_lseek,
    __NR_close,
    __NR_fstat,
#ifdef __NR_newfstatat
    __NR_newfstatat,
#endif
    __NR_munmap,
    __NR_mremap,
    __NR_madvise,
    __NR_brk,
    __NR_futex,
    __NR_sched_yield,
    __NR_sched_getaffinity,
    __NR_nanosleep,
    __NR_clock_nanosleep,
    __NR_clock_gettime,
    __NR_clock_getres,
    __NR_gettimeofday,
    __NR_getpid,
    __NR_gettid,
    __NR_getppid,
    __NR_getuid,
    __NR_rt_sigaction,
    __NR_rt_sigprocmask,
    __NR_rt_sigreturn,
    __NR_sigaltstack,
    __NR_setitimer,
    __NR_getitimer,
#ifdef __NR_alarm
    __NR_alarm,
#endif
    __NR_restart_syscall,
    __NR_getrandom,
    __NR_sysinfo,
    __NR_uname,
    __NR_getcpu,
    /* Of a thread that has been started, and has not run yet. */
    __NR_set_robust_list,
    __NR_sched_setaffinity,
#ifdef __NR_rseq
    __NR_rseq,
#endif
#ifdef __NR_membarrier
    __NR_membarrier,
#endif
    __NR_exit,
    __NR_exit_group,
};

static const struct {
    int number;
    const char *name;
} reported[] = {
#define REPORTED(name)                                                         \
    {                                                                          \
        __NR_##name, #name                                                     \
    }
#ifdef __NR_open
    REPORTED(open),
    REPORTED(creat),
    REPORTED(fork),
    REPORTED(vfork),
    REPORTED(unlink),
    REPORTED(rename),
    REPORTED(link),
    REPORTED(symlink),
    REPORTED(mkdir),
    REPORTED(rmdir),
    REPORTED(chmod),
    REPORTED(mknod),
#endif
    REPORTED(openat),
#ifdef __NR_openat2
    REPORTED(openat2),
#endif
    REPORTED(execve),
    REPORTED(execveat),
    REPORTED(clone),
#ifdef __NR_clone3
    REPORTED(clone3),
#endif
    REPORTED(socket),
    REPORTED(socketpair),
    REPORTED(connect),
    REPORTED(bind),
    REPORTED(sendto),
    REPORTED(sendmsg),
    REPORTED(kill),
    REPORTED(tkill),
    REPORTED(tgkill),
    REPORTED(ptrace),
    REPORTED(process_vm_readv),
    REPORTED(process_vm_writev),
    REPORTED(mmap),
    REPORTED(mprotect),
    REPORTED(unlinkat),
#ifdef __NR_renameat
    REPORTED(renameat),
#endif
    REPORTED(renameat2),
    REPORTED(linkat),
    REPORTED(symlinkat),
    REPORTED(mkdirat),
    REPORTED(mknodat),
    REPORTED(fchmod),
    REPORTED(fchmodat),
    REPORTED(fchownat),
    REPORTED(truncate),
    REPORTED(mount),
    REPORTED(chdir),
    REPORTED(chroot),
    REPORTED(setuid),
    REPORTED(setgid),
    REPORTED(setresuid),
    REPORTED(setpgid),
    REPORTED(setsid),
    REPORTED(prctl),
    REPORTED(seccomp),
    REPORTED(bpf),
    REPORTED(memfd_create),
    REPORTED(perf_event_open),
#ifdef __NR_io_uring_setup
    REPORTED(io_uring_setup),
#endif
    REPORTED(userfaultfd),
};

enum {
    ALLOWED = sizeof allowed / sizeof *allowed,
    REPORTS = sizeof reported / sizeof *reported,
    SPECIAL = 64,
    MOST_STEPS = 2 * (ALLOWED + REPORTS) + SPECIAL
};

/* --------------------------------------------------------------- the filter */

struct filter {
    struct sock_filter step[MOST_STEPS];
    unsigned short steps;
};

static void add(struct filter *f, struct sock_filter step)
{
    f->step[f->steps++] = step;
}

static void add_load(struct filter *f, size_t offset)
{
    add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                        (uint32_t)offset));
}

static void add_answer(struct filter *f, uint32_t answer)
{
    add(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, answer));
}

/* The number is loaded: if it is this one, the answer. */
static void add_call(struct filter *f, int number, uint32_t answer)
{
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                        (uint32_t)number, 0, 1));
    add_answer(f, answer);
}

/* The lower half of an argument; both machines are little-endian. */
static size_t argument(int which)
{
    return offsetof(struct seccomp_data, args) + 8 * (size_t)which;
}

/* If it is this call: where any of the bits is set in the argument, `set`, else
 * `clear`. */
static void add_bits(struct filter *f, int number, int which, uint32_t bits,
                     uint32_t set, uint32_t clear)
{
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                        (uint32_t)number, 0, 4));
    add_load(f, argument(which));
    add(f,
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    add_answer(f, set);
    add_answer(f, clear);
}

/* If it is this call: allowed where the argument is the value, else reported. */
static void add_value(struct filter *f, int number, int which, uint32_t value,
                      uint32_t other)
{
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                        (uint32_t)number, 0, 4));
    add_load(f, argument(which));
    add(f,
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
    add_answer(f, SECCOMP_RET_ALLOW);
    add_answer(f, other);
}

static void make_filter(struct filter *f)
{
    const uint32_t refused = SECCOMP_RET_ERRNO | EACCES;
    const uint32_t writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;

    f->steps = 0;
    add_load(f, offsetof(struct seccomp_data, arch));
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE,
                                        1, 0));
    add_answer(f, SECCOMP_RET_KILL_PROCESS);
    add_load(f, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < ALLOWED; i++)
        add_call(f, allowed[i], SECCOMP_RET_ALLOW);
    add_bits(f, __NR_mmap, 2, PROT_EXEC, SECCOMP_RET_TRAP, SECCOMP_RET_ALLOW);
    add_bits(f, __NR_mprotect, 2, PROT_EXEC, SECCOMP_RET_TRAP,
             SECCOMP_RET_ALLOW);
    add_bits(f, __NR_openat, 2, writes, SECCOMP_RET_TRAP, refused);
#ifdef __NR_open
    add_bits(f, __NR_open, 1, writes, SECCOMP_RET_TRAP, refused);
#endif
    /* abort() and raise() */
    add_value(f, __NR_tgkill, 0, (uint32_t)getpid(), SECCOMP_RET_TRAP);
    /* A limit may be read. */
    add_value(f, __NR_prlimit64, 2, 0, refused);
    for (int i = 0; i < REPORTS; i++)
        add_call(f, reported[i].number, SECCOMP_RET_TRAP);
    add_answer(f, refused);
}

/* --------------------------------------------------------- reporting a call */

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

static void on_call(int number, siginfo_t *info, void *context)
{
    const char *name = "another function of the system";

    (void)number, (void)context;
    for (int i = 0; i < REPORTS; i++)
        if (reported[i].number == info->si_syscall)
            name = reported[i].name;
    say("scanlab: the code under test tried to call ");
    say(name);
    say(", which is refused once it is loaded\n");
    _exit(CHECK_FAILED);
}

/* For all threads of the process; on an old kernel for this one. */
static bool set_filter(void)
{
    struct filter f;
    make_filter(&f);
    const struct sock_fprog program = {.len = f.steps, .filter = f.step};

    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER,
                   SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
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
