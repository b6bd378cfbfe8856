/* ranks.c - loads the MPI part, and makes the ranks agree. */
#include "ranks.h"
#include "base/paths.h"
#include "base/pool.h"
#include "compile/module.h"

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

static const struct mpi_calls *mpi;
static int me, ranks = 1, sharing = 1;
static struct module module;

/* What all ranks have agreed on, once one has failed. */
static enum status agreed;
static struct problem agreed_why;

static bool declined;

/* The first of these variables that is set, or NULL. */
static const char *first_set(const char *const *names)
{
    const char *value = NULL;

    while (!value && *names)
        value = getenv(*names++);
    return value;
}

/* This process's rank as its launcher says; NULL: there is none. */
static const char *launched_as(void)
{
    /* Open MPI; MPICH and its relatives, also under Slurm; PMIx, as in srun. */
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK",
                                        "PMIX_RANK", NULL};

    return declined ? NULL : first_set(names);
}

bool ranks_alone(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                        "SLURM_NTASKS", NULL};
    const char *const size = first_set(names);

    return launched_as() && size && !strcmp(size, "1");
}

void ranks_decline(void)
{
    declined = true;
}

bool ranks_started(void)
{
    return launched_as() != NULL;
}

static enum status load(struct problem *why)
{
    struct module_source source = {
        .compiler = "mpicc", .plain = true, .keep = true};
    char home[PATH_MAX], program[PATH_MAX];
    void *table;
    enum status status = paths_home(home, sizeof home, why);

    if (status != OK)
        return status;
    if (!module_find_program("mpicc", program, sizeof program))
        return problem_set(why, MACHINE_LACKS,
                           "started by mpirun, but there is no mpicc here to "
                           "compile scanlab's MPI part: install an MPI with "
                           "its headers (Debian: libopenmpi-dev)");
    path_format(source.path, sizeof source.path,
                "%s/harness/ranks/mpi_module.c", home);
    module_flags(&source, "-std=gnu11 -O2");
    status = module_open(&source, &module, why);
    if (status == OK)
        status = module_symbol(&module, "mpi_calls", &table, why);
    if (status == OK)
        mpi = table;
    return status;
}

/* MPI wants its end also in a process that calls exit(), as --help does; but a
 * child of it must not end MPI. */
static pid_t process;

static void end_at_exit(void)
{
    if (getpid() == process)
        mpi->end();
}

static void silence_output(void)
{
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        close(nowhere);
    }
}

/* Counts the ranks of this host that may use the same processors. */
static void count_sharing(void)
{
    struct place {
        char host[64];
        cpu_set_t allowed;
    } mine, *const all = calloc((size_t)ranks, sizeof mine);

    memset(&mine, 0, sizeof mine);
    gethostname(mine.host, sizeof mine.host - 1);
    sched_getaffinity(0, sizeof mine.allowed, &mine.allowed);
    if (!all)
        return;
    mpi->gather(&mine, sizeof mine, all);
    sharing = 0;
    for (int i = 0; i < ranks; i++)
        sharing += !memcmp(&mine, &all[i], sizeof mine);
    free(all);
}

enum status ranks_begin(struct problem *why)
{
    me = atoi(launched_as());
    const enum status status = load(why);

    if (status != OK)
        return status;
    const char *const problem = mpi->begin(&me, &ranks);
    if (problem)
        return problem_set(why, MACHINE_LACKS, "%s", problem);
    process = getpid();
    atexit(end_at_exit);
    count_sharing();
    setenv("NO_COLOR", "1", 1); /* mpirun's pipe looks like a terminal */
    if (me > 0)
        silence_output();
    return OK;
}

/* The lowest failed rank, if any, and whether all ranks failed alike. */
enum { LOWEST, HASH, HASH_REVERSED, FINE, FACTS };

enum status ranks_agree(enum status status, struct problem *why)
{
    if (!mpi || agreed != OK) {
        if (agreed != OK && why)
            *why = agreed_why;
        return mpi ? agreed : status;
    }
    const int64_t hash =
        status == OK || !why
            ? 0
            : (int64_t)(XXH3_64bits(why->line, strlen(why->line)) >> 1);
    const int64_t mine[FACTS] = {[LOWEST] = status == OK ? 0 : ranks - me,
                                 [HASH] = hash,
                                 [HASH_REVERSED] = -hash,
                                 [FINE] = status == OK};
    int64_t all[FACTS];

    mpi->largest(mine, all, FACTS);
    if (all[LOWEST] == 0)
        return OK;
    struct {
        enum status status;
        struct problem why;
    } first = {status, {.line = ""}};
    const int lowest = ranks - (int)all[LOWEST];
    const bool alike = all[HASH] == -all[HASH_REVERSED] && !all[FINE];

    if (why)
        first.why = *why;
    if (!alike)
        problem_set(&first.why, OK, "rank %d of %d: %.900s", me, ranks,
                    why ? why->line : "");
    mpi->share(&first, sizeof first, lowest);
    agreed = first.status;
    agreed_why = first.why;
    if (why)
        *why = agreed_why;
    return agreed;
}

enum status ranks_follow(enum status status, struct problem *why)
{
    struct {
        enum status status;
        struct problem why;
    } first = {status, *why};

    if (ranks_agree(OK, why) != OK)
        return agreed;
    mpi->share(&first, sizeof first, 0);
    agreed = first.status;
    *why = agreed_why = first.why;
    return agreed;
}

enum status ranks_same(const char *what, const char *text, struct problem *why)
{
    char first[256], other[256];
    int64_t differs, lowest;

    /* A rank that has failed is there, too. */
    if (ranks_agree(OK, why) != OK || !mpi)
        return agreed;
    snprintf(other, sizeof other, "%s", text);
    snprintf(first, sizeof first, "%s", text);
    mpi->share(first, sizeof first, 0);
    differs = strcmp(first, other) != 0 ? ranks - me : 0;
    mpi->largest(&differs, &lowest, 1);
    if (lowest == 0)
        return OK;
    mpi->share(other, sizeof other, ranks - (int)lowest);
    return ranks_agree(problem_set(why, WRONG_USE,
                                   "the ranks disagree on %s: %s on rank 0, "
                                   "%s on rank %d",
                                   what, first, other, ranks - (int)lowest),
                       why);
}

bool ranks_last(enum status *status, struct problem *why)
{
    *status = ranks_agree(*status, why);
    return me == 0;
}

void ranks_end(void)
{
    if (!mpi)
        return;
    mpi->barrier();
    mpi->end();
}

int ranks_me(void)
{
    return me;
}

int ranks_count(void)
{
    return ranks;
}

int ranks_threads(void)
{
    const int share = pool_processors() / sharing;

    return share > 0 ? share : 1;
}

const struct mpi_calls *ranks_mpi(void)
{
    return mpi;
}
