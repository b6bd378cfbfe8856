/* on_table.h - a run on the interval table (verify_on_table.c): shared by its
 * parts. table_cases.c lists the cases and generates the data of each;
 * table_arrays.c holds its arrays; table_judge.c finds mistakes; table_trees.c
 * compares the trees of operands of several runs.
 */
#ifndef ON_TABLE_H
#define ON_TABLE_H

#include "verify_executor.h"
#include "base/margins.h"
#include "encodings.h"
#include "monoids/interval_table.h"
#include "monoids/patterns.h"
#include "operand_trees.h"
#include "simt/simt.h"

enum { WARP = 32, EDGES = 6, TILE_EDGE = 4, SPARES = 4 };
enum { VECTOR = 16 }; /* bytes that a kernel may load in one access, aligned */

struct on_table {
    struct verify_bench base;
    const struct algorithm *algorithm;
    size_t bytes;                          /* of a T */
    struct margins port[MAX_PORTS], carry; /* with room for the largest sizes */
    char *given[MAX_PORTS];     /* the inputs, and the expected outputs */
    int round;                  /* current round of the unit */
    struct constants constants; /* of the user's source */
    struct simt_options simt;   /* options of the execution in this round */
    /* Executions for run_alone(), opened before the code runs; NULL once used.
     * */
    struct execution *spare[SPARES];
    bool unsettled;
    struct drawing drawing; /* of the case */
    size_t edge[EDGES];     /* elements of a lane, a warp, a tile, ... */
    uint64_t launches; /* launches of a history: each uses new random data */
    char hint[128];    /* a hint for a finding, or "" */
    struct operand_trees *trees; /* of the unit's runs, or NULL: not compared */
    uint32_t *tree_output;       /* room for all output elements of a run */
    int tree_runs;               /* that were compared */
    bool trees_differ; /* the finding: two different trees, which are */
    struct trees_differ *differ;
};

static inline struct on_table *of(struct verify_bench *bench)
{
    return (struct on_table *)bench;
}

static inline const struct task *task_of(const struct on_table *t)
{
    return t->algorithm->task;
}

static inline bool proves(const struct on_table *t)
{
    return monoid_is_interval(t->base.setup->monoid);
}

static inline const struct monoid_table *monoid_of(const struct on_table *t)
{
    return &t->base.setup->monoid->table;
}

static inline size_t unit_of(const struct on_table *t, int port)
{
    return port_unit(&task_of(t)->ports[port], t->bytes);
}

/* The port whose memory this port uses: in place, a scan's input is its
 * output. */
static inline int place_of(const struct verify_case *c, int port)
{
    return c->in_place ? 1 : port;
}

static inline size_t bytes_of(const struct on_table *t, const struct call *call,
                              int i)
{
    return unit_of(t, i) *
           port_elements(t->algorithm, i, ENTRY_SCAN, call->sizes);
}

/* ---- cases ---- */

/* False: the case has no such form. */
bool table_form(const struct verify_bench *bench, int round, int form,
                struct verify_case *out);
/* Decides how a case is placed: in the same way when it is run again on its
 * own. */
bool table_is_other(const struct verify_bench *bench,
                    const struct verify_case *c);
/* Generates the inputs of the case, into t->drawing. */
void table_draw(struct on_table *t, const struct verify_case *c);

/* ---- arrays ---- */

enum status table_open_arrays(struct verify_bench *bench, struct problem *why);
void table_close_arrays(struct verify_bench *bench);
/* Places the arrays for the case, between margins, and fills in the inputs. */
void table_lay_arrays(struct on_table *t, const struct verify_case *c,
                      struct call *call);
void table_fill_arrays(struct on_table *t, const struct call *call);

/* ---- judgement ---- */

/* CHECK_FAILED: the finding. */
enum status table_judge(struct on_table *t, const struct verify_case *c,
                        const struct call *call, struct problem *why);

/* ---- trees of operands ---- */

enum status table_open_trees(struct on_table *t, struct problem *why);
void table_close_trees(struct on_table *t);
/* Compares the outputs of a right run with the first run of the same case.
 * CHECK_FAILED: their trees differ. */
enum status table_compare_trees(struct on_table *t, const struct verify_case *c,
                                const struct call *call, struct problem *why);
/* Runs a case of a unit that compares trees: once on the SIMT machine, where
 * each round has its schedule; several times on a CPU. */
struct encoded_case;
enum status table_run_trees(struct on_table *t,
                            const struct encoded_case *encoded, size_t *runs,
                            struct problem *why);
/* Writes the explanation of two different trees. */
void table_tell_trees(const struct on_table *t, char *words, size_t size);
/* Writes the options that repeat a finding of a unit that compares trees. */
void table_tree_options(const struct on_table *t, char *text, size_t size);

#endif
