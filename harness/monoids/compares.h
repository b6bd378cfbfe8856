/* compares.h - records what the code under test compares.
 *
 * A proof covers only code that does no more with elements than copy them and
 * pass them to op. So code is compiled with a hook at each comparison
 * (-fsanitize-coverage=trace-cmp), and the compared values answer two
 * questions:
 *
 *     is one of them a word of a live element?    immediately, with its name
 *     do the values at a place differ if only     after two runs, for any value
 *     the encoding of the elements differs?       computed from the elements
 *
 * There is one record per process, as there is one interval table.
 */
#ifndef COMPARES_H
#define COMPARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Called at a comparison, with the address that the hook returns to. A constant
 * of the source is passed as 0. The device under test sets it. */
typedef void compares_hook_function(const void *pc, uint64_t a, uint64_t b,
                                    unsigned bytes);
extern compares_hook_function *compares_hook;

/* Called after a shift by at least the width of the number, which C and C++
 * leave undefined; if NULL, the initial value, such shifts are ignored. */
typedef void compares_shift_function(const void *pc);
extern compares_shift_function *compares_shift_hook;

/* ------------------------------------------------------- for the device */

/* True: one of the numbers contains a word of a live element, which
 * compares_element() names. Call only in a run whose wish sets element_bytes.
 * */
bool compares_has_element(uintptr_t place, uint64_t a, uint64_t b,
                          unsigned bytes);
/* Assigns a number to a place that is seen for the first time. */
uint16_t compares_new(uintptr_t place);

enum {
    COMPARES_PLACES = 1 << 13,
    COMPARES_CODE = 1 << 20, /* module bytes with distinct place numbers; beyond
                                them, places share numbers */
    COMPARES_SMALL = 1 << 22 /* sizes, indices, small constants: not elements */
};

/* The record of the run: compares_note() is called at every comparison. */
extern struct compares {
    bool records, finds;
    uint64_t values
        /* for each place number, a hash of the values compared there */
        [COMPARES_PLACES];
    uint16_t number[COMPARES_CODE]; /* number of a place; 0: not seen yet */
} compares;

static inline bool compares_is_small(uint64_t value)
{
    return value + COMPARES_SMALL < 2 * (uint64_t)COMPARES_SMALL;
}

/* False for most comparisons, for which compares_note() would do nothing. */
static inline bool compares_matter(uint64_t a, uint64_t b)
{
    return compares.records ||
           (compares.finds && !(compares_is_small(a) && compares_is_small(b)));
}

/* Notes that a place in the code, an offset in its module, compares a and b.
 * True: one of them is an element. */
static inline bool compares_note(uintptr_t place, uint64_t a, uint64_t b,
                                 unsigned bytes)
{
    if (compares.records) {
        uint16_t number = compares.number[place % COMPARES_CODE];
        if (!number)
            number = compares_new(place);
        uint64_t *const values = &compares.values[number];
        *values = (*values << 7 | *values >> 57) +
                  (b ^ (a << 32 | a >> 32)) * 0x9e3779b97f4a7c15u + 1;
    }
    return compares.finds && compares_has_element(place, a, b, bytes);
}

/* "element 5", "the fold of elements 0 to 5" or "the identity": the first one
 * that the run compared. */
const char *compares_element(void);

/* --------------------------------------------------------- for the proof */

enum { COMPARES_RUNS = 3 };

/* What to look for in a run. */
struct compares_wish {
    size_t element_bytes; /* look for words of live elements; 0: do not */
    bool record;          /* note the values compared at each place */
};

/* Call for new code, whose places differ: clears all records. */
void compares_open(void);
/* Call the first before a run, and the second after it. */
void compares_begin(const struct compares_wish *wish);
void compares_end(void);

/* True: an element was compared in the run, for the first time at *place. */
bool compares_found(uintptr_t *place);

/* Keeps the record of the run, under the number 0 .. COMPARES_RUNS - 1. */
void compares_keep(int run);
/* Finds a place that compared different values in these two runs; false: there
 * is none, apart from the places that compares_expect() noted. */
bool compares_differ(int run, int other, uintptr_t *place);
/* From now on, places that differ between these two runs may differ: the
 * elements had the same bits, but an earlier launch left different flags. */
void compares_expect(int run, int other);

#endif
