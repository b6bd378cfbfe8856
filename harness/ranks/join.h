/* join.h - the exclusive scan of one value per rank: which carry does each rank
 * start from?
 *
 * A rank learns about others only by messages. In a round it sends at most one
 * and receives at most one. A join is a table: whom a rank sends to in a round,
 * what it sends, and what it does with what it receives. So the same rounds run
 * under mpirun (join_run) and, for any number of ranks, in one process
 * (join_rounds, join_step), where tests prove them.
 *
 *     chain       round k: rank k sends its prefix to rank k + 1
 *     doubling    round k: ranks that differ in bit k swap the fold of their
 *                 groups of 2^k; as in MPICH
 *     123         rounds send 1, 2, 3, 6, 12, ... ranks on; Traeff, Optimal
 *                 exclusive prefix sums, arXiv 2507.04785
 *     exscan      MPI_Exscan, whatever the library does in it
 *
 * 123 with eight ranks; rank 7 ends with all before it:
 *
 *     own value                 0    1    2    3    4    5    6    7
 *     round 0, from r - 1       -    0    1    2    3    4    5    6
 *     round 1, from r - 2       -    0   01  012  123  234  345  456
 *     round 2, from r - 3       -    0   01  012 0123  ...      123456
 *     round 3, from r - 6       -    0   01  012 0123  ...     0123456
 */
#ifndef JOIN_H
#define JOIN_H

#include "rank_log.h"
#include "wire.h"
#include "base/status.h"

#include <stdbool.h>

enum join { JOIN_EXSCAN, JOIN_CHAIN, JOIN_DOUBLING, JOIN_123, JOINS };

/* "exscan", ...; and WRONG_USE with the list of names. */
const char *join_name(enum join join);
enum status join_find(const char *name, enum join *out, struct problem *why);

/* What one rank does in one round; -1: it sends, or receives, nothing. */
struct exchange {
    int to, from;
    enum { SENDS_PREFIX, SENDS_PREFIX_AND_OWN, SENDS_GROUP } sends;
    /* The received value comes before the prefix; or it is that of another
     * group, before or after the rank's own. */
    enum { TAKES_BEFORE, TAKES_GROUP_BEFORE, TAKES_GROUP_AFTER } takes;
    bool last; /* no later round needs the group's fold */
};

/* Rounds of a join of `ranks` ranks; for exscan those of a chain, which is what
 * Open MPI does by default. */
int join_rounds(enum join join, int ranks);
/* Precondition: the join is not exscan. */
struct exchange join_exchange(enum join join, int ranks, int me, int round);

/* A rank's values in the course of a join. Before the first round the prefix
 * and `group` hold nothing and the rank's own value. */
struct joining {
    struct wire own, prefix, group;
    /* Counted: an exchange ends a round later than the later of the two ranks
     * was ready for it. */
    uint32_t rounds;
};

/* The value to send in this round, and what to do with the one received. */
struct wire join_send(const struct joining *joining, struct exchange exchange,
                      struct wire_op *op);
void join_take(struct joining *joining, struct exchange exchange,
               const struct wire *received, struct wire_op *op);
/* After an exchange; `received` is NULL if the rank only sent. */
void join_count_round(struct joining *joining, const struct wire *received);

/* Runs the join under mpirun. Returns the fold of all lower ranks' values; its
 * `rounds` are those counted on this rank, or 0 for exscan, whose messages are
 * not seen. `log`: notes each round, or NULL. */
struct wire join_run(enum join join, const struct wire *own, struct wire_op *op,
                     struct rank_log *log);

/* The closed form: how many times one rank applies op at most. */
int join_calls(enum join join, int ranks);

#endif
