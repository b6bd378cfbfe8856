/* children.c - see children.h.
 *
 * A child reads the number of a task from one pipe and writes {task, result}
 * to another; both of its output streams go to a file in memory, which the
 * parent reads after each result. A child whose parent is gone is ended by the
 * system.
 */
#include "children.h"
#include "base/output_file.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

enum { MOST_CHILDREN = 256, IDLE = -1 };

struct child {
    pid_t pid; /* 0: it is gone */
    int tasks; /* the pipe's end that the parent writes */
    int results;
    int words; /* the file in memory */
    int task;  /* or IDLE */
};

/* What came back of a task and waits for its turn. */
struct kept {
    bool ended;
    void *result;
    char *text;
    size_t length;
    char end[64]; /* "" */
};

struct run {
    const struct children_job *job;
    struct child child[MOST_CHILDREN];
    int children;
    struct kept *kept;
    int next;  /* task to hand out */
    int told;  /* tasks that done() has seen */
    int ended; /* tasks that have ended */
    bool stopped;
};

/* ------------------------------------------------------------ the child */

static bool read_all(int from, void *to, size_t bytes)
{
    for (size_t got = 0; got < bytes;) {
        const ssize_t more = read(from, (char *)to + got, bytes - got);
        if (more <= 0 && !(more < 0 && errno == EINTR))
            return false;
        got += more > 0 ? (size_t)more : 0;
    }
    return true;
}

static bool write_all(int to, const void *from, size_t bytes)
{
    for (size_t put = 0; put < bytes;) {
        const ssize_t more = write(to, (const char *)from + put, bytes - put);
        if (more <= 0 && !(more < 0 && errno == EINTR))
            return false;
        put += more > 0 ? (size_t)more : 0;
    }
    return true;
}

static _Noreturn void live(const struct children_job *job, int tasks,
                           int results, int words)
{
    void *const result = malloc(job->result_bytes);
    int32_t task;

    while (result && read_all(tasks, &task, sizeof task)) {
        memset(result, 0, job->result_bytes);
        if (ftruncate(words, 0) != 0 || lseek(words, 0, SEEK_SET) != 0)
            break;
        job->run(job->context, task, result);
        fflush(stdout);
        fflush(stderr);
        if (!write_all(results, &task, sizeof task) ||
            !write_all(results, result, job->result_bytes))
            break;
    }
    free(result);
#ifdef __SANITIZE_ADDRESS__ /* _exit() would not look */
    __lsan_do_leak_check();
#endif
    _exit(0);
}

/* No limit of address space: the stacks of fibres take much of it, and no
 * memory. */
static void limit_child(void)
{
    const struct rlimit no_core = {0, 0};
    const struct rlimit written = {(rlim_t)1 << 30, (rlim_t)1 << 30};

    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_FSIZE, &written);
}

/* Nothing of the parent's files is the child's to finish or to remove. */
static void become_child(const struct run *run, pid_t parent, int words)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    limit_child();
    output_forget_all();
    for (int i = 0; i < run->children; i++)
        if (run->child[i].pid > 0) {
            close(run->child[i].tasks);
            close(run->child[i].results);
            close(run->child[i].words);
        }
    dup2(words, STDOUT_FILENO);
    dup2(words, STDERR_FILENO);
}

/* ----------------------------------------------------------- the parent */

static bool start_child(struct run *run, struct child *c)
{
    int tasks[2], results[2];
    const pid_t parent = getpid();

    *c = (struct child){.task = IDLE};
    if (pipe(tasks) != 0)
        return false;
    if (pipe(results) != 0) {
        close(tasks[0]), close(tasks[1]);
        return false;
    }
    c->words = memfd_create("words", MFD_CLOEXEC);
    const pid_t pid = c->words >= 0 ? fork() : -1;
    if (pid == 0) {
        become_child(run, parent, c->words);
        close(tasks[1]);
        close(results[0]);
        live(run->job, tasks[0], results[1], c->words);
    }
    close(tasks[0]);
    close(results[1]);
    if (pid > 0) {
        *c = (struct child){pid, tasks[1], results[0], c->words, IDLE};
        return true;
    }
    close(tasks[1]);
    close(results[0]);
    if (c->words >= 0)
        close(c->words);
    return false;
}

/* Ends it, where it still runs; *status as of waitpid. */
static void end_child(struct child *c, bool kills, int *status)
{
    if (c->pid <= 0)
        return;
    close(c->tasks);
    close(c->results);
    if (kills)
        kill(c->pid, SIGKILL);
    while (waitpid(c->pid, status, 0) < 0 && errno == EINTR)
        ;
    close(c->words);
    c->pid = 0;
}

static void hand_out(struct run *run, struct child *c)
{
    if (run->next >= run->job->tasks || run->stopped)
        return;
    const int32_t task = run->next++;
    c->task = task;
    /* A child that cannot read it is gone: its pipe of results will say so. */
    (void)!write_all(c->tasks, &task, sizeof task);
}

static void keep_words(struct run *run, const struct child *c)
{
    struct kept *const k = &run->kept[c->task];
    const off_t length = lseek(c->words, 0, SEEK_END);
    const size_t most = length > CHILD_WORDS ? CHILD_WORDS
                        : length > 0         ? (size_t)length
                                             : 0;

    k->text = most ? malloc(most + 1) : NULL;
    if (!k->text)
        return;
    const ssize_t got = pread(c->words, k->text, most, 0);
    k->length = got > 0 ? (size_t)got : 0;
    k->text[k->length] = '\0';
}

