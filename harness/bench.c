/* bench.c - the rounds of one field. */
#include "bench.h"
#include "check.h"
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_ROUNDS = 6, FLUSH_LEAST = 64 << 20 };

static const double PRECISE = 0.01; /* half an interval over its median */
static const unsigned char POISON = 0xa5;

volatile bool bench_interrupted;

/* The memory that all contestants of a field share. */
struct arena {
    size_t bytes; /* of each array */
    char *in, *out, *expected, *flush;
    size_t flush_bytes;
};

size_t bench_array_bytes(size_t n, size_t elem_bytes)
{
    return 3 * n * elem_bytes;
}

/* --------------------------------------------------------------- memory */

struct filling {
    char *memory;
    size_t bytes;
    int threads;
    unsigned char value;
};

static void fill_share(void *arg, int thread)
{
    const struct filling *f = arg;
    const size_t each = f->bytes / (size_t)f->threads;
    const size_t begin = each * (size_t)thread;

    memset(f->memory + begin, f->value,
           thread + 1 == f->threads ? f->bytes - begin : each);
}

static void fill(struct pool *pool, char *memory, size_t bytes,
                 unsigned char value)
{
    struct filling filling = {memory, bytes, pool_threads(pool), value};
    pool_parallel(pool, fill_share, &filling);
}

static void arena_free(struct arena *arena)
{
    machine_free(arena->in, arena->bytes);
    machine_free(arena->out, arena->bytes);
    machine_free(arena->expected, arena->bytes);
    machine_free(arena->flush, arena->flush_bytes);
}

static enum status arena_take(const struct field *field, struct arena *arena,
                              struct problem *why)
{
    const struct monoid_table *m = &field->monoid->table;
    void *memory[4] = {NULL};

    *arena = (struct arena){.bytes = field->n * m->bytes};
    if (field->mode == MODE_COLD) {
        arena->flush_bytes = 2 * machine_facts()->level3_bytes;
        if (arena->flush_bytes < FLUSH_LEAST)
            arena->flush_bytes = FLUSH_LEAST;
    }
    enum status status = machine_has_memory(
        bench_array_bytes(field->n, m->bytes) + arena->flush_bytes,
        "this bench", why);
    for (int i = 0; i < 4 && status == OK; i++)
        status = machine_take(i < 3 ? arena->bytes : arena->flush_bytes,
                              &memory[i], why);
    arena->in = memory[0];
    arena->out = memory[1];
    arena->expected = memory[2];
    arena->flush = memory[3];
    if (status != OK) {
        arena_free(arena);
        return status;
    }
    m->draw(arena->in, field->n, field->seed);
    m->fold(arena->in, arena->expected, field->n, field->exclusive, NULL);
    return OK;
}

/* ---------------------------------------------------------------- samples */

/* Compares the output with what it must be, and remembers what is wrong. */
static void check_output(struct field *field, struct contestant *c,
                         const struct arena *arena)
{
    const void *want = c->kind == CONTEST_COPY ? arena->in : arena->expected;
    struct problem fault;

    if (c->wrong || check_equal(&field->monoid->table, want, arena->out,
                                field->n, field->pool, &fault) == OK)
        return;
    c->wrong = true;
    snprintf(c->fault, sizeof c->fault, "%.250s", fault.line);
}

static void poison(const struct field *field, const struct arena *arena)
{
    fill(field->pool, arena->out, arena->bytes, POISON);
}

static double time_poisoned(struct field *field, struct contestant *c,
                            const struct arena *arena)
{
    poison(field, arena);
    return contestant_time(c, arena->in, arena->out, field->n,
                           field->monoid->table.bytes);
}

/* The output is compared after each sample. A sample of many calls writes over
 * its own outputs, so one more call is made and compared by itself. */
static void take_sample(struct field *field, struct contestant *c,
                        struct arena *arena, size_t round)
{
    if (c->calls > 1) {
        poison(field, arena);
        contestant_call(c, arena->in, arena->out, field->n,
                        field->monoid->table.bytes);
        check_output(field, c, arena);
    }
    if (field->mode == MODE_COLD)
        fill(field->pool, arena->flush, arena->flush_bytes,
             (unsigned char)round);
    c->ns[round] = time_poisoned(field, c, arena);
    check_output(field, c, arena);
}

/* xorshift64: good enough to deal an order. */
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

/* Why to stop after a round, or NULL to go on. */
static const char *stop_reason(const struct field *field, double seconds)
{
    if (bench_interrupted)
        return "interrupted";
    if (field->rounds < FEWEST_ROUNDS)
        return seconds > 4 * field->seconds ? "time" : NULL;
    if (is_precise(field))
        return "precise";
    if (seconds > field->seconds)
        return "time";
    return field->rounds == MOST_ROUNDS ? "rounds" : NULL;
}

static void run_rounds(struct field *field, struct arena *arena,
                       void (*progress)(const struct field *field))
{
    const uint64_t start = machine_now();
    uint64_t random = field->seed * 0x9e3779b97f4a7c15u + 1;
    int order[MAX_CONTESTANTS];

    for (int i = 0; i < field->count; i++) {
        struct contestant *c = &field->contestant[i];
        order[i] = i;
        c->calls = 1;
        time_poisoned(field, c, arena);
        contestant_calibrate(c, time_poisoned(field, c, arena));
        check_output(field, c, arena);
    }
    while (!field->stop_reason) {
        shuffle(order, field->count, &random);
        for (int i = 0; i < field->count; i++)
            if (!field->contestant[order[i]].wrong)
                take_sample(field, &field->contestant[order[i]], arena,
                            field->rounds);
        field->rounds++;
        for (int i = 0; i < field->count; i++)
            field->contestant[i].samples = field->rounds;
        progress(field);
        field->stop_reason =
            stop_reason(field, (double)(machine_now() - start) / 1e9);
    }
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
    const uint64_t begin = machine_now();
    for (; times < TIMES && machine_now() - begin < LONGEST_NS; times++) {
        pool_sleep(pool);
        const uint64_t start = machine_now();
        pool_parallel(pool, nothing, NULL);
        const uint64_t woken = machine_now();
        int forks = 0;
        for (; forks < FORKS && machine_now() - woken < LONGEST_NS; forks++)
            pool_parallel(pool, nothing, NULL);
        asleep[times] = (double)(woken - start);
        awake[times] = (double)(machine_now() - woken) / forks;
    }
    pool_let_go(pool);
    return (struct fork_costs){sample_summarise(awake, (size_t)times).median,
                               sample_summarise(asleep, (size_t)times).median};
}

/* ------------------------------------------------------------- statistics */

struct summary bench_times(const struct contestant *c)
{
    double ns[MOST_ROUNDS];

    memcpy(ns, c->ns, c->samples * sizeof *ns);
    return sample_summarise(ns, c->samples);
}

struct summary bench_of_memcpy(const struct field *field,
                               const struct contestant *c)
{
    const struct contestant *copy = &field->contestant[field->best_copy];
    double ratio[MOST_ROUNDS];

    for (size_t i = 0; i < c->samples; i++)
        ratio[i] = copy->ns[i] / c->ns[i];
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
    struct arena arena;
    const enum status status = arena_take(field, &arena, why);

    if (status != OK)
        return status;
    run_rounds(field, &arena, progress);
    pool_let_go(field->pool);
    arena_free(&arena);
    field->best_copy = find_best_copy(field);
    return field->best_copy >= 0
               ? OK
               : problem_set(why, CHECK_FAILED,
                             "no copy of memory came out right: is this "
                             "machine's memory sound?");
}
