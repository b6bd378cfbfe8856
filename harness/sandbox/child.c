/* child.c - see child.h.
 *
 * The result is in shared memory, and counts only if the task returned and the
 * child exited with status 0. Both output streams of the child are written to a
 * file in memory. The system kills a child whose parent has exited.
 */
#include "child.h"
#include "base/host.h"
#include "base/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

/* ------------------------------------------------------------ the child */

/* Nothing of the parent's files is the child's to use, to finish or to remove.
 */
static void close_others(int alive, int keeps)
{
    const int first = alive < keeps ? alive : keeps;
    const int second = alive < keeps ? keeps : alive;

    if (first > 3)
        close_range(3, (unsigned)first - 1, 0);
    if (second > first + 1)
        close_range((unsigned)(first < 3 ? 2 : first) + 1, (unsigned)second - 1,
                    0);
    close_range((unsigned)second + 1, ~0u, 0);
}

static void become_child(const struct children_job *job, pid_t parent,
                         int alive, int words)
{
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

    prctl(PR_SET_PDEATHSIG, SIGTERM); /* a compile is cleaned up */
    if (getppid() != parent)
        _exit(0);
    output_forget_all();
    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    dup2(words, STDOUT_FILENO);
    dup2(words, STDERR_FILENO);
    close_others(alive, job->keeps);
    child_limits(job->keeps ? (size_t)1 << 30 : (size_t)8 * CHILD_WORDS);
    /* Where memory is out, the system ends it and not the parent. */
    const int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score >= 0) {
        (void)!write(score, "500", 3);
        close(score);
    }
}

static _Noreturn void live(const struct children_job *job, int task,
                           struct child_shared *shared)
{
    job->run(job->context, task, shared->result);
    fflush(stdout);
    fflush(stderr);
    shared->seal = seal_state();
    shared->finished = true;
#ifdef __SANITIZE_ADDRESS__ /* _exit() would not look; once is enough */
    if (task == 0 || task == job->tasks - 1)
        __lsan_do_leak_check();
#endif
    _exit(0);
}

/* ----------------------------------------------------------- the parent */

static size_t number_of(const char *variable)
{
    const char *const said = getenv(variable);

    return said ? strtoul(said, NULL, 10) : 0;
}

struct child_bounds child_bounds(int children, bool patient)
{
    enum { USUAL_SECONDS = 3600 };
    const size_t large = (size_t)8 << 30;
    const size_t mib = number_of("SCANLAB_CHILD_MIB");
    const unsigned seconds = (unsigned)number_of("SCANLAB_CHILD_SECONDS");
    const size_t all = host_available_bytes() / 10 * 9;
    const size_t share = all / (size_t)(children > 0 ? children : 1);
    const size_t usual = share > large ? share : all < large ? all : large;

    return (struct child_bounds){.bytes = mib ? mib << 20 : usual,
                                 .seconds = seconds   ? seconds
                                            : patient ? 0
                                                      : USUAL_SECONDS};
}

bool child_start(struct child *c, const struct children_job *job, int task)
{
    const pid_t parent = getpid();
    const struct child_bounds bounds = c->bounds;
    const size_t bytes = sizeof *c->shared + job->result_bytes;
    int ends[2];

    *c = (struct child){.task = task, .bounds = bounds, .shared_bytes = bytes};
    c->shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c->shared == MAP_FAILED)
        return false;
    c->words = memfd_create("words", MFD_CLOEXEC);
    if (c->words < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        close(c->words);
        munmap(c->shared, bytes);
        return false;
    }
    c->started = host_now();
    c->pid = fork();
    if (c->pid == 0) {
        become_child(job, parent, ends[1], c->words);
        live(job, task, c->shared);
    }
    const int error = errno;
    close(ends[1]);
    c->alive = ends[0];
    if (c->pid > 0)
        return true;
    c->pid = 0;
    child_free(c);
    errno = error;
    return false;
}

static size_t resident_bytes(pid_t pid)
{
    char path[64], text[128];
    unsigned long size = 0, resident = 0;

    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        close(file);
    if (got <= 0)
        return 0;
    text[got] = '\0';
    return sscanf(text, "%lu %lu", &size, &resident) == 2
               ? resident * (size_t)sysconf(_SC_PAGESIZE)
               : 0;
}

void child_watch(struct child *c)
{
    const uint64_t ns = host_now() - c->started;
    const struct child_bounds *const most = &c->bounds;

    if (*c->end)
        return;
    if (most->seconds && ns > (uint64_t)most->seconds * 1000000000u)
        snprintf(c->end, sizeof c->end,
                 "did not finish within %u second%s (SCANLAB_CHILD_SECONDS)",
                 most->seconds, most->seconds == 1 ? "" : "s");
    else if (most->bytes && resident_bytes(c->pid) > most->bytes)
        snprintf(c->end, sizeof c->end,
                 "used more than %zu MiB of memory (SCANLAB_CHILD_MIB)",
                 most->bytes >> 20);
    c->over_bounds = *c->end;
    if (c->over_bounds)
        kill(c->pid, SIGKILL);
}

static void tell_end(char *text, size_t size, int status)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "was killed by SIG%s",
                 sigabbrev_np(WTERMSIG(status)) ? sigabbrev_np(WTERMSIG(status))
                                                : "?");
    else
        snprintf(text, size, "ended with exit code %d",
                 WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

void child_end(struct child *c)
{
    int status = 0;

    if (c->pid <= 0)
        return;
    kill(c->pid, SIGKILL); /* that of one which has ended does nothing */
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    c->pid = 0;
    const bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!*c->end && !(well && c->shared->finished))
        tell_end(c->end, sizeof c->end, status);
    if (*c->end)
        memset(c->shared->result, 0, c->shared_bytes - sizeof *c->shared);
}

char *child_words(const struct child *c, size_t *length, bool *cut)
{
    const off_t all = lseek(c->words, 0, SEEK_END);
    const size_t most = all > CHILD_WORDS ? CHILD_WORDS
                        : all > 0         ? (size_t)all
                                          : 0;
    char *const text = most ? malloc(most + 1) : NULL;

    *length = 0;
    *cut = all > CHILD_WORDS;
    if (!text)
        return NULL;
    const ssize_t got = pread(c->words, text, most, 0);
    *length = got > 0 ? (size_t)got : 0;
    text[*length] = '\0';
    return text;
}

void child_free(struct child *c)
{
    close(c->alive);
    close(c->words);
    munmap(c->shared, c->shared_bytes);
    c->shared = NULL;
}
