/* example_basis.c - see example_basis.h.
 *
 *     basis_scan(b, &basis_max, ...)       the example calls
 *         kept_for                         max_i32: opened before?
 *         execution_scan                   on cpu, simt or cuda
 *
 * An example is a page for students, so its calls return no status: a call that
 * cannot continue jumps back to example_run (longjmp), which frees all memory.
 * Between such a call and example_run, only the example itself is on the stack.
 */
#include "example_basis.h"
#include "base/host.h"
#include "devices/execution.h"
#include "monoids/monoid.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MONOIDS = 16, WAYS = 3, REDUCTION = 2 };

/* A monoid, and what was opened for it: INCLUSIVE, EXCLUSIVE, REDUCTION. */
struct kept {
    struct monoid monoid;
    struct execution *execution[WAYS];
    size_t largest[WAYS];
};

/* A piece of memory; the next one is taken after it. */
struct block {
    struct block *next;
    _Alignas(64) char bytes[];
};

struct runner {
    struct basis basis; /* the first: an example knows its address */
    const struct example_setup *setup;
    struct choice reduction;
    struct kept kept[MAX_MONOIDS];
    int monoids;
    struct block *blocks;
    jmp_buf back;
    enum status status;
    struct problem *why;
};

static _Noreturn void leave(struct runner *r, enum status status)
{
    r->status = status;
    longjmp(r->back, 1);
}

static void need(struct runner *r, enum status status)
{
    if (status != OK)
        leave(r, status);
}

static void fail(struct basis *basis, const char *line)
{
    struct runner *const r = (struct runner *)basis;

    leave(r, problem_set(r->why, WRONG_USE, "%s", line));
}

static void *memory(struct basis *basis, size_t bytes)
{
    struct runner *const r = (struct runner *)basis;
    const size_t size = sizeof(struct block) + (bytes / 64 + 1) * 64;

    need(r, host_has_memory(size, "the example", r->why));
    struct block *const block = aligned_alloc(64, size);
    if (!block)
        leave(r, problem_set(r->why, MACHINE_LACKS, "out of memory"));
    memset(block->bytes, 0, size - sizeof(struct block));
    block->next = r->blocks;
    r->blocks = block;
    return block->bytes;
}

/* -------------------------------------------------------------------- maps */

struct share {
    size_t n;
    int threads;
    void (*f)(void *env, size_t i);
    void *env;
};

static void run_share(void *arg, int thread)
{
    const struct share *const s = arg;
    const size_t t = (size_t)thread, threads = (size_t)s->threads;
    const size_t each = s->n / threads, more = s->n % threads;
    const size_t begin = t * each + (t < more ? t : more);

    for (size_t i = begin; i < begin + each + (t < more); i++)
        s->f(s->env, i);
}

/* Without a pool (simt, cuda) maps run on one thread of this machine. */
static void each(struct basis *basis, size_t n, void (*f)(void *env, size_t i),
                 void *env)
{
    struct runner *const r = (struct runner *)basis;
    struct pool *const pool = r->setup->pool;
    struct share share = {n, pool ? pool_threads(pool) : 1, f, env};

    if (pool)
        pool_parallel(pool, run_share, &share);
    else
        run_share(&share, 0);
}

/* ------------------------------------------------------------------- scans */

static struct kept *kept_for(struct runner *r,
                             const struct basis_monoid *monoid)
{
    for (int i = 0; i < r->monoids; i++)
        if (!strcmp(r->kept[i].monoid.name, monoid->name))
            return &r->kept[i];
    assert(r->monoids < MAX_MONOIDS);
    struct kept *const kept = &r->kept[r->monoids++];
    need(r, monoid_open(monoid->name, &kept->monoid, r->why));
    assert(kept->monoid.table.bytes == monoid->bytes);
    return kept;
}

static struct setup setup_of(const struct runner *r, const struct kept *kept,
                             int way, size_t n)
{
    return (struct setup){.device = r->setup->device,
                          .choice =
                              way == REDUCTION ? &r->reduction : r->setup->by,
                          .monoid = &kept->monoid,
                          .pool = r->setup->pool,
                          .simt = r->setup->simt,
                          .exclusive = way == (int)EXCLUSIVE,
                          .largest_n = n};
}

