/* bench_runs.c - starts the runs, and has their rows put together. */
#include "bench_runs.h"
#include "base/guard.h"
#include "base/output_file.h"
#include "base/paths.h"
#include "bench/runs.h"

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
    char csv[MOST_RUNS][PATH_MAX], json[MOST_RUNS][PATH_MAX];
    char *path[MOST_RUNS];
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

/* Returns its exit status, or MACHINE_LACKS. */
static enum status run_one(char *const *words, struct problem *why)
{
    int status = 0;
    const pid_t child = fork();

    if (child < 0)
        return problem_set(why, MACHINE_LACKS, "cannot start a run: %s",
                           strerror(errno));
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (nowhere >= 0)
            dup2(nowhere, STDOUT_FILENO);
        execv("/proc/self/exe", words);
        _exit(MACHINE_LACKS);
    }
    setpgid(child, child);
    guard_helper(child);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    guard_helper(0);
    if (!WIFEXITED(status))
        return problem_set(why, MACHINE_LACKS, "a run was ended by signal %d",
                           WTERMSIG(status));
    return (enum status)WEXITSTATUS(status); /* it has said why */
}

static enum status run_all(const struct bench_runs *runs, int argc,
                           char *const *argv, struct files *files,
                           struct problem *why)
{
    char limit[64];
    enum status status = OK;

    snprintf(limit, sizeof limit, "--time-limit=%.3fs",
             runs->seconds / runs->count);
    for (int k = 0; k < runs->count && status == OK; k++) {
        char *const own[] = {"--runs=1", limit, "-o", files->csv[k], NULL};
        char **const words = words_of_run(argc, argv, own);
        fprintf(stderr, "scanlab: run %d of %d\n", k + 1, runs->count);
        status = words ? run_one(words, why)
                       : problem_set(why, MACHINE_LACKS, "out of memory");
        if (status == CHECK_FAILED) /* the rows say so */
            status = OK;
        free(words);
    }
    return status;
}

enum status bench_runs(const struct bench_runs *runs, int argc,
                       char *const *argv, struct problem *why)
{
    struct files *const files = calloc(1, sizeof *files);
    enum status status = files
                             ? name_files(files, runs->count, why)
                             : problem_set(why, MACHINE_LACKS, "out of memory");

    fflush(stdout);
    for (int k = 0; files && k < runs->count && k < 24; k++) {
        output_note(files->csv[k]);
        output_note(files->json[k]);
    }
    if (status == OK)
        status = run_all(runs, argc, argv, files, why);
    if (status == OK)
        status = runs_report(files->path, runs->count, runs->output, why);
    for (int k = 0; files && k < runs->count; k++) {
        unlink(files->csv[k]);
        unlink(files->json[k]);
        output_unnote(files->csv[k]);
        output_unnote(files->json[k]);
    }
    free(files);
    return status;
}
