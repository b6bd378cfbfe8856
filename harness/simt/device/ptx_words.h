/* ptx_words.h - functions for instructions of inline PTX (ptx/ptx_forms.c).
 * Included by cuda.h.
 *
 * An operand of PTX is a register: bits, whatever its own type is. The type of
 * the instruction determines how they are read:
 *
 *     asm("mov.b32 %0, %1;" : "=r"(u) : "f"(3.0f));    u is 0x40400000, not 3
 *
 * So simt_as<type of the instruction>() reads an operand, and simt_set() writes
 * a result: both move bits. Only loads and stores have registers that are wider
 * than the number in memory.
 *
 * All names here begin with simt_, since they become part of a kernel, whose
 * own names never begin like this (refuse/source_check.c).
 */
#pragma once

typedef uint8_t simt_u8;
typedef uint16_t simt_u16;
typedef uint32_t simt_u32;
typedef uint64_t simt_u64;
typedef unsigned __int128 simt_u128;
typedef int8_t simt_s8;
typedef int16_t simt_s16;
typedef int32_t simt_s32;
typedef int64_t simt_s64;

/* ---------------------------------------------------------------- operands */

/* A number written in the PTX: it is 64 bits wide, and the instruction uses its
 * low bits. */
struct simt_literal {
    uint64_t bits;
};

enum simt_register { SIMT_WHOLE_NUMBER, SIMT_FRACTION, SIMT_PREDICATE };
template <class R> struct simt_register_of {
    enum { is = SIMT_WHOLE_NUMBER };
};
template <> struct simt_register_of<float> {
    enum { is = SIMT_FRACTION };
};
template <> struct simt_register_of<double> {
    enum { is = SIMT_FRACTION };
};
template <> struct simt_register_of<bool> {
    enum { is = SIMT_PREDICATE };
};
#define SIMT_IS(R, what) ((int)simt_register_of<R>::is == (int)(what))

/* The first bytes of x as a W, which is not larger than x. */
template <class W, class R> SIMT_INLINE W simt_bits_as(R x)
{
    union {
        R from;
        W to;
    } u;
    u.from = x;
    return u.to;
}

template <class W, class R> SIMT_INLINE W simt_as(R x)
{
    static_assert(sizeof(W) == sizeof(R) &&
                      SIMT_IS(W, SIMT_PREDICATE) == SIMT_IS(R, SIMT_PREDICATE),
                  "the SIMT machine does not know PTX whose operand is of "
                  "another size than its instruction, or a predicate in place "
                  "of a number");
    return simt_bits_as<W>(x);
}
template <class W> SIMT_INLINE W simt_as(simt_literal x)
{
    static_assert(!SIMT_IS(W, SIMT_FRACTION),
                  "the SIMT machine does not know a whole number in PTX of "
                  "floats: write its bits, 0f3F800000 for 1");
    return (W)x.bits;
}
template <class R, class W> SIMT_INLINE void simt_set(R &to, W value)
{
    to = simt_as<R>(value);
}

/* From memory to a register, which may be wider: a number is extended. */
template <class R, class W> SIMT_INLINE void simt_set_loaded(R &to, W value)
{
    static_assert(sizeof(R) == sizeof(W) ||
                      (sizeof(R) > sizeof(W) && SIMT_IS(R, SIMT_WHOLE_NUMBER) &&
                       SIMT_IS(W, SIMT_WHOLE_NUMBER)),
                  "the SIMT machine does not know PTX that loads more than a "
                  "register holds, or a float to a wider one");
    to = sizeof(R) == sizeof(W) ? simt_bits_as<R>(value) : (R)value;
}

/* From a register to memory: the low bytes of a wider register. */
template <class W, class R> SIMT_INLINE W simt_stored(R x)
{
    static_assert(sizeof(R) == sizeof(W) ||
                      (sizeof(R) > sizeof(W) && SIMT_IS(R, SIMT_WHOLE_NUMBER) &&
                       SIMT_IS(W, SIMT_WHOLE_NUMBER)),
                  "the SIMT machine does not know PTX that stores more than a "
                  "register holds, or a part of a float");
    return sizeof(R) == sizeof(W) ? simt_bits_as<W>(x) : (W)x;
}
template <class W> SIMT_INLINE W simt_stored(simt_literal x)
{
    return simt_as<W>(x);
}

/* "r"(x) and "=r"(x): CUDA's compiler accepts only numbers of the register's
 * kind, so that nothing is converted between integers and floats. */