/* Opened for twice as many, so that few sizes open it again. */
static struct execution *execution_for(struct runner *r, struct kept *kept,
                                       int way, size_t n)
{
    struct setup setup = setup_of(r, kept, way, n);
    const char *const refusal = setup_refuses(&setup, n);

    if (refusal)
        leave(r, problem_set(r->why, WRONG_USE, "%s at n = %zu: %s",
                             setup.choice->algorithm->name, n, refusal));
    if (kept->execution[way] && kept->largest[way] >= n)
        return kept->execution[way];
    execution_close(kept->execution[way]);
    kept->execution[way] = NULL;
    setup.largest_n = setup_refuses(&setup, 2 * n) ? n : 2 * n;
    need(r, execution_open(&setup, &kept->execution[way], r->why));
    kept->largest[way] = setup.largest_n;
    return kept->execution[way];
}

/* NAN where plan.c has no form: then no sum that has it in is known. */
static struct basis_costs costs_of(const struct runner *r,
                                   const struct kept *kept, int way, size_t n)
{
    const struct setup setup = setup_of(r, kept, way, n);
    const struct forms forms = setup_forms(&setup, n);

    return (struct basis_costs){forms.work.high, forms.depth.high,
                                forms.bytes.high};
}

static void check_run(struct runner *r, const struct execution *execution,
                      enum status status)
{
    if (status == CHECK_FAILED)
        fputs(execution_words(execution), stderr);
    need(r, status);
}

static struct basis_costs scan(struct basis *basis,
                               const struct basis_monoid *monoid,
                               enum scan_kind kind, const void *in, void *out,
                               size_t n)
{
    struct runner *const r = (struct runner *)basis;
    struct kept *const kept = kept_for(r, monoid);
    struct execution *const e = execution_for(r, kept, (int)kind, n);

    check_run(r, e, execution_scan(e, in, out, n, NULL, r->why));
    return costs_of(r, kept, (int)kind, n);
}

static struct basis_costs reduce_to_one(struct basis *basis,
                                        const struct basis_monoid *monoid,
                                        const void *in, void *out, size_t n)
{
    struct runner *const r = (struct runner *)basis;
    struct kept *const kept = kept_for(r, monoid);
    struct execution *const e = execution_for(r, kept, REDUCTION, n);
    /* Ports are not const, but this one is only read. */
    const struct call call = {.entry = ENTRY_SCAN,
                              .sizes = sizes_of_scan(n),
                              .port = {(void *)in, out}};

    check_run(r, e, execution_call(e, &call, r->why));
    return costs_of(r, kept, REDUCTION, n);
}

/* --------------------------------------------------------------------- all */

static void close_all(struct runner *r)
{
    for (int i = 0; i < r->monoids; i++) {
        for (int way = 0; way < WAYS; way++)
            execution_close(r->kept[i].execution[way]);
        monoid_close(&r->kept[i].monoid);
    }
    while (r->blocks) {
        struct block *const block = r->blocks;
        r->blocks = block->next;
        free(block);
    }
}

enum status example_run(const struct example *example,
                        const struct example_input *input,
                        const struct example_setup *setup, FILE *out,
                        struct basis_costs *model, struct basis_costs *ran,
                        struct problem *why)
{
    struct runner *const r = calloc(1, sizeof *r);

    if (!r)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    r->basis = (struct basis){.scan = scan,
                              .reduce = reduce_to_one,
                              .each = each,
                              .memory = memory,
                              .fail = fail,
                              .out = out};
    r->setup = setup;
    r->why = why;
    r->status = choice_parse("reduce", setup->device, &r->reduction, why);
    if (r->status == OK && setjmp(r->back) == 0)
        example->run(&r->basis, input);
    *model = r->basis.model;
    *ran = r->basis.ran;
    const enum status status = r->status;
    close_all(r);
    free(r);
    return status;
}
