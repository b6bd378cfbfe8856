/* self_test.c - does the machine see everything that a compiled kernel does?
 *
 * A compiler that leaves out a hook would silently make every verdict
 * worthless. So a compiler must first compile device/self_test.cu, which
 * contains kernels of a line or two. The machine runs them, compares the
 * accesses that it saw with the table below, and checks that each kernel has
 * written its output.
 */
#include "self_test.h"
#include "simt.h"
#include "base/paths.h"
#include "monoids/compares.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { BYTES = 256, FLAGS = 2 };

/* One kernel, and the bytes that it moves. Kernels of two blocks have no count:
 * the number of looks at a flag depends on which block comes first. */
struct trial {
    const char *kernel, *what;
    size_t element; /* bytes of an element of in and out */
    unsigned blocks;
    uint64_t global[2], shared[2]; /* read and written */
};

static const struct trial trials[] = {
    {"copies_1", "a copy of 1 byte", 1, 1, {1, 1}, {0, 0}},
    {"copies_2", "a copy of 2 bytes", 2, 1, {2, 2}, {0, 0}},
    {"copies_4", "a copy of 4 bytes", 4, 1, {4, 4}, {0, 0}},
    {"copies_8", "a copy of 8 bytes", 8, 1, {8, 8}, {0, 0}},
    {"copies_volatile", "a copy of a volatile word", 4, 1, {4, 4}, {0, 0}},
    {"copies_volatile_8", "one of 8 volatile bytes", 8, 1, {8, 8}, {0, 0}},
    {"copies_three", "a copied struct of 3 words", 12, 1, {12, 12}, {0, 0}},
    {"copies_two", "a copied struct of 16 bytes", 16, 1, {16, 16}, {0, 0}},
    {"copies_vector", "a copied uint4", 16, 1, {16, 16}, {0, 0}},
    {"copies_eight", "a copied struct of 64 bytes", 64, 1, {64, 64}, {0, 0}},
    {"repeats", "the same copy twice", 4, 1, {8, 8}, {0, 0}},
    {"changes", "x += 1", 4, 1, {8, 8}, {8, 8}},
    {"clears", "a struct set to zero", 64, 1, {0, 64}, {0, 0}},
    {"calls", "structs given to a function", 12, 1, {36, 12}, {0, 0}},
    {"flags", "a volatile flag between two blocks", 4, 2, {0, 0}, {0, 0}},
    {"keeps_apart", "shared memory of two blocks", 4, 2, {0, 0}, {0, 0}},
};

struct memories {
    char *in, *out;
    unsigned *flags;
};

static bool take_memories(struct simt *simt, struct memories *m)
{
    m->in = simt_alloc(simt, "in", BYTES, 1, 0);
    m->out = simt_alloc(simt, "out", BYTES, 1, 0);
    m->flags = simt_alloc(simt, "flags", FLAGS * sizeof *m->flags,
                          sizeof *m->flags, 0);
    return m->in && m->out && m->flags;
}

/* The kernel may read only in[1]: the rest of `in` is unwritten. */
static void prepare(struct simt *simt, const struct trial *trial,
                    const struct memories *m)
{
    simt_host_spoilt(simt, m->in, BYTES);
    simt_host_spoilt(simt, m->out, BYTES);
    memset(m->in, 0x5a, BYTES);
    simt_host_wrote(simt, m->in + trial->element, trial->element);
    memset(m->flags, 0, FLAGS * sizeof *m->flags);
    simt_host_wrote(simt, m->flags, FLAGS * sizeof *m->flags);
    simt_counts_reset(simt);
}

static enum status compare(const struct simt *simt, const struct trial *trial,
                           const struct memories *m, struct problem *why)
{
    const struct simt_counts *c = simt_counts(simt);
    const struct request_count *shared = c->requests.of[REQUEST_SHARED];
    const uint64_t *const want[] = {trial->global, trial->shared};
    const uint64_t got[][2] = {
        {c->read_bytes, c->write_bytes},
        {shared[REQUEST_LOAD].bytes, shared[REQUEST_STORE].bytes}};

    for (int s = 0; s < 2 && trial->blocks == 1; s++)
        if (memcmp(got[s], want[s], sizeof got[s]) != 0)
            return problem_set(
                why, CHECK_FAILED,
                "%s: saw %llu bytes read and %llu written in %s memory, want "
                "%llu and %llu",
                trial->what, (unsigned long long)got[s][0],
                (unsigned long long)got[s][1], s == 0 ? "global" : "shared",
                (unsigned long long)want[s][0], (unsigned long long)want[s][1]);
    if (!simt_is_written(simt, m->out + trial->element, trial->element))
        return problem_set(why, CHECK_FAILED,
                           "%s: the write was not seen at its address",
                           trial->what);
    return OK;
}

static enum status run_trial(struct simt *simt, const struct trial *trial,
                             struct memories *m, struct problem *why)
{
    const struct simt_options options = {.schedule = SCHEDULE_INORDER,
                                         .resident = (int)trial->blocks,
                                         .counting = true,
                                         .checking = true};
    const struct simt_launch launch = {
        .kernel = trial->kernel,
        .grid = {trial->blocks, 1, 1},
        .block = {1, 1, 1},
        .dynamic_shared_bytes = trial->blocks == 2 ? sizeof(uint32_t) : 0,
        .arguments = 3,
        .argument = {&m->in, &m->out, &m->flags},
        .bytes = {8, 8, 8}};
    struct problem finding = {.line = ""};

    prepare(simt, trial, m);
    const enum status status = simt_launch(simt, &options, &launch, &finding);
    if (status == OK)
        return compare(simt, trial, m, why);
    return problem_set(why, status, "%s: %s", trial->what, finding.line);
}

static unsigned comparisons;

static void count_comparison(const void *pc, uint64_t a, uint64_t b,
                             unsigned bytes)
{
    (void)pc, (void)a, (void)b, (void)bytes;
    comparisons++;
}

/* Kernels that wait for a flag compare it. */
static enum status run_all(struct simt *simt, struct memories *m,
                           struct problem *why)
{
    compares_hook_function *const hook = compares_hook;
    const bool records = compares.records;
    enum status status = OK;

    comparisons = 0;
    compares_hook = count_comparison;
    compares.records = true;
    for (size_t i = 0; i < sizeof trials / sizeof *trials && status == OK; i++)
        status = run_trial(simt, &trials[i], m, why);
    compares_hook = hook;
    compares.records = records;
    if (status == OK && comparisons == 0)
        status = problem_set(why, CHECK_FAILED, "comparisons are not seen");
    return status;
}

enum status self_test(enum compiler_family family, struct problem *why)
{
    struct module_source source = {.quiet = true, .watched = true};
    struct memories memories;
    struct simt *simt = NULL;
    char home[PATH_MAX];
    enum status status = paths_home(home, sizeof home, why);

    if (status == OK &&
        !path_format(source.path, sizeof source.path,
                     "%s/harness/simt/device/self_test.cu", home))
        status = problem_set(why, WRONG_USE, "SCANLAB_HOME is too long");
    if (status == OK)
        status = simt_open_for(&source, family, &simt, why);
    if (status == OK && !take_memories(simt, &memories))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    if (status == OK)
        status = run_all(simt, &memories, why);
    simt_close(simt);
    return status;
}
