/* monoid_module.c - one monoid, made into a table of functions.
 *
 * Compiled at run time around a header, -DMONOID="\"add_i32.h\"", and loaded by
 * monoid_open. Missing definitions get their default here; mistakes in the
 * header are reported here, at compile time.
 */
#include "monoid_table.h"

#include <string.h>

#define DEVICE static inline
#include MONOID

#ifndef COMPONENT
#define COMPONENT T
#endif

enum { COMPONENTS = sizeof(T) / sizeof(COMPONENT) };

/* What a type is; the operand is not evaluated. -1: not a number. */
/* clang-format off */
#define KIND_OF(type)                                                          \
    _Generic(*(type *)0,                                                       \
        signed char:   SIGNED_INTEGER, unsigned char:      UNSIGNED_INTEGER,   \
        short:         SIGNED_INTEGER, unsigned short:     UNSIGNED_INTEGER,   \
        int:           SIGNED_INTEGER, unsigned:           UNSIGNED_INTEGER,   \
        long:          SIGNED_INTEGER, unsigned long:      UNSIGNED_INTEGER,   \
        long long:     SIGNED_INTEGER, unsigned long long: UNSIGNED_INTEGER,   \
        float: FLOATING, double: FLOATING, default: -1)
/* clang-format on */
#define KIND KIND_OF(COMPONENT)

_Static_assert(KIND_OF(T) == -1 ||
                   (KIND_OF(T) == FLOATING) == (KIND == FLOATING),
               "COMPONENT must be an integer or a floating type, like T: the "
               "laws of floats are not tested like those of integers");
_Static_assert(KIND != -1,
               "COMPONENT must be the integer or floating type that "
               "T is made of; #define it when T is a struct");
_Static_assert(sizeof(T) % sizeof(COMPONENT) == 0,
               "T must be a whole number of COMPONENTs");
_Static_assert(
    sizeof(T) % 4 == 0 && sizeof(T) <= 32,
    "sizeof(T) must be 4, 8, 12, ... or 32: pad it with a COMPONENT");
_Static_assert(_Alignof(T) % _Alignof(COMPONENT) == 0,
               "T must be aligned like its COMPONENT: it must not be packed");
_Static_assert(_Alignof(T) <= 16,
               "T must not require an alignment of more than 16 bytes");

/* -------------------------------------------------------------- op and fold */

static void table_identity(void *out)
{
    *(T *)out = identity();
}

static void table_op(const void *a, const void *b, void *out)
{
    *(T *)out = op(*(const T *)a, *(const T *)b);
}

static void table_fold(const void *in, void *out, size_t n, bool exclusive,
                       const void *carry)
{
    const T *from = in;
    T *to = out;
    T sum = carry ? *(const T *)carry : identity();

    for (size_t i = 0; i < n; i++) {
        const T next = op(sum, from[i]); /* from[i] may be to[i] */
        to[i] = exclusive ? sum : next;
        sum = next;
    }
}

/* ------------------------------------------------------------------ compare */

#ifdef MAGNITUDE
#ifndef MAGNITUDE_OP
#define MAGNITUDE_OP(a, b) op(a, b)
#endif
static void table_magnitude(const void *element, void *out)
{
    *(T *)out = MAGNITUDE(*(const T *)element);
}

static void table_magnitude_op(const void *a, const void *b, void *out)
{
    *(T *)out = MAGNITUDE_OP(*(const T *)a, *(const T *)b);
}
#endif

#ifdef SAME
static bool table_same(const void *got, const void *want)
{
    return SAME(*(const T *)got, *(const T *)want);
}
#endif

static bool table_has_gaps(void)
{
    bool found = false;
#if defined __has_builtin
#if __has_builtin(__builtin_clear_padding)
    T element;
    unsigned char bytes[sizeof element];

    memset(&element, 0xff, sizeof element);
    __builtin_clear_padding(&element);
    memcpy(bytes, &element, sizeof element);
    for (size_t i = 0; i < sizeof bytes; i++)
        found |= bytes[i] != 0xff;
#endif
#endif
    return found;
}

/* ----------------------------------------------------- function of elements */

#ifdef PREDICATE
#include PREDICATE

static bool table_keeps(const void *element)
{
    return keeps(*(const T *)element);
}
#endif

#ifdef KEY_HEADER
#include KEY_HEADER

_Static_assert(KEY_BITS >= 1 && KEY_BITS <= 64, "KEY_BITS must be 1 to 64");

static uint64_t table_key(const void *element)
{
    return key(*(const T *)element);
}
#endif

#ifdef PRODUCT_HEADER
#include PRODUCT_HEADER

static void table_times(const void *a, const void *b, void *out)
{
    *(T *)out = times(*(const T *)a, *(const T *)b);
}
#endif

#ifdef MAP_HEADER
#include MAP_HEADER

static void table_map(int32_t x, void *out)
{
    *(T *)out = map(x);
}
#endif

/* ------------------------------------------------------------------- planes */

