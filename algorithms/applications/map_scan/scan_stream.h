/* scan_stream.h - the scan by look-back, by blocks that stay: while a block has
 * a tile, the numbers of its next one come.
 *
 *     buffer 0   tile 3   ........ | tile 9 comes  | tile 9 ...
 *     buffer 1   tile 7 comes      | tile 7 ...... | tile 12 comes
 *
 * Numbers stay in shared memory, and are mapped again where elements are
 * needed: for the tile's fold, for what is mapped, for what is scanned. A block
 * draws the ticket of its next tile when it begins one. Its tiles are in order,
 * so the lowest tile that is not done is one that its block has begun: no block
 * waits forever.
 *
 * The steps of a tile are those of scan_mapped.h.
 */
#ifndef MAP_SCAN_SCAN_STREAM_H
#define MAP_SCAN_SCAN_STREAM_H

struct stream {
    uint32_t ticket[2];
    struct barrier landed[2];
};

/* By warp 0: the next ticket, and its numbers on their way. Draws that find no
 * tile are one for each block; then the counter is 0 again. */
DEVICE void draw_next(const struct arrays *of, uint32_t tiles,
                      uint32_t *counter, int slot, struct stream *stream)
{
    const int lane = lane_of_thread();
    uint32_t ticket = 0;

    if (lane == 0) /* atomic: no two blocks get the same tile */
        ticket = atomicInc(counter, tiles + gridDim.x - 1);
    ticket = __shfl_sync(ALL_LANES, ticket, 0);
    if (lane == 0)
        stream->ticket[slot] = ticket;
    if (ticket >= tiles)
        return;
    int32_t *const to = (int32_t *)units + slot * TILE;
    const uint64_t begin = (uint64_t)ticket * TILE;
    const int count = count_from(begin, of->n);
    if (count % 4 == 0 && (uint64_t)of->in % BULK_UNIT == 0) {
        bulk_load(to, of->in + begin, (uint32_t)(count * sizeof(int32_t)),
                  &stream->landed[slot]);
        return;
    }
    for (int k = lane; k < count; k += WARP)
        to[k] = of->in[begin + k];
    __syncwarp(); /* [4] lane 0 arrives for all */
    if (lane == 0)
        barrier_arrive(&stream->landed[slot]);
}

/* A tile whose numbers are there. */
DEVICE void scan_tile_in(const struct arrays *of,
                         const struct descriptors *tiles, uint32_t number,
                         uint32_t last, struct extent tile, int32_t *numbers,
                         struct shared *shared)
{
    const int warp = (int)threadIdx.x / WARP;
    struct rows mine;
    T total;

    mine.numbers = numbers;
    total = fold_rows(tile, &mine);
    if (lane_of_thread() == 0)
        shared->upto[warp] = total;
    __syncthreads(); /* [5] warp 0 waits for the totals of all warps */
    if (warp == 0)
        total = publish_total(tiles, number, last, shared);
    put_mapped(of, tile, &mine);
    if (LOOK == BY_BLOCK || warp == 0)
        find_before(tiles, number, last, total, shared);
    __syncthreads(); /* [6] all wait for what looking back has found */
    put_scanned(of, tile, &mine, front_of_warp(shared->before, shared->upto));
}

__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    scan_stream(const int32_t *in, void *mapped, void *out, uint64_t n,
                uint32_t *counter, volatile uint64_t *words, uint32_t launch)
{
    __shared__ struct shared shared;
    __shared__ struct stream stream;
    const uint32_t all = (uint32_t)((n + TILE - 1) / TILE);
    struct descriptors tiles;
    struct arrays of;

    tiles.words = words;
    tiles.launch = launch;
    of.in = in;
    of.mapped = mapped;
    of.out = out;
    of.n = n;
    if (threadIdx.x == 0) {
        barrier_init(&stream.landed[0], 1);
        barrier_init(&stream.landed[1], 1);
    }
    __syncwarp(); /* warp 0 has its barriers */
    if (threadIdx.x < WARP)
        draw_next(&of, all, counter, 0, &stream);
    __syncthreads(); /* [7] all wait for the barriers and the first ticket */
    for (uint32_t k = 0; stream.ticket[k % 2] < all; k++) {
        const int slot = (int)(k % 2);
        const uint32_t number = stream.ticket[slot];
        int32_t *const numbers = (int32_t *)units + slot * TILE;
        struct extent tile;

        if (threadIdx.x < WARP)
            draw_next(&of, all, counter, 1 - slot, &stream);
        tile.begin = (uint64_t)number * TILE;
        tile.count = count_from(tile.begin, n);
        barrier_wait(&stream.landed[slot], k / 2 % 2);
        switch (kind_of(&of, tile.count)) {
        case WHOLE:
            scan_tile_in(&of, &tiles, number, all - 1, as_kind(tile, WHOLE),
                         numbers, &shared);
            break;
        case SHIFTED:
            scan_tile_in(&of, &tiles, number, all - 1, as_kind(tile, SHIFTED),
                         numbers, &shared);
            break;
        case ANY:
            scan_tile_in(&of, &tiles, number, all - 1, as_kind(tile, ANY),
                         numbers, &shared);
            break;
        }
        __syncthreads(); /* [8] all have read the buffer, and `before` */
    }
}

#endif
