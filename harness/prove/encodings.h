/* encodings.h - the same case with different bits in the same elements.
 *
 * An element of a proof is an encoded number. The scan's behaviour must not
 * depend on the element's bits, so each case is run with two encodings:
 *
 *     drawn      random words, new ones in each verification: if the code
 *                compares a word of an element, its value reveals it
 *     special    some element is all zeros, all ones, or a constant that code
 *                compares with
 *
 * Both runs must take the same path, and compare the same values at each place
 * in the code. A difference between them may also come from data left by an
 * earlier launch: further runs distinguish the two causes.
 */
#ifndef ENCODINGS_H
#define ENCODINGS_H

#include "devices/execution.h"

/* Draws random words to encode the cases of this process and its children. */
void encodings_draw(void);

/* Integer constants of a source: some elements are encoded as these words. */
enum { MAX_CONSTANTS = 64 };
struct constants {
    int count;
    uint32_t word[MAX_CONSTANTS];
};

/* Reads the constants of a file; none if it cannot be read or path is NULL. */
void constants_read(const char *path, struct constants *out);

struct encoded_case {
    struct execution *execution;
    const struct constants *constants;
    size_t element_bytes;
    uint32_t leaves; /* elements, the carry among them */
    uint32_t number; /* differs between cases: selects the special word */
    bool alone;      /* on one thread, or simulated: runs can be repeated */
    bool records;    /* note the values that the code compares: only in some
                        cases, as this costs half a run, and the code has the
                        same comparisons in every case */
    bool matters;    /* this is one of them */
    bool follows;    /* a wrong run is repeated, to trace the wrong element */
    /* One run, with this seed for the interval table. */
    enum status (*run)(void *context, uint32_t seed, struct problem *why);
    /* The same, as the first run of a new execution; also returns its path. */
    enum status (*run_alone)(void *context, uint32_t seed, uint64_t *path);
    void *context;
};

/* Adds the number of right runs to *runs. */
enum status encodings_run(const struct encoded_case *c, size_t *runs,
                          struct problem *why);

/* With random words alone. Comparing a word of an element is a finding, if it
 * happens again with other words. */
enum status encodings_run_once(const struct encoded_case *c,
                               struct problem *why);

struct verify_tally;
/* Runs every order of the flag operations with at most this many preemptions,
 * once each, with one encoding. The tally counts them. */
enum status encodings_run_orders(const struct encoded_case *c, int preemptions,
                                 struct verify_tally *tally,
                                 struct problem *why);

#endif
