/* contestant.h - whatever takes part in a bench: a scan, a library, a copy. */
#ifndef CONTESTANT_H
#define CONTESTANT_H

#include "copy.h"
#include "devices/execution.h"
#include "library.h"

enum contestant_kind { CONTEST_ALGORITHM, CONTEST_LIBRARY, CONTEST_COPY };

enum { MOST_ROUNDS = 200 };

/* One row of a field: the same n, monoid and thread count as its rivals. */
struct contestant {
    enum contestant_kind kind;
    const char *name;    /* lookback, tbb, memcpy */
    const char *variant; /* of the algorithm; which copy */
    const struct choice *choice;
    const struct call *call; /* on the host: the newest */
    struct pool *pool;
    struct execution *execution;
    const struct library_row *library; /* the line-up's */
    uint64_t temporary; /* of a library on a GPU: its address there */
    size_t temporary_bytes;
    const struct copy_kind *copy; /* NULL: the GPU's own */
    bool alone;      /* a copy on one thread: small ones are not worth a fork */
    bool started;    /* the threads of a library are there */
    size_t calls;    /* timed together as one sample */
    bool wrong;      /* an output was not right, or: */
    bool unjudged;   /* its code was not run to its end (NOT_JUDGED) */
    char fault[256]; /* what was wrong with it */
    size_t samples;  /* the same for all rivals that are right */
    double ns[MOST_ROUNDS]; /* of one call, by round */
};

/* It is out: wrong, and unjudged if the status is NOT_JUDGED. */
void contestant_fail(struct contestant *c, enum status status,
                     const struct problem *fault);
/* What its row is, of one that is wrong: CHECK_FAILED or NOT_JUDGED. */
enum status contestant_verdict(const struct contestant *c);

/* On the host: calls it once, on c->call; a copy moves so many bytes. A device
 * that sees it do wrong makes it wrong. */
void contestant_call(struct contestant *c, const void *from, void *to,
                     size_t bytes);

/* Of a library's row of an application, on this call's ports. */
struct row_call contestant_row_call(const struct contestant *c,
                                    const struct call *call);

/* On the host, one sample: nanoseconds of a call, the mean of c->calls. Others'
 * threads are asleep by then. `spoilt`, when not 0: before each call of several
 * an element of so many bytes is spoilt in `to`, which is the output. */
double contestant_time(struct contestant *c, const void *from, void *to,
                       size_t bytes, size_t spoilt);

/* Chooses c->calls for a call of `ns`, so that a sample is long against the
 * clock: reading it takes time too. More than one are an even number. */
void contestant_calibrate(struct contestant *c, double ns, double sample_ns);

void contestant_close(struct contestant *c);

#endif