#define SIMT_SAME_KIND(X, R)                                                   \
    static_assert(SIMT_IS(X, SIMT_FRACTION) == SIMT_IS(R, SIMT_FRACTION) &&    \
                      (!SIMT_IS(R, SIMT_FRACTION) || sizeof(X) == sizeof(R)),  \
                  "the SIMT machine does not know an operand of PTX whose "    \
                  "type is not that of its constraint, as CUDA does not: "     \
                  "\"f\" is for float, and \"d\" for double")
template <class R, class X> SIMT_INLINE R simt_operand(X x)
{
    SIMT_SAME_KIND(X, R);
    return (R)x;
}
/* "n"(x): as text. CUDA's compiler writes x with the sign given by its highest
 * bit, whatever its type: 0xffffffffu is -1, even if 64 bits are moved.
 */
template <class X> SIMT_INLINE simt_literal simt_constant(X x)
{
    const uint64_t bits = (uint64_t)x;
    return {SIMT_IS(X, SIMT_PREDICATE) ? bits
            : sizeof x == 1            ? (uint64_t)(int8_t)bits
            : sizeof x == 2            ? (uint64_t)(int16_t)bits
            : sizeof x == 4            ? (uint64_t)(int32_t)bits
                                       : bits};
}
template <class X> struct simt_unqualified {
    typedef X type;
};
template <class X> struct simt_unqualified<volatile X> {
    typedef X type;
};
template <class X, class R> SIMT_INLINE void simt_result(X &to, R value)
{
    SIMT_SAME_KIND(typename simt_unqualified<X>::type, R);
    to = (typename simt_unqualified<X>::type)value;
}

/* --------------------------------------------------------------- addresses */

SIMT_INLINE uint32_t simt_lane(void)
{
    return (threadIdx.x +
            blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) %
           32;
}

/* The addresses of ld.global and of ld.shared. */
SIMT_INLINE uint64_t simt_in_global(uint64_t address)
{
    simt_of_global((const void *)address);
    return address;
}

SIMT_INLINE uint64_t simt_in_shared(uint64_t address)
{
    return address ^ SIMT_WINDOW;
}

/* ------------------------------------------------------------ instructions */

/* A shift by more than the word's bits counts as a shift by all of them. */
template <class W> SIMT_INLINE W simt_shl(W x, uint32_t by)
{
    return by < 8 * sizeof x ? (W)(x << by) : (W)0;
}

template <class W> SIMT_INLINE W simt_shr(W x, uint32_t by)
{
    return (W)(x >> (by < 8 * sizeof x ? by : 8 * sizeof x - 1) >>
               (by < 8 * sizeof x ? 0 : 1));
}

/* shfl.sync: `clamp` has, in its low byte, the first lane out of range, or the
 * last lane in range; in the next byte, the bits of a lane's number that select
 * its part of the warp. If the source lane is out of range, a lane gets
 * its own value. */
SIMT_INLINE uint32_t simt_shuffle_ptx(int kind, uint32_t mask, uint32_t value,
                                      uint32_t from, uint32_t clamp,
                                      bool *is_in)
{
    const uint32_t lane = simt_lane(), by = from & 31;
    const uint32_t part = clamp >> 8 & 31, first = lane & part;
    const uint32_t last = first | (clamp & 31 & ~part);
    const uint32_t at = kind == SIMT_SHUFFLE_INDEX ? first | (by & ~part)
                        : kind == SIMT_SHUFFLE_XOR ? lane ^ by
                                                   : lane + by;

    *is_in = kind == SIMT_SHUFFLE_UP ? lane >= by + last : at <= last;
    if (kind == SIMT_SHUFFLE_INDEX)
        return simt_shuffle(kind, mask, value, *is_in ? at : lane, 32);
    return simt_shuffle(kind, mask, value, *is_in ? by : 0, 32);
}

/* For words of 32 and 64 bits. */
template <class W> SIMT_INLINE uint32_t simt_popc(W x)
{
    return (uint32_t)__builtin_popcountll(x);
}

template <class W> SIMT_INLINE uint32_t simt_clz(W x)
{
    return x ? (uint32_t)__builtin_clzll(x) - (64 - 8 * sizeof x)
             : 8 * sizeof x;
}

template <class W> SIMT_INLINE W simt_brev(W x)
{
    W r = 0;
    for (unsigned i = 0; i < 8 * sizeof x; i++)
        r |= (x >> i & 1) << (8 * sizeof x - 1 - i);
    return r;
}

/* setp.ne of floats: unlike C's !=, it never finds a NaN unequal to a number.
 * */
template <class W> SIMT_INLINE bool simt_differ(W a, W b)
{
    return a < b || a > b;
}
