/* cpu.c - Hillis-Steele: Kogge-Stone's steps over the whole array, each a pass
 * through memory.
 *
 *     in        a   b    c     d      e
 *     pass 1    a   ab   bc    cd     de        from one array to another,
 *     pass 2    a   ab   abc   abcd   bcde      since a pass needs all old
 *     pass 4    a   ab   abc   abcd   abcde     values: double buffering
 *
 * Cost: ceil(log2 n) passes, n*log2(n) - (n-1) ops for n = 2^k. Each pass moves
 * 2n elements: too much for a scan that is larger than a block.
 *
 * Try it: `scanlab bench hillis_steele kogge_stone -n 2^10..2^24`: the gap
 * grows when the arrays no longer fit in the cache.
 * Source: Hillis and Steele, Data Parallel Algorithms, CACM 29 (1986).
 */
#include "cpu.h"

struct pass {
    const T *from;
    T *to;
    size_t n, stride;
    int threads;
};

/* Cells below the stride are final. */
static void one_pass(void *arg, int thread)
{
    const struct pass *pass = arg;
    if (thread >= pass->threads)
        return;
    const T *from = pass->from;
    T *to = pass->to;
    const size_t stride = pass->stride;
    const size_t end = share(pass->n, pass->threads, thread + 1);
    size_t i = share(pass->n, pass->threads, thread);

    if (i < stride) {
        const size_t copied = (stride < end ? stride : end) - i;
        memcpy(to + i, from + i, copied * sizeof(T));
        i += copied;
    }
#pragma omp simd
    for (size_t j = i; j < end; j++)
        to[j] = op(from[j - stride], from[j]);
}

static void run_pass(const struct native_call *call, struct pass pass)
{
    if (pass.threads == 1)
        one_pass(&pass, 0);
    else
        call->parallel(call->pool, one_pass, &pass);
}

/* The inclusive scan of n >= 1 elements. `from` may overlap `to`, not the
 * buffer; passes alternate so that the last one lands in `to`. */
static void scan(const struct native_call *call, const T *from, T *to, size_t n)
{
    T *buffer = call->buffers[0];
    struct pass pass = {.n = n, .threads = workers(call)};
    int passes = 0;

    while (((size_t)1 << passes) < n)
        passes++;
    /* If the first pass writes `to`, it must not overwrite what it reads. */
    const bool overlaps = from < to + n && to < from + n;
    if (passes == 0 || (passes % 2 && overlaps)) {
        T *copy = passes == 0 ? to : buffer;
        memmove(copy, from, n * sizeof(T));
        from = copy;
    }
    for (; passes > 0; passes--) {
        pass.stride = pass.stride ? 2 * pass.stride : 1;
        pass.from = from;
        pass.to = passes % 2 ? to : buffer;
        run_pass(call, pass);
        from = pass.to;
    }
}

struct prefixing {
    const struct native_call *call;
    size_t first; /* output that is the first to get the carry */
};

static void put_carry(void *arg, int thread)
{
    const struct prefixing *job = arg;
    const struct native_call *call = job->call;
    const T carry = *(const T *)call->carry;
    T *out = (T *)call->ports[1] + job->first;
    const size_t n = call->n - job->first;

    for (size_t i = share(n, call->threads, thread);
         i < share(n, call->threads, thread + 1); i++)
        out[i] = op(carry, out[i]);
}

void native_scan(const struct native_call *call)
{
    T *out = call->ports[1];
    struct prefixing job = {call, EXCLUSIVE};

    /* Exclusive: the inclusive scan of all but the last, one place right. */
    if (call->n > EXCLUSIVE)
        scan(call, call->ports[0], out + EXCLUSIVE, call->n - EXCLUSIVE);
    if (EXCLUSIVE)
        out[0] = call->carry ? *(const T *)call->carry : identity();
    if (call->carry)
        call->parallel(call->pool, put_carry, &job);
}
