/* number_text.h - converts a number as users write it into a monoid's
 * component.
 *
 *     "300"   int32    300
 *     "1.5"   int32    rejected: "not an integer; ... -m add_f64"
 *     "1.5"   float32  1.5
 *
 * Integers must fit. Decimal fractions and exponents round to the nearest
 * float; digits without a fraction or an exponent are an integer, which must be
 * stored exactly: 16777217 is rejected for float32, 16777217.0 is not.
 */
#ifndef NUMBER_TEXT_H
#define NUMBER_TEXT_H

#include "number.h"

/* Stores the number at `to`. If it does not fit, returns false and writes into
 * `reason` the text that follows "'1.5' is ", including advice: which numbers
 * are valid, or which monoid to use. Expects the "C" locale. */
bool number_read(const char *text, struct number_type type, void *to,
                 char *reason, size_t size);

/* True: it is a decimal number of any size. */
bool number_is_decimal(const char *text);

/* The built-in monoids that accept fractions, as part of a sentence. */
extern const char number_takes_fractions[];

#endif
