/* cpu.c - reduce-then-scan: three phases, 3n traffic.
 *
 *     phase 1   reduce every block        reads n, writes almost nothing
 *     phase 2   scan the results          one per block
 *     phase 3   scan every block again,   reads n, writes n
 *               starting from its carry
 *
 * On a GPU each phase is a kernel. A reduction writes one element per block,
 * while a scan would write all elements: that saves n writes compared with
 * scan_propagate.
 *
 * Cost: n - 1 - (length of the last block) ops to reduce, n to scan, and one
 * per block in between.
 * Try it: `scanlab bench three_kernel scan_propagate lookback memcpy -n 2^26`.
 * Source: the Futhark report, section 2.1; OpenCL course, "Partition2: taking
 * inspiration from scan".
 */
#include "cpu.h"
#include "span.h"
#include "blocks.h"

static void reduce_block(const struct blocks *blocks, size_t block)
{
    const T *carry = block ? NULL : blocks->call->carry;

    if (block + 1 == blocks->count)
        return; /* no block comes after the last */
    TRACE_PHASE(load);
    const T sum = span_reduce(blocks->in + block_begin(block),
                              block_length(blocks, block));
    blocks->sums[block] = carry ? op(*carry, sum) : sum;
}

static void scan_block(const struct blocks *blocks, size_t block)
{
    const size_t begin = block_begin(block);

    TRACE_PHASE(scan);
    span_scan(blocks->in + begin, blocks->out + begin,
              block_length(blocks, block), block_carry(blocks, block),
              blocks->stream);
}

void native_scan(const struct native_call *call)
{
    struct blocks blocks = blocks_of(call);

    if (blocks.count > 1) {
        run_phase(&blocks, reduce_block);
        scan_sums(&blocks);
    }
    run_phase(&blocks, scan_block);
}
