/* contestant.h - a participant in a bench: a scan, a library, a copy. */
#ifndef CONTESTANT_H
#define CONTESTANT_H

#include "copy.h"
#include "devices/execution.h"
#include "library.h"

enum contestant_kind { CONTEST_ALGORITHM, CONTEST_LIBRARY, CONTEST_COPY };

enum { MAX_ROUNDS = 200 };

/* One row of a field, with the same n, monoid and thread count as its
 * rivals. */
struct contestant {
    enum contestant_kind kind;
    const char *name;    /* lookback, tbb, memcpy */
    const char *variant; /* of the algorithm; which copy */
    const struct choice *choice;
    const struct call *call; /* on the host: the latest */
    struct pool *pool;
    struct execution *execution;
    const struct library_row *library; /* owned by the line-up */
    uint64_t temporary; /* a library's temporary memory: its GPU address */
    size_t temporary_bytes;
    const struct copy_kind *copy; /* NULL: the GPU's own */
    bool alone;    /* a copy on one thread: small copies do not justify a
                        fork */
    bool started;  /* a library's threads have been started */
    size_t calls;  /* timed together as one sample */
    size_t spoils; /* elements overwritten so far: a different one each time */
    bool wrong;    /* an output was not right, or `unjudged` is set */
    bool unjudged; /* its code did not finish (NOT_JUDGED) */
    char fault[256];       /* what was wrong with it */
    size_t samples;        /* the same number for all correct rivals */
    double ns[MAX_ROUNDS]; /* of one call, by round */
    /* of the output of each round, for floats: equal outputs have equal ones */
    uint64_t fingerprint[MAX_ROUNDS];
    bool has_right; /* its last output that was found right on the host has this
                       fingerprint: */
    uint64_t right;
};

/* Excludes the contestant: sets `wrong`, and also `unjudged` if the status is
 * NOT_JUDGED. */
void contestant_fail(struct contestant *c, enum status status,
                     const struct problem *fault);
/* The status of a wrong contestant's row: CHECK_FAILED or NOT_JUDGED. */
enum status contestant_verdict(const struct contestant *c);

/* On the host: calls it once, on c->call; a copy moves `bytes` bytes. If the
 * device detects a mistake, the contestant is wrong. */
void contestant_call(struct contestant *c, const void *from, void *to,
                     size_t bytes);

/* The call of a library's application row, on the ports of c->call. */
struct row_call contestant_row_call(const struct contestant *c,
                                    const struct call *call);

/* On the host, one sample: nanoseconds per call, the mean of c->calls. All
 * other threads are asleep when the sample begins. If `warm`, up to ten calls
 * that are not timed come first, at least one, and no new one after a
 * millisecond: wherever the arrays' lines were before, they are then in the
 * caches of the cores that this contestant lets work on them. And before each
 * timed call an element of `spoilt` bytes in the output `to` is overwritten; 0:
 * nothing is. */
double contestant_time(struct contestant *c, const void *from, void *to,
                       size_t bytes, bool warm, size_t spoilt);

/* Chooses c->calls for a call that takes `ns`, so that a sample is long
 * compared with the clock's step and the time to read it. If above 1, the
 * number is even. */
void contestant_calibrate(struct contestant *c, double ns, double sample_ns);

void contestant_close(struct contestant *c);

#endif