#ifdef PARTS
#define COUNT_PART(type, name) +1
#define PLANE_OF(type, name)   {offsetof(T, name), sizeof(type)},
#define IS_PART(type, name)                                                    \
    _Static_assert(sizeof(type) == sizeof(((T *)0)->name),                     \
                   "PARTS gives " #name " another type than T does");
enum { PLANES = 0 PARTS(COUNT_PART) };
#define PLANES_OF_T PARTS(PLANE_OF)
PARTS(IS_PART)
#else
enum { PLANES = COMPONENTS };
#define PLANE(k)                                                               \
    {                                                                          \
        (k) * (int)sizeof(COMPONENT), sizeof(COMPONENT)                        \
    }
#define PLANES_OF_T                                                            \
    PLANE(0), PLANE(1), PLANE(2), PLANE(3), PLANE(4), PLANE(5), PLANE(6),      \
        PLANE(7), PLANE(8), PLANE(9), PLANE(10), PLANE(11), PLANE(12),         \
        PLANE(13), PLANE(14), PLANE(15), PLANE(16), PLANE(17), PLANE(18),      \
        PLANE(19), PLANE(20), PLANE(21), PLANE(22), PLANE(23), PLANE(24),      \
        PLANE(25), PLANE(26), PLANE(27), PLANE(28), PLANE(29), PLANE(30),      \
        PLANE(31)
#endif

_Static_assert((int)PLANES <= (int)MAX_PLANES,
               "T must consist of at most 32 numbers");

/* --------------------------------------------------------------------- lift */

#ifdef LIFT
static void table_lift(const void *component, void *out, size_t n)
{
    const COMPONENT *from = component;
    T *to = out;

    for (size_t i = 0; i < n; i++)
        to[i] = LIFT(from[i]);
}
#define TABLE_LIFT table_lift
#else
static void table_copy(const void *component, void *out, size_t n)
{
    memmove(out, component, n * sizeof(T));
}
#define TABLE_LIFT                                                             \
    (__builtin_types_compatible_p(T, COMPONENT) ? table_copy : NULL)
#endif

/* --------------------------------------------------------------------- draw */

/* The n-th number after `seed` of the generator SplitMix64 (Steele, Lea, Flood,
 * OOPSLA 2014): a counter and a mixer, so any element can be had alone. */
static inline uint64_t random_bits(uint64_t seed, uint64_t n)
{
    uint64_t x = seed + (n + 1) * 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

#ifndef DRAW
/* Every component at random; floating ones in [-1, 1), all digits used. */
static T draw_components(uint64_t bits)
{
    enum { DIGITS = sizeof(COMPONENT) == 4 ? 24 : 53 };
    COMPONENT component[COMPONENTS];
    T out;

    for (int k = 0; k < COMPONENTS; k++, bits = random_bits(bits, 0))
        if (KIND == FLOATING)
            component[k] =
                (COMPONENT)((double)((int64_t)bits >> (64 - DIGITS)) /
                            (double)((int64_t)1 << (DIGITS - 1)));
        else
            component[k] = (COMPONENT)bits;
    memcpy(&out, component, sizeof out);
    return out;
}
#define DRAW(bits) draw_components(bits)

/* Of 16 integers, 8 are from -4 to 3, and 8 as far from where the sign turns:
 * the least, the largest. */
static COMPONENT integer_at_end(uint64_t bits)
{
    const uint64_t turn = (uint64_t)1 << (8 * sizeof(COMPONENT) - 1);

    return (COMPONENT)((bits & 7) - 4 + (bits & 8 ? turn : 0));
}

static COMPONENT floating_at_end(uint64_t bits)
{
    const double most =
        sizeof(COMPONENT) == 4 ? (double)__FLT_MAX__ : __DBL_MAX__;
    const double end[] = {0, 1, -1, 1e9, -1e9, most, -most, most / 2};

    return (COMPONENT)end[bits & 7];
}

static void table_draw_ends(void *out, size_t n, uint64_t seed)
{
    char *to = out;

    seed = random_bits(seed, 0);
    for (size_t i = 0; i < n * COMPONENTS; i++) {
        const uint64_t bits = random_bits(seed, i);
        const COMPONENT x =
            KIND == FLOATING ? floating_at_end(bits) : integer_at_end(bits);
        memcpy(to + i * sizeof x, &x, sizeof x);
    }
}
#define TABLE_DRAW_ENDS                                                        \
    (KIND == FLOATING && COMPONENTS > 1 ? NULL : table_draw_ends)
#else
#define TABLE_DRAW_ENDS NULL
#endif

static void table_draw_from(void *out, size_t begin, size_t n, uint64_t seed)
{
    T *to = out;

    seed = random_bits(seed, 0); /* seeds 1 and 2 start far apart */
    for (size_t i = 0; i < n; i++) {
        const uint64_t bits = random_bits(seed, begin + i);
        to[i] = DRAW(bits);
    }
}

static void table_draw(void *out, size_t n, uint64_t seed)
{
    table_draw_from(out, 0, n, seed);
}

/* -------------------------------------------------------------------- table */

extern const struct monoid_table scanlab_monoid;

__attribute__((visibility("default")))
const struct monoid_table scanlab_monoid = {
    .bytes = sizeof(T),
    .alignment = _Alignof(T),
    .kind = (enum component_kind)KIND,
    .component_bytes = sizeof(COMPONENT),
    .components = COMPONENTS,
#ifdef VECTOR_OP
    .vectorized = true,
#endif
    .identity = table_identity,
    .op = table_op,
    .lift = TABLE_LIFT,
    .draw = table_draw,
    .draw_from = table_draw_from,
    .draw_ends = TABLE_DRAW_ENDS,
    .fold = table_fold,
#ifdef EXACT
    .exact = true,
#endif
#ifdef MAGNITUDE
    .magnitude = table_magnitude,
    .magnitude_op = table_magnitude_op,
#endif
#ifdef SAME
    .same = table_same,
#endif
#ifdef PREDICATE
    .keeps = table_keeps,
    .keeps_is_bool = _Generic(keeps(*(T *)0), bool
                              : true, default
                              : false),
#endif
#ifdef KEY_HEADER
    .key = table_key,
    .key_bits = KEY_BITS,
#endif
#ifdef PRODUCT_HEADER
    .times = table_times,
#endif
#ifdef MAP_HEADER
    .map = table_map,
#endif
    .planes = PLANES,
    .plane = {PLANES_OF_T},
    .has_gaps = table_has_gaps,
};
