/* across.h - one scan of all ranks' elements, by an algorithm that scans the
 * elements of one rank.
 *
 *     scan_propagate   scan the slice; join the totals; apply the carry    4n
 *     reduce_scan      reduce the slice; join; scan from the carry         3n
 *     overlap          chunks, dealt in turn: reduce the next generation's
 *                      chunk; while its total travels, scan the chunk reduced
 *                      before, which is still in the cache                 2n
 *
 * If the execution can (execution_scans_dealt), overlap leaves the chunks to it:
 * it reduces and scans at the same time.
 *
 * (The traffic of one rank with its n elements.) Every rank calls across_run()
 * with its own elements (layout.h). The order of operands is kept: op need not
 * commute.
 */
#ifndef ACROSS_H
#define ACROSS_H

#include "devices/execution.h"
#include "join.h"
#include "layout.h"

enum across { ACROSS_PROPAGATE, ACROSS_REDUCE, ACROSS_OVERLAP, ACROSSES };

/* "scan_propagate", ...; and WRONG_USE with the list of names. */
const char *across_name(enum across across);
enum status across_find(const char *name, enum across *out,
                        struct problem *why);

struct across_scan {
    enum across across;
    enum join join; /* overlap needs none: every rank gets all totals */
    struct layout layout;
    const struct monoid *monoid;
    bool exclusive;
    const void *carry;           /* before the first element of all, or NULL */
    struct execution *execution; /* has_carry, has_entries */
    struct wire *totals;         /* overlap: room for two per rank */
    struct rank_log *log;        /* notes what this rank does; or NULL */
};

/* The layout that this form needs for n elements of `bytes` bytes. chunk: of
 * overlap; 0: the default. */
struct layout across_layout(enum across across, size_t n, size_t bytes,
                            size_t chunk);

/* Scans `in` to `out`, which may be the same. Every rank takes part in all
 * messages even if its own part has failed; the status is this rank's alone,
 * and after a failure on any rank all outputs are meaningless. */
enum status across_run(const struct across_scan *scan, const void *in,
                       void *out, struct wire_op *op, struct problem *why);

/* Rounds of the last run's join, as in join_run(). */
uint32_t across_rounds(void);

#endif
