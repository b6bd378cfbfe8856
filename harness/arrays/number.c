/* number.c - loads, checks and stores single numbers. */
#include "number.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "files are written in the machine's byte order, little-endian");

struct number_type number_type_of(const struct monoid_table *monoid)
{
    return (struct number_type){monoid->kind, monoid->component_bytes, false,
                                monoid->takes_nan};
}

const char *number_type_name(struct number_type type)
{
    static const char *const names[3][4] = {
        [SIGNED_INTEGER] = {"int8", "int16", "int32", "int64"},
        [UNSIGNED_INTEGER] = {"uint8", "uint16", "uint32", "uint64"},
        [FLOATING] = {"float8", "float16", "float32", "float64"},
    };

    return names[type.kind][__builtin_ctz((unsigned)type.bytes)];
}

char *number_limits(struct number_type type, char *text, size_t size)
{
    const char *const name = number_type_name(type);
    const uint64_t most = UINT64_MAX >> (64 - 8 * type.bytes);

    if (type.kind == UNSIGNED_INTEGER)
        snprintf(text, size, "%s holds 0 to %" PRIu64, name, most);
    else if (type.kind == SIGNED_INTEGER)
        snprintf(text, size, "%s holds -%" PRIu64 " to %" PRIu64, name,
                 most / 2 + 1, most / 2);
    else
        snprintf(
            text, size,
            "%s holds at most %.9g, and integers of up to %d significant bits",
            name, type.bytes == 4 ? (double)FLT_MAX : DBL_MAX,
            type.bytes == 4 ? FLT_MANT_DIG : DBL_MANT_DIG);
    return text;
}

/* IEEE 754 half: sign, 5 bits of exponent with bias 15, 10 of fraction. */
static double half_to_double(uint64_t bits)
{
    const int exponent = bits >> 10 & 31;
    const double fraction = (double)(bits & 1023);
    double size;

    if (exponent == 31)
        size = fraction != 0 ? NAN : INFINITY;
    else if (exponent == 0)
        size = ldexp(fraction, -24);
    else
        size = ldexp(fraction + 1024, exponent - 25);
    return bits >> 15 ? -size : size;
}

static double load_float(uint64_t bits, int bytes)
{
    const uint32_t low = (uint32_t)bits;
    double wide;
    float narrow;

    if (bytes == 2)
        return half_to_double(bits);
    if (bytes == 4) {
        memcpy(&narrow, &low, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, &bits, sizeof wide);
    return wide;
}

struct number number_load(const unsigned char *from, struct number_type type)
{
    struct number number = {.kind = type.kind};
    const int spare = 64 - 8 * type.bytes;
    uint64_t bits = 0;

    for (int i = 0; i < type.bytes; i++)
        bits |= (uint64_t)from[type.most_first ? type.bytes - 1 - i : i]
                << 8 * i;
    if (type.kind == FLOATING)
        number.f = load_float(bits, type.bytes);
    else if (type.kind == SIGNED_INTEGER) /* copy the sign into the spare */
        number.i = (int64_t)(bits << spare) >> spare;
    else
        number.u = bits;
    return number;
}

/* An integer as sign and magnitude: both kinds in one form. */
static bool is_negative(struct number number, uint64_t *magnitude)
{
    const bool negative = number.kind == SIGNED_INTEGER && number.i < 0;

    *magnitude = negative ? -number.u : number.u;
    return negative;
}

static bool store_integer(struct number number, struct number_type type,
                          void *to)
{
    uint64_t magnitude;
    const bool negative = is_negative(number, &magnitude);
    uint64_t most = UINT64_MAX >> (64 - 8 * type.bytes);

    if (type.kind == SIGNED_INTEGER)
        most = most / 2 + negative;
    else if (negative)
        return false;
    if (magnitude > most)
        return false;
    memcpy(to, &number.u, (size_t)type.bytes); /* low bytes come first */
    return true;
}

static bool store_float(struct number number, struct number_type type, void *to)
{
    const int digits = type.bytes == 4 ? FLT_MANT_DIG : DBL_MANT_DIG;
    double value = number.f;
    uint64_t magnitude;

    if (number.kind != FLOATING) {
        const bool negative = is_negative(number, &magnitude);
        if (magnitude && magnitude >> __builtin_ctzll(magnitude) >> digits)
            return false;
        value = negative ? -(double)magnitude : (double)magnitude;
    }
    const float narrow = (float)value;
    if (type.bytes == 8)
        memcpy(to, &value, sizeof value);
    else if (isinf(narrow) && !isinf(value))
        return false;
    else
        memcpy(to, &narrow, sizeof narrow);
    return true;
}

bool number_store(struct number number, struct number_type type, void *to)
{
    assert(type.kind != FLOATING || type.bytes >= 4);
    if (type.kind == FLOATING)
        return store_float(number, type, to);
    return number.kind != FLOATING && store_integer(number, type, to);
}

char *number_print(struct number number, int bytes, char *text, size_t size)
{
    if (number.kind == FLOATING)
        snprintf(text, size, "%.*g", bytes == 8 ? 17 : 9, number.f);
    else if (number.kind == SIGNED_INTEGER)
        snprintf(text, size, "%" PRId64, number.i);
    else
        snprintf(text, size, "%" PRIu64, number.u);
    return text;
}
