/* bench.h - how fast is it for real? Interleaved, verified, compared with
 * memcpy.
 *
 * A field is one combination of n, monoid, kind and thread count. Its
 * contestants run in rounds: each round times every contestant once, in
 * shuffled order, so that any drift of the machine affects all alike. The
 * output is poisoned before a sample and compared with the reference after it;
 * a contestant that is wrong even once has no times. Rounds go on until every
 * median's 95 % interval is within 1 %, or the time is up. The ratio to memcpy
 * is paired: it is computed for each round.
 */
#ifndef BENCH_H
#define BENCH_H

#include "contestant.h"
#include "sample.h"
#include "base/status.h"

#include <stdbool.h>

enum { MAX_CONTESTANTS = 80 };

/* Cold: caches are flushed before each sample. Graph: the calls of a sample are
 * launched together, as one CUDA graph, so the host's time to launch each
 * kernel is not measured. */
enum bench_mode { MODE_WARM, MODE_COLD, MODE_GRAPH };
enum { BENCH_MODES = 3 };

/* "warm", "cold", "graph". */
const char *bench_mode_name(enum bench_mode mode);

struct field {
    const struct device *device;
    const struct monoid *monoid;
    const struct choice *choice; /* a choice whose task all rows perform */
    enum pattern pattern;        /* of its generated inputs */
    struct sizes sizes;          /* n, and the sizes that the pattern derives
                                    from it */
    double moved; /* bytes that must be moved; 0: as many as a copy moves */
    bool exclusive;
    size_t n;
    struct pool *pool; /* NULL on a GPU */
    enum bench_mode mode;
    bool rounding; /* a scan of floats or doubles, whose sums are rounded */
    uint64_t seed;
    double seconds; /* limit for its rounds */
    int count;
    struct contestant *contestant; /* room for MAX_CONTESTANTS */
    int best_copy;                 /* index of the fastest copy */
    size_t rounds;
    const char *stop_reason; /* precise, time, rounds, interrupted */
};

/* OK, or MACHINE_LACKS when the arrays of a field of n elements do not fit. */
enum status bench_fits(const struct device *device, size_t n, size_t elem_bytes,
                       struct problem *why);

/* Runs the rounds. `progress` is called occasionally. CHECK_FAILED: a
 * contestant left the machine unusable for all others. */
enum status bench_field(struct field *field,
                        void (*progress)(const struct field *field),
                        struct problem *why);

/* Statistics of a contestant's times, and of the ratio of memcpy's time to
 * them; for an application, memcpy copies the same number of bytes. */
struct summary bench_times(const struct contestant *c);
struct summary bench_of_memcpy(const struct field *field,
                               const struct contestant *c);

/* The number of different outputs, bit by bit, in all samples of a contestant.
 * They are counted only if sums are rounded: then they depend on the order in
 * which operands are combined. 0: not counted, or there is only one sample. */
size_t bench_results(const struct field *field, const struct contestant *c);

/* Median nanoseconds of an empty fork and join of the pool: with its threads
 * spinning, and with them asleep. */
struct fork_costs {
    double awake, asleep;
};
struct fork_costs bench_fork_costs(struct pool *pool);

/* Set by a signal handler: the bench then finishes the round and stops. */
extern volatile bool bench_interrupted;

#endif
