/* bench.c - the rounds of one field. */
#include "arena.h"
#include "base/host.h"
#include "base/sizes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_ROUNDS = 6 };

static const double PRECISE = 0.01; /* half an interval over its median */

volatile bool bench_interrupted;

const char *bench_mode_name(enum bench_mode mode)
{
    static const char *const names[BENCH_MODES] = {"warm", "cold", "graph"};

    return names[mode];
}

static const struct arena_type *arena_type_of(const struct device *device)
{
    return device->is_gpu ? &arena_cuda : &arena_host;
}

enum status bench_fits(const struct device *device, size_t n, size_t elem_bytes,
                       struct problem *why)
{
    return arena_type_of(device)->fits(n, elem_bytes, why);
}

static void arena_close(struct arena *arena)
{
    const struct field *field = arena->field;

    for (int i = 0; i < field->count && arena->type->leave; i++)
        arena->type->leave(arena, &field->contestant[i]);
    arena->type->close(arena);
    free(arena);
}

static enum status arena_open(const struct field *field, struct arena **out,
                              struct problem *why)
{
    const struct arena_type *type = arena_type_of(field->device);
    struct arena *arena = *out = calloc(1, type->own_bytes);

    if (!arena)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    arena->type = type;
    arena->field = field;
    arena->bytes = field->n * field->monoid->table.bytes;
    const enum status status = type->open(arena, why);
    if (status != OK)
        arena_close(arena);
    return status;
}

/* ---------------------------------------------------------------- samples */

/* Checks a sample; the message says whether other calls came before it. */
static enum status check_sample(struct arena *arena, struct contestant *c,
                                struct problem *why)
{
    const bool known = c->wrong;
    const bool in_graph = arena->field->mode == MODE_GRAPH;
    const enum status status = arena->type->check(arena, c, why);
    const size_t used = strlen(c->fault);

    if (c->wrong && !known && (c->calls > 1 || in_graph))
        snprintf(c->fault + used, sizeof c->fault - used,
                 ", after %zu call%s in a %s", c->calls,
                 c->calls == 1 ? "" : "s", in_graph ? "CUDA graph" : "row");
    return status;
}

static bool counts_results(const struct field *field,
                           const struct contestant *c)
{
    return field->rounding && !c->wrong && c->kind != CONTEST_COPY;
}

/* The output is compared after each sample. In a sample of many calls, or after
 * calls that are not timed, a call finds outputs of the one before, so one more
 * call on a poisoned output is made and compared separately. The arena
 * prevents calls from relying on old contents of their outputs. */
static enum status take_sample(struct arena *arena, struct contestant *c,
                               size_t round, struct problem *why)
{
    const struct arena_type *type = arena->type;
    enum status status = OK;

    if (arena_repeats(arena, c)) {
        status = type->call(arena, c, why);
        if (status == OK)
            status = type->check(arena, c, why);
    }
    if (status == OK)
        status = type->time(arena, c, round, &c->ns[round], why);
    if (status == OK)
        status = check_sample(arena, c, why);
    return status == OK && counts_results(arena->field, c)
               ? type->fingerprint(arena, &c->fingerprint[round], why)
               : status;
}

/* Removes contestants that cannot run with this n here, with a message. */
static enum status enter_all(struct field *field, struct arena *arena,
                             struct problem *why)
{
    char size[SIZE_TEXT_BYTES];

    for (int i = 0; i < field->count && arena->type->enter; i++) {
        struct contestant *c = &field->contestant[i];
        const enum status status = arena->type->enter(arena, c, why);
        if (status == OK)
            continue;
        if (status != MACHINE_LACKS)
            return status;
        printf("n = %s: %s is left out: %s\n",
               size_print(field->n, size, sizeof size), c->name, why->line);
        arena->type->leave(arena, c);
        contestant_close(c);
        memmove(c, c + 1, (size_t)(--field->count - i--) * sizeof *c);
    }
    return OK;
}

/* Sets the calls in a sample; the first call wakes sleeping threads. */
static enum status calibrate(struct arena *arena, struct contestant *c,
                             struct problem *why)
{
    const struct arena_type *type = arena->type;
    double ns = 0;

    c->calls = 1;
    enum status status = type->time(arena, c, 0, &ns, why);
    for (int i = 0; i < type->calibrations && status == OK && !c->wrong; i++) {
        status = type->time(arena, c, 0, &ns, why);
        contestant_calibrate(c, ns, arena->sample_ns);
    }
    return status == OK ? check_sample(arena, c, why) : status;
}

/* xorshift64: good enough for a random order. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void shuffle(int *order, int count, uint64_t *state)
{
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)(next_random(state) % (uint64_t)(i + 1));
        const int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

static bool is_precise(const struct field *field)
{
    for (int i = 0; i < field->count; i++) {
        if (field->contestant[i].wrong)
            continue;
        const struct summary s = bench_times(&field->contestant[i]);
        if (!(s.ci_high - s.ci_low <= 2 * PRECISE * s.median))
            return false;
    }
    return true;
}

/* The reason to stop after a round, or NULL to continue. */
static const char *stop_reason(const struct field *field, double seconds)
{
    if (bench_interrupted)
        return "interrupted";
    if (field->rounds < MIN_ROUNDS)
        return seconds > 4 * field->seconds ? "time" : NULL;
    if (is_precise(field))
        return "precise";
    if (seconds > field->seconds)
        return "time";
    return field->rounds == MAX_ROUNDS ? "rounds" : NULL;
}

