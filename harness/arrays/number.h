/* number.h - converts numbers from a file's type to a monoid's.
 *
 *     file          number       component
 *     >u2  01 2c    300          int16 300
 *     >u2  01 2c    300          int8: rejected, it holds -128 to 127
 *
 * Integers are converted exactly or not at all, whether to integers or to
 * floats; floats may round to a shorter float but not overflow.
 */
#ifndef NUMBER_H
#define NUMBER_H

#include "monoids/monoid.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The type of the numbers in a file. FLOATING is 2, 4 or 8 bytes long. */
struct number_type {
    enum component_kind kind;
    int bytes;       /* 1, 2, 4 or 8 */
    bool most_first; /* big endian */
    bool takes_nan;  /* floats may be NaN; else NaN is rejected */
};

struct number {
    enum component_kind kind; /* selects the member of the union */
    union {
        int64_t i;
        uint64_t u;
        double f;
    };
};

/* The type of a monoid's components. */
struct number_type number_type_of(const struct monoid_table *monoid);

/* "int32", "float64"; static storage. */
const char *number_type_name(struct number_type type);

/* Writes the range of values that a type accepts, as part of a sentence;
 * returns text. */
char *number_limits(struct number_type type, char *text, size_t size);

struct number number_load(const unsigned char *from, struct number_type type);

/* Stores in the machine's byte order; returns false and stores nothing if the
 * number does not fit by the rule above. A float never fits an integer. */
bool number_store(struct number number, struct number_type type, void *to);

/* Writes a component or a number; a float is written so that it reads back
 * unchanged. At most 32 bytes; returns text. */
char *number_print(struct number number, int bytes, char *text, size_t size);

#endif
