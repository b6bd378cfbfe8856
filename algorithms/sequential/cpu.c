/* cpu.c - the sequential scan, as every textbook has it.
 *
 *     in     3   1   7   0   4
 *     out    3   4  11  11  15      out[i] = out[i-1] + in[i]
 *
 * One thread and one chain of n - 1 ops: no order could use fewer, and no
 * second thread could help. All other scans are measured against this one.
 *
 * Try it: `scanlab bench sequential kogge_stone --threads 1`; the first is
 * limited by the latency of op, the second by memory.
 */
#include "cpu.h"

void native_scan(const struct native_call *call)
{
    const T *in = call->ports[0];
    T *out = call->ports[1];
    size_t i = 0;
    T sum = call->carry ? *(const T *)call->carry : in[0];

    if (!call->carry) {
        out[0] = EXCLUSIVE ? identity() : sum;
        i = 1;
    }
    for (; i < call->n; i++) {
        const T next = op(sum, in[i]); /* in may be out: read first */
        out[i] = EXCLUSIVE ? sum : next;
        sum = next;
    }
}
