/* segments_shares.h - a segmented scan on CPU threads, for every representation
 * of heads: the order of its work (all three segmented scans).
 *
 *     first     1 3 6 4 |     26  |               scan t0 | reduce t1
 *     join            4 |     30  |               no head: 4 then 26
 *     then              | 9 15 22 30 | 9 19       scan t1 | scan t0
 *
 * Included by a cpu.c after its `struct segments`, reduce_chunk() and
 * scan_chunk(). */
#ifndef SEGMENTS_SHARES_H
#define SEGMENTS_SHARES_H

static void first_phase(void *arg, int thread)
{
    struct segments *const s = arg;

    if (thread == 0)
        s->fold[0] = scan_chunk(s, 0);
    else if (thread < s->threads)
        reduce_chunk(s, thread);
}

static void join_chunks(struct segments *s)
{
    for (int k = 1; k < s->threads; k++)
        if (!s->has_head[k])
            s->fold[k] = op(s->fold[k - 1], s->fold[k]);
}

static void second_phase(void *arg, int thread)
{
    const struct segments *const s = arg;

    if (thread < s->threads)
        scan_chunk(s, thread == 0 ? s->threads : thread);
}

static void scan_segments(struct segments *s)
{
    const struct native_call *const call = s->call;

    if (s->threads > MAX_THREADS)
        s->threads = MAX_THREADS;
    if (s->threads == 1) {
        scan_chunk(s, 0);
        return;
    }
    call->parallel(call->pool, first_phase, s);
    join_chunks(s);
    call->parallel(call->pool, second_phase, s);
}

#endif
