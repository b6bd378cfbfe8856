/* cpu.c - scan-then-propagate: three phases, 4n traffic.
 *
 *     phase 1   scan every block by itself     reads n, writes n
 *     phase 2   scan the blocks' totals        one per block
 *     phase 3   join each block's carry with   reads n, writes n
 *               each of its elements
 *
 * The oldest way to scan an array larger than one block, and the easiest to get
 * right. three_kernel saves a write; lookback also saves a read.
 *
 * Cost: n - (number of blocks) ops to scan, n - (length of the first block) to
 * propagate.
 * Try it: `scanlab bench three_kernel scan_propagate lookback memcpy -n 2^26`.
 * Source: Euro-Par 2022 paper, figure 1b and listing 1; OpenCL course, steps
 * 5-6.
 */
#include "cpu.h"
#include "span.h"
#include "blocks.h"

/* The outputs of an exclusive block lack its total: it is kept here. */
static void scan_block(const struct blocks *blocks, size_t block)
{
    const size_t begin = block_begin(block);
    const T *carry = block ? NULL : blocks->call->carry;

    TRACE_PHASE(scan);
    blocks->sums[block] =
        span_scan(blocks->in + begin, blocks->out + begin,
                  block_length(blocks, block), carry, blocks->stream);
}

/* The very first block has its carry already. */
static void propagate(const struct blocks *blocks, size_t block)
{
    T *out = blocks->out + block_begin(block);
    const size_t n = block ? block_length(blocks, block) : 0;
    const T carry = blocks->sums[block];
    size_t i = 0;

    TRACE_PHASE(store);
    if (EXCLUSIVE && n > 0)
        out[i++] = carry; /* was the identity */
    if (W > 1) {
        const vec all = vec_all(carry);
        for (; i < n && (uintptr_t)(out + i) % LINE_BYTES != 0; i++)
            out[i] = op(carry, out[i]);
        for (; blocks->stream && n - i >= W; i += W)
            vec_stream(out + i, vec_op(all, vec_load(out + i)));
        for (; n - i >= W; i += W)
            vec_store(out + i, vec_op(all, vec_load(out + i)));
        vec_fence();
    }
    for (; i < n; i++)
        out[i] = op(carry, out[i]);
}

void native_scan(const struct native_call *call)
{
    struct blocks blocks = blocks_of(call);

    blocks.stream = span_streams_reread(call);
    run_phase(&blocks, scan_block);
    if (blocks.count > 1) {
        scan_sums(&blocks);
        run_phase(&blocks, propagate);
    }
}
