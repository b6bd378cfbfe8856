/* number_text.c - digits, signs and exponents, exactly or not at all. */
#include "number_text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char number_takes_fractions[] =
    "for fractions use -m add_f32 or -m add_f64";

/* The end of every refusal; returns false. */
static bool refuse(const char *what, const char *advice, char *reason,
                   size_t size)
{
    snprintf(reason, size, "%s; %s", what, advice);
    return false;
}

/* [+-]digits: false when there is anything else. */
static bool all_digits(const char *text)
{
    text += *text == '-' || *text == '+';
    return *text && text[strspn(text, "0123456789")] == '\0';
}

bool number_is_decimal(const char *text)
{
    char *end;

    strtod(text, &end);
    return end != text && !*end && !strpbrk(text, "xX");
}

static bool read_integer(const char *text, struct number_type type, void *to,
                         char *reason, size_t size)
{
    const bool negative = *text == '-';
    char limits[96], advice[160];
    struct number number = {.kind = UNSIGNED_INTEGER, .u = 0};
    bool fits = true;
    int64_t any;

    number_limits(type, limits, sizeof limits);
    if (!all_digits(text))
        return refuse("not an integer",
                      number_is_decimal(text) ? number_takes_fractions : limits,
                      reason, size);
    for (text += *text == '-' || *text == '+'; *text; text++)
        if (__builtin_mul_overflow(number.u, 10, &number.u) ||
            __builtin_add_overflow(number.u, (uint64_t)(*text - '0'),
                                   &number.u))
            fits = false;
    if (negative && number.u) {
        fits = fits && number.u <= (uint64_t)1 << 63;
        number.kind = SIGNED_INTEGER;
        number.u = -number.u;
    }
    if (fits && number_store(number, type, to))
        return true;
    const struct number_type widest = {SIGNED_INTEGER, 8, false, false};
    snprintf(advice, sizeof advice, "%s%s", limits,
             type.kind == SIGNED_INTEGER && fits &&
                     number_store(number, widest, &any)
                 ? "; add_i64 has wider integers: use -m add_i64"
                 : "");
    return refuse("which does not fit", advice, reason, size);
}

/* Whether digits stand for exactly this value: its exact decimal expansion
 * is the digits again. */
static bool is_exact(const char *digits, double value)
{
    char expansion[512];

    digits += *digits == '-' || *digits == '+';
    digits += strspn(digits, "0");
    snprintf(expansion, sizeof expansion, "%.0f", fabs(value));
    return strcmp(*digits ? digits : "0", expansion) == 0;
}

static const char *float_fault(const char *text, struct number_type type,
                               double value)
{
    const size_t always_exact = type.bytes == 4 ? FLT_DIG : DBL_DIG;

    if (!number_is_decimal(text))
        return "not a number";
    if (isnan(value) && !type.takes_nan)
        return "and a scan of it cannot be checked";
    if (isinf(value) && !strpbrk(text, "iI"))
        return "which does not fit";
    if (strlen(text) > always_exact && all_digits(text) &&
        !is_exact(text, value))
        return "an integer that it cannot hold exactly (written with .0, the "
               "number is rounded)";
    return NULL;
}

static bool read_float(const char *text, struct number_type type, void *to,
                       char *reason, size_t size)
{
    const float narrow = strtof(text, NULL);
    const double wide = type.bytes == 4 ? narrow : strtod(text, NULL);
    const char *const fault = float_fault(text, type, wide);
    char limits[96];

    if (fault)
        return refuse(fault, number_limits(type, limits, sizeof limits), reason,
                      size);
    if (type.bytes == 4)
        memcpy(to, &narrow, sizeof narrow);
    else
        memcpy(to, &wide, sizeof wide);
    return true;
}

bool number_read(const char *text, struct number_type type, void *to,
                 char *reason, size_t size)
{
    return type.kind == FLOATING ? read_float(text, type, to, reason, size)
                                 : read_integer(text, type, to, reason, size);
}