static enum status run_round(struct field *field, struct arena *arena,
                             const int *order, struct problem *why)
{
    enum status status = OK;

    for (int i = 0; i < field->count && status == OK; i++)
        if (!field->contestant[order[i]].wrong)
            status = take_sample(arena, &field->contestant[order[i]],
                                 field->rounds, why);
    if (status != OK)
        return status;
    field->rounds++;
    for (int i = 0; i < field->count; i++)
        field->contestant[i].samples = field->rounds;
    return OK;
}

static enum status run_rounds(struct field *field, struct arena *arena,
                              void (*progress)(const struct field *field),
                              struct problem *why)
{
    const uint64_t start = host_now();
    uint64_t random = field->seed * 0x9e3779b97f4a7c15u + 1;
    int order[MAX_CONTESTANTS];
    enum status status = enter_all(field, arena, why);

    for (int i = 0; i < field->count && status == OK; i++) {
        order[i] = i;
        status = calibrate(arena, &field->contestant[i], why);
    }
    while (!field->stop_reason && status == OK) {
        shuffle(order, field->count, &random);
        status = run_round(field, arena, order, why);
        progress(field);
        field->stop_reason =
            stop_reason(field, (double)(host_now() - start) / 1e9);
    }
    return status;
}

/* --------------------------------------------------------------- forking */

static void nothing(void *arg, int thread)
{
    (void)arg, (void)thread;
}

struct fork_costs bench_fork_costs(struct pool *pool)
{
    enum { TIMES = 51, FORKS = 100, LONGEST_NS = 50000000 };
    double awake[TIMES], asleep[TIMES];

    pool_pin(pool);
    int times = 0;
    const uint64_t begin = host_now();
    for (; times < TIMES && host_now() - begin < LONGEST_NS; times++) {
        pool_sleep(pool);
        const uint64_t start = host_now();
        pool_parallel(pool, nothing, NULL);
        const uint64_t woken = host_now();
        int forks = 0;
        for (; forks < FORKS && host_now() - woken < LONGEST_NS; forks++)
            pool_parallel(pool, nothing, NULL);
        asleep[times] = (double)(woken - start);
        awake[times] = (double)(host_now() - woken) / forks;
    }
    pool_let_go(pool);
    return (struct fork_costs){sample_summarise(awake, (size_t)times).median,
                               sample_summarise(asleep, (size_t)times).median};
}

/* ------------------------------------------------------------- statistics */

struct summary bench_times(const struct contestant *c)
{
    double ns[MAX_ROUNDS];

    memcpy(ns, c->ns, c->samples * sizeof *ns);
    return sample_summarise(ns, c->samples);
}

size_t bench_results(const struct field *field, const struct contestant *c)
{
    size_t results = 0;

    if (!counts_results(field, c) || c->samples < 2)
        return 0;
    for (size_t i = 0; i < c->samples; i++) {
        size_t earlier = 0; /* the first sample with this result */
        while (c->fingerprint[earlier] != c->fingerprint[i])
            earlier++;
        results += earlier == i;
    }
    return results;
}

struct summary bench_of_memcpy(const struct field *field,
                               const struct contestant *c)
{
    const struct contestant *copy = &field->contestant[field->best_copy];
    double ratio[MAX_ROUNDS];

    const double moves =
        field->moved > 0 && c != copy
            ? field->moved /
                  (2.0 * (double)field->n * (double)field->monoid->table.bytes)
            : 1;

    for (size_t i = 0; i < c->samples; i++)
        ratio[i] = moves * copy->ns[i] / c->ns[i];
    return sample_summarise(ratio, c->samples);
}

static int find_best_copy(const struct field *field)
{
    int best = -1;
    double least = 0;

    for (int i = 0; i < field->count; i++) {
        const struct contestant *c = &field->contestant[i];
        if (c->kind != CONTEST_COPY || c->wrong)
            continue;
        const double median = bench_times(c).median;
        if (best < 0 || median < least) {
            best = i;
            least = median;
        }
    }
    return best;
}

enum status bench_field(struct field *field,
                        void (*progress)(const struct field *field),
                        struct problem *why)
{
    struct arena *arena;
    enum status status = arena_open(field, &arena, why);

    if (status != OK)
        return status;
    field->moved = arena->moved;
    status = run_rounds(field, arena, progress, why);
    arena_close(arena);
    if (status != OK)
        return status;
    field->best_copy = find_best_copy(field);
    return field->best_copy >= 0
               ? OK
               : problem_set(why, CHECK_FAILED,
                             "every memory copy was wrong: is this computer's "
                             "memory faulty?");
}