static void tell_end(char *text, size_t size, int status)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "was ended by SIG%s",
                 sigabbrev_np(WTERMSIG(status)) ? sigabbrev_np(WTERMSIG(status))
                                                : "?");
    else
        snprintf(text, size, "ended with exit code %d",
                 WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

/* Its task is over: by a result, or with the child. */
static enum status take_result(struct run *run, struct child *c,
                               struct problem *why)
{
    const size_t bytes = run->job->result_bytes;
    const int task = c->task;
    int32_t of = IDLE;
    struct kept *const k = task == IDLE ? NULL : &run->kept[task];

    void *const result = calloc(1, bytes);
    if (!result)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    const bool fine = read_all(c->results, &of, sizeof of) &&
                      read_all(c->results, result, bytes) && of == task && k;
    if (k) {
        keep_words(run, c);
        k->ended = true;
        k->result = result;
        run->ended++;
    } else {
        free(result);
    }
    c->task = IDLE;
    if (fine)
        return OK;
    int status = 0;
    end_child(c, true, &status);
    if (k) {
        memset(k->result, 0, bytes);
        tell_end(k->end, sizeof k->end, status);
    }
    return OK;
}

/* All that have their turn. */
static void tell_done(struct run *run)
{
    const struct children_job *const job = run->job;

    while (!run->stopped && run->told < job->tasks &&
           run->kept[run->told].ended) {
        struct kept *const k = &run->kept[run->told];
        const struct child_words words = {k->text ? k->text : "", k->length,
                                          *k->end ? k->end : NULL};
        run->stopped = !job->done(job->context, run->told++, k->result, &words);
        free(k->result);
        free(k->text);
        *k = (struct kept){.ended = true};
    }
}

static int living(const struct run *run)
{
    int count = 0;

    for (int i = 0; i < run->children; i++)
        count += run->child[i].pid > 0;
    return count;
}

/* A child that ended with its task is replaced while there are others. */
static enum status replace_children(struct run *run, struct problem *why)
{
    for (int i = 0; i < run->children; i++) {
        struct child *const c = &run->child[i];
        if (c->pid > 0 || run->stopped || run->next >= run->job->tasks)
            continue;
        if (start_child(run, c))
            hand_out(run, c);
        else if (living(run) == 0)
            return problem_set(why, MACHINE_LACKS, "cannot start a process: %s",
                               strerror(errno));
    }
    return OK;
}

static enum status wait_for_results(struct run *run, struct problem *why)
{
    struct pollfd ready[MOST_CHILDREN];
    struct child *of[MOST_CHILDREN];
    int count = 0;
    enum status status = OK;

    for (int i = 0; i < run->children; i++)
        if (run->child[i].pid > 0 && run->child[i].task != IDLE) {
            of[count] = &run->child[i];
            ready[count++] =
                (struct pollfd){.fd = run->child[i].results, .events = POLLIN};
        }
    if (count == 0 || (poll(ready, (nfds_t)count, -1) < 0 && errno != EINTR))
        return problem_set(why, MACHINE_LACKS, "lost its child processes");
    for (int i = 0; i < count && status == OK; i++)
        if (ready[i].revents) {
            status = take_result(run, of[i], why);
            if (status == OK && of[i]->pid > 0)
                hand_out(run, of[i]);
        }
    return status;
}

static enum status run_in_children(struct run *run, struct problem *why)
{
    const struct children_job *const job = run->job;
    const int wanted = job->children < job->tasks ? job->children : job->tasks;
    enum status status = OK;

    fflush(stdout); /* else each child would print it once more */
    fflush(stderr);
    run->children = wanted < MOST_CHILDREN ? wanted : MOST_CHILDREN;
    for (int i = 0; i < run->children; i++)
        if (start_child(run, &run->child[i]))
            hand_out(run, &run->child[i]);
    if (living(run) == 0)
        return problem_set(why, MACHINE_LACKS, "cannot start a process: %s",
                           strerror(errno));
    while (status == OK && !run->stopped && run->told < job->tasks) {
        status = wait_for_results(run, why);
        if (status == OK && job->progress)
            job->progress(job->context, run->ended);
        tell_done(run);
        if (status == OK)
            status = replace_children(run, why);
    }
    for (int i = 0; i < run->children; i++) {
        int how;
        /* One that waits for a task ends by itself, and looks for leaks. */
        end_child(&run->child[i], run->child[i].task != IDLE, &how);
    }
    return status;
}

static enum status run_here(struct run *run, struct problem *why)
{
    const struct children_job *const job = run->job;
    void *const result = malloc(job->result_bytes);
    bool goes_on = true;

    if (!result)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (int task = 0; task < job->tasks && goes_on; task++) {
        const struct child_words none = {"", 0, NULL};
        memset(result, 0, job->result_bytes);
        job->run(job->context, task, result);
        goes_on = job->done(job->context, task, result, &none);
        if (job->progress)
            job->progress(job->context, task + 1);
    }
    free(result);
    return OK;
}

enum status children_run(const struct children_job *job, struct problem *why)
{
    struct run *const run = calloc(1, sizeof *run);
    enum status status = OK;

    if (!run)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    run->job = job;
    if (job->children == 0) {
        status = run_here(run, why);
    } else {
        run->kept = calloc((size_t)job->tasks + 1, sizeof *run->kept);
        status = run->kept ? run_in_children(run, why)
                           : problem_set(why, MACHINE_LACKS, "out of memory");
        for (int i = 0; run->kept && i < job->tasks; i++) {
            free(run->kept[i].result);
            free(run->kept[i].text);
        }
        free(run->kept);
    }
    free(run);
    return status;
}
