/* encodings.h - the same case with other bits in the same elements.
 *
 * An element of a proof is a number, encoded. What a scan does must not depend
 * on its bits; so each case is run with two encodings:
 *
 *     drawn      any words, anew in each verification: a word of an element
 *                that is compared is known by its value
 *     special    some element is all zeros, all ones, or a constant that code
 *                compares with
 *
 * Both runs must take the same path, and compare the same values at each place
 * of the code. What differs between them may also come from what an earlier
 * launch has left: then more runs tell.
 */
#ifndef ENCODINGS_H
#define ENCODINGS_H

#include "devices/execution.h"

/* Draws what the cases of this process and its children are encoded with. */
void encodings_draw(void);

/* Integer constants of a source, whose words elements may get. */
enum { MAX_CONSTANTS = 64 };
struct constants {
    int count;
    uint32_t word[MAX_CONSTANTS];
};

/* Those of a file; none where it cannot be read or is NULL. */
void constants_read(const char *path, struct constants *out);

struct encoded_case {
    struct execution *execution;
    const struct constants *constants;
    size_t element_bytes;
    uint32_t leaves; /* elements, the carry among them */
    uint32_t number; /* another one for each case: draws its special word */
    bool alone;      /* on one thread, or simulated: runs can be repeated */
    bool records;    /* note the values that the code compares: some cases
                        do, as this costs half a run, and the code has the same
                        comparisons in every case */
    bool matters;    /* this is one of them */
    bool follows;    /* a run that goes wrong is made again to be told from */
    /* One run, with this seed for the interval table. */
    enum status (*run)(void *context, uint32_t seed, struct problem *why);
    /* The same as the first run of a new execution, and its path. */
    enum status (*run_alone)(void *context, uint32_t seed, uint64_t *path);
    void *context;
};

/* Adds the runs that went right to *runs. */
enum status encodings_run(const struct encoded_case *c, size_t *runs,
                          struct problem *why);

/* One run that cannot be repeated; a word of an element that is compared is a
 * finding. */
enum status encodings_run_once(const struct encoded_case *c,
                               struct problem *why);

struct verify_tally;
/* Every order of the flag operations, a run each, with one encoding; of at most
 * so many preemptions. They are counted in the tally. */
enum status encodings_run_orders(const struct encoded_case *c, int preemptions,
                                 struct verify_tally *tally,
                                 struct problem *why);

#endif
