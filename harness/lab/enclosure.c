/* enclosure.c - see enclosure.h. */
#include "enclosure.h"
#include "namespaces.h"
#include "base/guard.h"
#include "base/host.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_GIVEN = 64 };

/* The command line: bubblewrap's arguments, this program, its arguments. */
struct line {
    struct namespaces_words before;
    char self[PATH_MAX];
    const char *word[NAMESPACES_MOST_WORDS + MAX_GIVEN];
};

static enum status make_line(const struct enclosure *enclosure,
                             const char *const *arguments, struct line *out,
                             struct problem *why)
{
    enum status status = OK;
    int used = 0;

    out->before.count = 0;
    if (enclosure->level == ISOLATION_NAMESPACES)
        status = namespaces_words(enclosure, &out->before, why);
    const ssize_t length =
        readlink("/proc/self/exe", out->self, sizeof out->self - 1);
    if (status == OK && length <= 0)
        status = problem_set(why, MACHINE_LACKS, "cannot read /proc/self/exe");
    if (status != OK)
        return status;
    out->self[length] = '\0';
    for (int i = 0; i < out->before.count; i++)
        out->word[used++] = out->before.word[i];
    out->word[used++] = out->self;
    for (int i = 0; i < MAX_GIVEN - 2 && arguments[i]; i++)
        out->word[used++] = arguments[i];
    out->word[used] = NULL;
    return OK;
}

/* ------------------------------------------------------------- in the child */

static void at_most(int what, rlim_t most)
{
    struct rlimit now;

    if (getrlimit(what, &now) == 0 && now.rlim_cur > most) {
        now.rlim_cur = most;
        setrlimit(what, &now);
    }
}

static void set_limits(unsigned seconds)
{
    char text[16];

    at_most(RLIMIT_CORE, 0);
    at_most(RLIMIT_CPU, seconds);
    at_most(RLIMIT_NOFILE, 512);
    at_most(RLIMIT_FSIZE, (rlim_t)1 << 29);
    snprintf(text, sizeof text, "%u", seconds);
    setenv("SCANLAB_CHILD_SECONDS", text, 0);
    setenv("SCANLAB_COMPILE_SECONDS", "60", 0);
    setenv("SCANLAB_CHILD_MIB", "2048", 0);
}

static _Noreturn void become(const struct enclosure *enclosure,
                             const struct line *line, int out, int err)
{
    const int nothing = open("/dev/null", O_RDONLY);

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (enclosure->level >= ISOLATION_LIMITS)
        set_limits(enclosure->seconds);
    setenv("NO_COLOR", "1", 1);
    if (chdir(enclosure->scratch) == 0)
        execv(line->word[0], (char *const *)line->word);
    _exit(127);
}

/* ------------------------------------------------------------ in the parent */

/* Returns when the child has ended, or was ended at its time limit. */
static void wait_for(const struct enclosure *enclosure, pid_t child,
                     struct enclosed *out)
{
    enum { A_TENTH = 100000000 };
    const uint64_t began = host_now();
    int end = 0;
    long pause = 500000; /* ns; longer and longer */

    for (;;) {
        const pid_t got = waitpid(child, &end, WNOHANG);
        out->seconds = (double)(host_now() - began) * 1e-9;
        if (got == child || (got < 0 && errno != EINTR))
            break;
        if (out->seconds > enclosure->seconds && !out->late) {
            out->late = true;
            kill(-child, SIGKILL);
        }
        const struct timespec time = {0, pause};
        nanosleep(&time, NULL);
        pause = pause < A_TENTH / 2 ? 2 * pause : A_TENTH;
        if (enclosure->progress)
            enclosure->progress(enclosure->context, out->seconds);
    }
    kill(-child, SIGKILL); /* any remaining processes */
    out->code = WIFEXITED(end) && !out->late ? WEXITSTATUS(end) : -1;
}

static char *read_words(int file)
{
    char *const text = malloc(ENCLOSED_MOST_WORDS + 1);
    size_t used = 0;
    ssize_t got = 1;

    lseek(file, 0, SEEK_SET);
    while (text && got > 0 && used < ENCLOSED_MOST_WORDS) {
        got = read(file, text + used, ENCLOSED_MOST_WORDS - used);
        used += got > 0 ? (size_t)got : 0;
    }
    if (text)
        text[used] = '\0';
    return text;
}

static enum status run_line(const struct enclosure *enclosure,
                            const struct line *line, int words[2],
                            struct enclosed *out, struct problem *why)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child < 0)
        return problem_set(why, MACHINE_LACKS, "cannot start a process: %s",
                           strerror(errno));
    if (child == 0)
        become(enclosure, line, words[0], words[1]);
    setpgid(child, child);
    guard_helper(child);
    wait_for(enclosure, child, out);
    guard_helper(0);
    out->out = read_words(words[0]);
    out->err = read_words(words[1]);
    if (out->out && out->err)
        return OK;
    enclosed_free(out);
    return problem_set(why, MACHINE_LACKS, "out of memory");
}

enum status enclosure_run(const struct enclosure *enclosure,
                          const char *const *arguments, struct enclosed *out,
                          struct problem *why)
{
    int words[2] = {memfd_create("out", MFD_CLOEXEC),
                    memfd_create("err", MFD_CLOEXEC)};
    struct line *const line = malloc(sizeof *line);
    enum status status = OK;

    *out = (struct enclosed){.out = NULL};
    if (!line || words[0] < 0 || words[1] < 0)
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    if (status == OK)
        status = make_line(enclosure, arguments, line, why);
    if (status == OK)
        status = run_line(enclosure, line, words, out, why);
    for (int i = 0; i < 2; i++)
        if (words[i] >= 0)
            close(words[i]);
    free(line);
    return status;
}

void enclosed_free(struct enclosed *enclosed)
{
    free(enclosed->out);
    free(enclosed->err);
    *enclosed = (struct enclosed){.out = NULL};
}
