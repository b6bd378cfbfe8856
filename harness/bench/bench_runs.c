/* bench_runs.c - starts the runs, and combines their rows. */
#include "bench_runs.h"
#include "base/guard.h"
#include "base/output_file.h"
#include "base/paths.h"
#include "runs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Their files, in the folder of the cache, which is ours alone. */
struct files {
    char csv[MAX_RUNS][PATH_MAX], json[MAX_RUNS][PATH_MAX];
    char *path[MAX_RUNS];
};

static enum status name_files(struct files *files, int count,
                              struct problem *why)
{
    char folder[PATH_MAX - 64];
    const enum status status = paths_cache(folder, sizeof folder, why);

    for (int k = 0; k < count && status == OK; k++) {
        snprintf(files->csv[k], PATH_MAX, "%s/run-%ld-%d.csv", folder,
                 (long)getpid(), k);
        snprintf(files->json[k], PATH_MAX, "%s/run-%ld-%d.json", folder,
                 (long)getpid(), k);
        files->path[k] = files->csv[k];
    }
    return status;
}

/* What was typed, with these in place of its own; the last of an option counts,
 * and after "--" there are none. Returns the words of a run, ended by NULL. */
static char **words_of_run(int argc, char *const *argv, char *const *own)
{
    int at = 1, mine = 0, used = 0;

    while (at < argc && strcmp(argv[at], "--") != 0)
        at++;
    while (own[mine])
        mine++;
    char **const out = calloc((size_t)(argc + mine + 2), sizeof *out);
    if (!out)
        return NULL;
    out[used++] = "scanlab";
    out[used++] = "bench";
    for (int i = 1; i < at; i++)
        out[used++] = argv[i];
    for (int i = 0; i < mine; i++)
        out[used++] = own[i];
    for (int i = at; i < argc; i++)
        out[used++] = argv[i];
    return out;
}

/* --------------------------------------------------------------- signals */

/* A signal that ends a bench ends the run at work, which keeps the rows that it
 * has; then what the runs have left is put together, as after the last one. */
static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDS = sizeof ends / sizeof *ends };

static volatile sig_atomic_t interrupted_by;
static volatile pid_t running; /* 0: none */

static void on_signal(int number)
{
    interrupted_by = number;
    if (running > 0)
        kill(running, SIGTERM);
}

static void take_signals(void (*handler)(int))
{
    for (int i = 0; i < ENDS; i++)
        if (ends[i] != SIGHUP || !guard_is_ignored(SIGHUP)) /* as by nohup */
            signal(ends[i], handler);
}

/* Between fork and exec a signal would be lost: until then it waits. */
static void hold_signals(sigset_t *before)
{
    sigset_t held;

    sigemptyset(&held);
    for (int i = 0; i < ENDS; i++)
        sigaddset(&held, ends[i]);
    sigprocmask(SIG_BLOCK, &held, before);
}

/* ------------------------------------------------------------------- runs */

static _Noreturn void become_run(char *const *words, const sigset_t *before)
{
    const int nowhere = open("/dev/null", O_WRONLY);

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (nowhere >= 0)
        dup2(nowhere, STDOUT_FILENO);
    take_signals(SIG_DFL);
    sigprocmask(SIG_SETMASK, before, NULL);
    execv("/proc/self/exe", words);
    _exit(MACHINE_LACKS);
}

/* Returns its exit status, or MACHINE_LACKS; *ended is the signal that ended
 * it, or 0. */
static enum status run_one(char *const *words, int *ended, struct problem *why)
{
    int status = 0;
    sigset_t before;

    *ended = 0;
    hold_signals(&before);
    const pid_t child = interrupted_by ? 0 : fork();
    if (child == 0 && !interrupted_by)
        become_run(words, &before);
    running = child > 0 ? child : 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (child < 0)
        return problem_set(why, MACHINE_LACKS, "cannot start a run: %s",
                           strerror(errno));
    if (child == 0)
        return OK;
    setpgid(child, child);
    guard_helper(child);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    running = 0;
    guard_helper(0);
    if (WIFEXITED(status))
        return (enum status)WEXITSTATUS(status); /* it has said why */
    *ended = WTERMSIG(status);
    return problem_set(why, MACHINE_LACKS, "a run was killed by signal %d",
                       *ended);
}

/* How many have been started goes to *started, a signal that ended one of them
 * to *ended. */
static enum status run_all(const struct bench_runs *runs, int argc,
                           char *const *argv, struct files *files, int *started,
                           int *ended, struct problem *why)
{
    char limit[64];
    enum status status = OK;

    snprintf(limit, sizeof limit, "--time-limit=%.3fs",
             runs->seconds / runs->count);
    for (int k = 0; k < runs->count && status == OK && !interrupted_by; k++) {
        char *const own[] = {"--runs=1", "--one-of-runs", limit,
                             "-o",       files->csv[k],   NULL};
        char **const words = words_of_run(argc, argv, own);
        fprintf(stderr, "scanlab: run %d of %d\n", k + 1, runs->count);
        *started = k + 1;
        status = words ? run_one(words, ended, why)
                       : problem_set(why, MACHINE_LACKS, "out of memory");
        if (status == CHECK_FAILED) /* the rows say so */
            status = OK;
        free(words);
    }
    return status;
}

/* Runs that have left rows come first; returns how many. */
static int find_files(struct files *files, int count)
{
    int found = 0;

    for (int k = 0; k < count; k++)
        if (access(files->csv[k], R_OK) == 0 &&
            access(files->json[k], R_OK) == 0)
            files->path[found++] = files->csv[k];
    return found;
}

static void drop_files(struct files *files, int count)
{
    for (int k = 0; k < count; k++) {
        unlink(files->csv[k]);
        unlink(files->json[k]);
        output_unnote(files->csv[k]);
        output_unnote(files->json[k]);
    }
}

/* After a signal: ends as it would have. */
static void end_by(int signal_number, const struct bench_runs *runs,
                   int started, int found)
{
    const char *const into = runs->output && found ? runs->output : NULL;

    fprintf(stderr, "scanlab: interrupted in run %d of %d; %s%s%s\n", started,
            runs->count,
            found ? "the finished rows are kept" : "no row was finished",
            into ? " in " : "", into ? into : "");
    fflush(NULL);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

enum status bench_runs(const struct bench_runs *runs, int argc,
                       char *const *argv, struct problem *why)
{
    struct files *const files = calloc(1, sizeof *files);
    struct problem later;
    int started = 0, ended = 0, found = 0;

    if (!files)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    enum status status = name_files(files, runs->count, why);
    fflush(stdout);
    for (int k = 0; k < runs->count && k < 24; k++) {
        output_note(files->csv[k]);
        output_note(files->json[k]);
    }
    take_signals(on_signal);
    if (status == OK)
        status = run_all(runs, argc, argv, files, &started, &ended, why);
    if (status == OK || interrupted_by || ended)
        found = find_files(files, started);
    if (found) {
        const enum status told =
            runs_report(files->path, found, runs->output, &later);
        if (status == OK && told != OK) {
            *why = later;
            status = told;
        }
    }
    drop_files(files, runs->count);
    free(files);
    if (interrupted_by)
        end_by(interrupted_by, runs, started, found);
    return status;
}
