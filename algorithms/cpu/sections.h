/* sections.h - a long scan built from short ones, on one thread: sections of
 * BLOCK elements with a running carry. Included after chunks.h.
 *
 *     section    0            1            2
 *     inside     scan         scan         scan        as the algorithm does
 *     join       |---carry--->|---carry--->|--->
 *
 * cpu.c defines BLOCK and how one section is scanned, inclusively and in
 * place, as `rows` vectors of W lanes:
 *
 *     INLINE void scan_section(vec row[], int rows);
 *
 * Sections are full (rows = BLOCK / W, known at compile time), except that with
 * W = 1 the last may be short. Costs per section: its own ops, and one op per
 * element to join the carry with it (not in the first section).
 */
#ifndef SECTIONS_H
#define SECTIONS_H

enum {
    ROWS = BLOCK / W > 0 ? BLOCK / W : 1,
    SECTION = ROWS * W,
    /* One turn of the streaming loop: it takes several short sections. */
    AT_ONCE = SECTION < TURN * W ? TURN * W : SECTION
};

INLINE void scan_section(vec row[], int rows);

/* Joins the carry with a scanned section and stores the result. Returns the
 * carry for the next one. */
INLINE vec put_section(T *out, vec carry, const vec row[], int rows,
                       bool stream)
{
    vec sums = carry;

    UNROLL for (int k = 0; k < rows; k++) {
        const vec before = sums; /* only its last lane matters */
        sums = vec_op(carry, row[k]);
        const vec v = EXCLUSIVE ? vec_up(before, sums, 1) : sums;
        if (stream)
            vec_stream(out + k * W, v);
        else
            vec_store(out + k * W, v);
    }
    /* From the row, not from the sums, so that the chain to the next section is
     * shorter. */
    return W > 1 ? vec_op(carry, vec_spread(row[rows - 1])) : sums;
}

/* Loads a section and scans it, without the carry. */
INLINE void take_section(const T *in, vec row[], int rows)
{
    UNROLL for (int k = 0; k < rows; k++)
        row[k] = vec_load(in + k * W);
    scan_section(row, rows);
}

INLINE vec next_section(const T *in, T *out, vec carry, int rows, bool stream)
{
    vec row[ROWS];

    take_section(in, row, rows);
    return put_section(out, carry, row, rows, stream);
}

/* The very first section, with nothing before it (W = 1 only; with more
 * lanes an identity as the carry costs nothing). */
INLINE vec lone_section(const T *in, T *out, int rows)
{
    vec row[ROWS];

    take_section(in, row, rows);
    UNROLL for (int k = 0; k < rows; k++)
        vec_store(out + k * W, !EXCLUSIVE ? row[k]
                               : k == 0   ? vec_all(identity())
                                          : row[k - 1]);
    return row[rows - 1];
}

/* With several lanes: plain steps until the output is aligned, then sections,
 * then plain steps again. */
INLINE T scan_sections_wide(const T *in, T *out, size_t n, const T *carry,
                            bool stream)
{
    const size_t head = span_head(out, n);
    vec all =
        vec_all(span_steps(in, out, 0, head, carry ? *carry : identity()));
    size_t i = head;

    for (; stream && n - i >= AT_ONCE; i += AT_ONCE) {
        for (size_t k = 0; k < AT_ONCE; k += TURN * W)
            span_prefetch(in + head, (i + k - head) * sizeof(T));
        for (size_t k = 0; k < AT_ONCE; k += SECTION)
            all = next_section(in + i + k, out + i + k, all, ROWS, true);
    }
    for (; n - i >= SECTION; i += SECTION)
        all = next_section(in + i, out + i, all, ROWS, false);
    if (stream)
        vec_fence();
    return span_steps(in, out, i, n, vec_last(all));
}

INLINE T scan_sections_narrow(const T *in, T *out, size_t n, const T *carry)
{
    const int first = n < SECTION ? (int)n : SECTION;
    vec sum;
    size_t i = 0;

    if (n == 0)
        return carry ? *carry : identity();
    if (carry) {
        sum = vec_all(*carry);
    } else {
        sum = lone_section(in, out, first);
        i = (size_t)first;
    }
    for (; n - i >= SECTION; i += SECTION)
        sum = next_section(in + i, out + i, sum, ROWS, false);
    if (i < n)
        sum = next_section(in + i, out + i, sum, (int)(n - i), false);
    return vec_last(sum);
}

static T scan_chunk(const T *in, T *out, size_t n, const T *carry, bool stream)
{
    return W > 1 ? scan_sections_wide(in, out, n, carry, stream)
                 : scan_sections_narrow(in, out, n, carry);
}

#endif
