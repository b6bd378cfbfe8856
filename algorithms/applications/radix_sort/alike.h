/* alike.h - radix sort: which lanes of a warp have the same digit.
 *
 *     lane          3 2 1 0
 *     digit         2 1 3 1      BITS = 2
 *     vote, bit 0   0 1 1 1      and its complement for lanes that have a 0
 *     vote, bit 1   1 0 1 0
 *     alike         lane 0:  0111 & 0101 = 0101      lanes 0 and 2
 *                   lane 1:  0111 & 1010 = 0010
 *
 * CUDA has a function for this: __match_any_sync(). With this function a GPU
 * handles one distinct digit after another; a vote for each bit of the digit is
 * faster. For each bit a lane takes the vote, or its complement if it voted no;
 * it combines the results with "and". This is written in PTX, since from C the
 * compiler generates more instructions. The complement of x is -x - 1, a
 * multiply-add: separate units execute it, while the units for "and" and "not"
 * are busy enough. Included after digits.h.
 */
#ifndef RADIX_SORT_ALIKE_H
#define RADIX_SORT_ALIKE_H

#if defined __CUDA_ARCH__

/* The lanes whose digit has the same bit as this lane's. */
DEVICE uint32_t lanes_like(uint32_t digit, uint32_t bit)
{
    const uint32_t minus_1 = 0 - blockDim.y; /* unknown to the compiler */
    uint32_t vote;

    asm volatile("{\n\t.reg .pred p;\n\t"
                 "and.b32 %0, %1, %2;\n\t"
                 "setp.ne.u32 p, %0, 0;\n\t"
                 "vote.ballot.sync.b32 %0, p, 0xffffffff;\n\t"
                 "@!p mad.lo.u32 %0, %0, %3, %3;\n\t}"
                 : "=r"(vote)
                 : "r"(digit), "r"(bit), "r"(minus_1));
    return vote;
}

/* a & b & c, in one instruction. */
DEVICE uint32_t all_three(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t r;
    asm("lop3.b32 %0, %1, %2, %3, 0x80;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

/* Called by all lanes of a warp: returns the lanes with this lane's digit. */
DEVICE uint32_t lanes_alike(uint32_t digit)
{
    uint32_t alike = lanes_like(digit, 1);

    UNROLLED
    for (int bit = 1; bit + 1 < BITS; bit += 2)
        alike = all_three(alike, lanes_like(digit, 1u << bit),
                          lanes_like(digit, 2u << bit));
    if (BITS % 2 == 0)
        alike &= lanes_like(digit, 1u << (BITS - 1));
    return alike;
}

#else /* the SIMT machine */

DEVICE uint32_t lanes_alike(uint32_t digit)
{
    return __match_any_sync(ALL_LANES, digit);
}

#endif
#endif
