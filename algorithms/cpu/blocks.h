/* blocks.h - n elements as blocks of BLOCK, distributed to threads: shared by
 * the three-phase scans. Included after span.h; cpu.c defines BLOCK.
 *
 *     block      0      1      2      3      4      ragged
 *     thread     0      0      1      1      1
 *
 * A phase is a function of (thread's run, block); run_phase calls it for every
 * block on some thread, and returns when all are done: on a GPU, a phase is a
 * launch.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

struct blocks {
    const struct native_call *call;
    const T *in;
    T *out;
    T *sums; /* one for each block */
    size_t count;
    int threads;
    bool stream;
    void (*phase)(const struct blocks *blocks, size_t block);
};

INLINE size_t block_begin(size_t block)
{
    return block * BLOCK;
}

INLINE size_t block_length(const struct blocks *blocks, size_t block)
{
    const size_t left = blocks->call->n - block_begin(block);
    return left < BLOCK ? left : BLOCK;
}

static void run_share(void *arg, int thread)
{
    const struct blocks *blocks = arg;

    if (thread < blocks->threads)
        for (size_t b = share(blocks->count, blocks->threads, thread);
             b < share(blocks->count, blocks->threads, thread + 1); b++) {
            TRACE_TICKET(b, block_begin(b), block_length(blocks, b));
            blocks->phase(blocks, b);
        }
}

static void run_phase(struct blocks *blocks,
                      void (*phase)(const struct blocks *blocks, size_t block))
{
    blocks->phase = phase;
    if (blocks->threads == 1)
        run_share(blocks, 0);
    else
        blocks->call->parallel(blocks->call->pool, run_share, blocks);
}

/* Replaces the sums of the blocks by their carries: carry[b] is the fold of all
 * blocks before b. The sum of block 0 includes the call's carry. */
static void scan_sums(const struct blocks *blocks)
{
    totals_to_carries(blocks->sums, blocks->count);
}

/* The exclusive prefix of a block, or NULL if there is none. */
INLINE const T *block_carry(const struct blocks *blocks, size_t block)
{
    return block ? &blocks->sums[block] : blocks->call->carry;
}

static struct blocks blocks_of(const struct native_call *call)
{
    const int threads = workers(call);
    return (struct blocks){
        .call = call,
        .in = call->ports[0],
        .out = call->ports[1],
        .sums = call->buffers[0],
        .count = (call->n + BLOCK - 1) / BLOCK,
        .threads = threads,
        .stream = span_streams(call),
    };
}

#endif
