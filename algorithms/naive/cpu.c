/* cpu.c - the naive parallel scan: a separate reduction for each output.
 *
 *     out[0] = a
 *     out[1] = a b            no thread waits for another, and none
 *     out[2] = a b c          uses what its neighbour has computed
 *     out[3] = a b c d
 *
 * Cost: 0 + 1 + 2 + ... + (n-1) = n(n-1)/2 ops. Threads take outputs in turn,
 * since the later outputs take longer.
 *
 * Try it: `scanlab measure naive sequential -n 2^4..2^12`.
 */
#include "cpu.h"

static void reduce_prefixes(void *arg, int thread)
{
    const struct native_call *call = arg;
    const T *in = call->buffers[0];
    T *out = call->ports[1];
    const int threads = workers(call);

    for (size_t i = (size_t)thread; i < call->n && thread < threads;
         i += (size_t)threads) {
        const size_t end = EXCLUSIVE ? i : i + 1; /* of [0, end) */
        const T *carry = call->carry;
        if (!carry && end == 0) {
            out[i] = identity();
            continue;
        }
        T sum = carry ? *carry : in[0];
        for (size_t j = carry ? 0 : 1; j < end; j++)
            sum = op(sum, in[j]);
        out[i] = sum;
    }
}

void native_scan(const struct native_call *call)
{
    /* A copy of the input: in may be out, and other threads read it. */
    memcpy(call->buffers[0], call->ports[0], call->n * sizeof(T));
    if (workers(call) == 1)
        reduce_prefixes((void *)call, 0);
    else
        call->parallel(call->pool, reduce_prefixes, (void *)call);
}
