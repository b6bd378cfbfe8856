/* number_text.h - a number as people write it, into a monoid's component.
 *
 *     "300"   int32    300
 *     "1.5"   int32    refused: "not an integer; ... -m add_f64"
 *     "1.5"   float32  1.5
 *
 * Integers must fit. Decimal fractions and exponents round to the nearest
 * float; digits alone are an integer, which must be exact: 16777217 is refused
 * for float32, 16777217.0 is not.
 */
#ifndef NUMBER_TEXT_H
#define NUMBER_TEXT_H

#include "number.h"

/* Stores the number at `to`. When it cannot be, returns false and writes why
 * not into `reason`: what goes after "'1.5' is ", and what would take it.
 * Expects the "C" locale. */
bool number_read(const char *text, struct number_type type, void *to,
                 char *reason, size_t size);

/* Whether it is a decimal number at all, of whatever size. */
bool number_is_decimal(const char *text);

/* Which built-in monoids take a fraction, as half a sentence. */
extern const char number_takes_fractions[];

#endif
