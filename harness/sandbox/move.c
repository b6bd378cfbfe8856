/* move.c - see move.h. */
#include "move.h"
#include "base/host.h"
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile pid_t moved;

/* The child ends first, and removes what it has half written. */
static void pass_on(int number)
{
    if (moved > 0)
        kill(moved, number);
}

static int wait_for(struct child *c)
{
    struct pollfd ready = {.fd = c->alive, .events = POLLIN};
    int status = 0;

    while (poll(&ready, 1, 100) <= 0)
        child_watch(c);
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

static _Noreturn void end_as(const struct child *c, int status)
{
    if (WIFEXITED(status))
        exit(WEXITSTATUS(status));
    const int number = WTERMSIG(status);
    if (*c->end) {
        fprintf(stderr, "scanlab: the process that ran the code %s\n", c->end);
        exit(status_exit(c->over_bounds ? NOT_JUDGED : CHECK_FAILED));
    }
    if (number == SIGINT || number == SIGTERM || number == SIGHUP ||
        number == SIGPIPE) {
        signal(number, SIG_DFL);
        raise(number);
    }
    fprintf(stderr, "scanlab: the process that ran the code was killed by %s\n",
            strsignal(number));
    exit(CHECK_FAILED);
}

enum status move_into_child(bool patient, struct problem *why)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    const pid_t parent = getpid();
    struct child c = {.bounds = child_bounds(1, patient),
                      .started = host_now()};
    int pipe_ends[2];

    fflush(NULL);
    if (pipe2(pipe_ends, O_CLOEXEC) != 0 || (c.pid = fork()) < 0)
        return problem_set(why, MACHINE_LACKS, "cannot start a process: %s",
                           strerror(errno));
    if (c.pid == 0) {
        const struct rlimit no_core = {0, 0};
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent)
            _exit(0);
        setrlimit(RLIMIT_CORE, &no_core);
        close(pipe_ends[0]);
        return OK; /* with the other end open */
    }
    close(pipe_ends[1]);
    c.alive = pipe_ends[0];
    moved = c.pid;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction before;
        if (sigaction(ends[i], NULL, &before) == 0 &&
            before.sa_handler != SIG_IGN)
            signal(ends[i], pass_on);
    }
    end_as(&c, wait_for(&c));
}
