/* peers.h - look-ahead over several GPUs of one host, in one pass.
 *
 * The elements are dealt in turn: a chunk, as long as a generation of tiles, to
 * GPU 0, the next to GPU 1, ..., then again.
 *
 *     GPU 0         | 0 1 2 |       | 6 7 8 |           numbers of tiles
 *     GPU 1             | 3 4 5 |        | 9 10 11 |
 *     generation        0                1
 *
 * A block publishes the aggregate of its tile on its own GPU, as in kernel.cu,
 * and also on every other one: stores to a peer's memory go through NVLink. So
 * every block finds the aggregates of all GPUs in the memory of its own:
 *
 *     before my tile = all generations before
 *                      + this generation's tiles on lower GPUs
 *                      + tiles of lower blocks of my GPU
 *
 * Two more roles keep the ring moving, since a far aggregate arrives later than
 * one of the same GPU:
 *
 *     lookers        the aggregates of this GPU      -> near
 *     far lookers    those of each other GPU         -> before, after
 *     joiner         near, before, after, and all generations before -> start
 *
 * As on one GPU, an aggregate travels in words of 8 bytes, {launch number, 4
 * bytes}. A volatile access has system scope, so no fence is needed between
 * GPUs either. A GPU may begin the next launch while another is still reading
 * the words of this one: so launches use two sets of rows in turn. One that
 * begins two launches later has seen every GPU begin the launch between, and so
 * end this one.
 */
#ifndef LOOKAHEAD_PEERS_H
#define LOOKAHEAD_PEERS_H

enum {
    FAR_WARPS = LOOK_WARPS,
    PEER_THREADS = THREADS + WARP * (FAR_WARPS + 1)
};

/* The arguments of the roles that know of other GPUs. */
struct peers {
    uint64_t *const *boards; /* of each GPU: what the others publish there */
    uint32_t set;            /* of rows */
    uint32_t gpu, gpus;      /* this one, of so many: GPUS */
    uint64_t all;            /* elements of all GPUs */
};

/* What a block knows of a generation, in each buffer of the ring. */
struct joining {
    struct barrier near_seen[RING_STAGES], far_seen[RING_STAGES];
    T near_all[RING_STAGES], near_before[RING_STAGES];
    T far_before[RING_STAGES], far_after[RING_STAGES];
};

/* Called by thread 0. */
DEVICE void lay_joining(struct joining *joining, uint32_t stages)
{
    for (uint32_t k = 0; k < stages; k++) {
        barrier_init(&joining->near_seen[k], 1);
        barrier_init(&joining->far_seen[k], 1);
    }
}

/* Tiles that a GPU has in a generation: as tiles_of() on that GPU. */
DEVICE uint32_t tiles_on(const struct peers *peers, uint32_t generation,
                         uint32_t gpu)
{
    const uint64_t chunk = (uint64_t)gridDim.x * TILE;
    const uint64_t begin = ((uint64_t)generation * GPUS + gpu) * chunk;
    const uint64_t left = begin < peers->all ? peers->all - begin : 0;
    const uint32_t strips =
        (uint32_t)(((left < chunk ? left : chunk) + STRIP - 1) / STRIP);
    const uint32_t each = (strips + gridDim.x - 1) / gridDim.x;

    return left >= chunk ? gridDim.x : each ? (strips + each - 1) / each : 0;
}

/* The slot, on the board of GPU `on`, of tiles of GPU `of`. */
DEVICE volatile uint64_t *far_slot(const struct peers *peers,
                                   uint32_t generation, uint32_t of,
                                   uint32_t on, uint32_t row, uint32_t slot)
{
    const uint64_t rows =
        (((uint64_t)generation * 2 + peers->set) * GPUS + of) * AHEAD;

    return peers->boards[on] + (rows + row) * ROW_WORDS + slot * PAIR;
}

/* Called by one thread: publishes the aggregate of this block's tile on the
 * other GPUs. */
DEVICE void publish_far(const struct peers *peers, uint32_t launch,
                        uint32_t generation, T x)
{
    const uint32_t tile = blockIdx.x;
    const uint32_t *const word = (const uint32_t *)&x;

    for (uint32_t on = 0; on < GPUS; on++) {
        if (on == peers->gpu)
            continue;
        volatile uint64_t *const slot = far_slot(
            peers, generation, peers->gpu, on, tile % AHEAD, tile / AHEAD);
        for (int k = 0; k < AGGREGATE_WORDS; k++)
            slot[word_at(k)] = (uint64_t)launch << 32 | word[k];
    }
}

/* Waits for this lane's aggregates of a GPU's generation: `count`, at most
 * AHEAD. */
DEVICE void wait_for_far(const struct peers *peers, uint32_t launch,
                         uint32_t generation, uint32_t of, int count,
                         T x[AHEAD])
{
    const volatile uint64_t *const slot = far_slot(
        peers, generation, of, peers->gpu, 0, (uint32_t)lane_of_thread());
    bool missing[AHEAD], waits = count > 0;

    for (int k = 0; k < AHEAD; k++)
        missing[k] = k < count;
    while (waits) { /* all loads are in flight before the first is used */
        uint64_t words[AHEAD][AGGREGATE_WORDS];
        for (int k = 0; k < AHEAD; k++)
            for (int w = 0; w < AGGREGATE_WORDS; w++)
                if (missing[k])
                    words[k][w] = slot[k * ROW_WORDS + word_at(w)];
        waits = false;
        for (int k = 0; k < AHEAD; k++) {
            uint32_t *const word = (uint32_t *)&x[k];
            bool there = true;
            for (int w = 0; w < AGGREGATE_WORDS && missing[k]; w++) {
                there &= (uint32_t)(words[k][w] >> 32) == launch;
                word[w] = (uint32_t)words[k][w];
            }
            missing[k] &= !there;
            waits |= missing[k];
        }
    }
}

/* The total of a GPU's generation of `tiles` tiles, for all lanes of a warp. */
DEVICE T far_total(const struct peers *peers, uint32_t launch,
                   uint32_t generation, uint32_t of, uint32_t tiles)
{
    const int left = (int)tiles - lane_of_thread() * AHEAD; /* below 1: none */
    const int lanes = (int)(tiles + AHEAD - 1) / AHEAD;
    T x[AHEAD], sum = identity();

    wait_for_far(peers, launch, generation, of, left < AHEAD ? left : AHEAD, x);
    for (int k = 0; k < AHEAD; k++)
        if (k < left)
            sum = k > 0 ? op(sum, x[k]) : x[k];
    __syncwarp();
    return aggregate_from(scan_warp(sum, lanes), lanes - 1);
}

/* ------------------------------------------------------------------- roles */

DEVICE void look_near(const struct work *work, struct joining *joining,
                      uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct turn turn = first_turn(me);

    for (uint32_t g = me; g < generations; g += LOOK_WARPS) {
        if (tile_of(cut, g, blockIdx.x).strips == 0)
            return;
        barrier_wait(&work->plumbing->reduced[turn.stage], turn.parity);
        const struct seen seen =
            look_at_generation(&work->board, g, tiles_of(cut, g));
        if (lane_of_thread() == 0) {
            joining->near_all[turn.stage] = seen.all;
            joining->near_before[turn.stage] = seen.before;
            barrier_arrive(&joining->near_seen[turn.stage]);
        }
        __syncwarp();
        turn = next_turn(turn, LOOK_WARPS, work->stages);
    }
}

/* The number of GPUs comes with the arguments: with a constant in the loop, a scan
 * over two H200s took several percent longer. */
DEVICE void look_far(const struct work *work, const struct peers *peers,
                     struct joining *joining, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    const uint32_t launch = work->board.launch;
    struct turn turn = first_turn(me);

    for (uint32_t g = me; g < generations; g += FAR_WARPS) {
        T before = identity(), after = identity();
        if (tile_of(cut, g, blockIdx.x).strips == 0)
            return;
        barrier_wait(&work->plumbing->reduced[turn.stage], turn.parity);
        for (uint32_t of = 0; of < peers->gpus; of++) {
            const uint32_t tiles = tiles_on(peers, g, of);
            if (of == peers->gpu || tiles == 0)
                continue;
            const T total = far_total(peers, launch, g, of, tiles);
            if (of < peers->gpu)
                before = of > 0 ? op(before, total) : total;
            else
                after = of > peers->gpu + 1 ? op(after, total) : total;
        }
        if (lane_of_thread() == 0) {
            joining->far_before[turn.stage] = before;
            joining->far_after[turn.stage] = after;
            barrier_arrive(&joining->far_seen[turn.stage]);
        }
        __syncwarp();
        turn = next_turn(turn, FAR_WARPS, work->stages);
    }
}

/* One warp: what each strip of each tile starts from. */
DEVICE void join_gpus(const struct work *work, const struct peers *peers,
                      struct joining *joining, const T *carry)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    const uint32_t lane = (uint32_t)lane_of_thread();
    struct turn turn = first_turn(0);
    T running = carry ? *carry : identity();

    for (uint32_t g = 0; g < generations; g++) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        const uint32_t stage = turn.stage;
        if (tile.strips == 0)
            return;
        barrier_wait(&joining->near_seen[stage], turn.parity);
        barrier_wait(&joining->far_seen[stage], turn.parity);
        if (peers->gpu > 0)
            running = op(running, joining->far_before[stage]);
        if (lane < tile.strips) {
            T *const start = &work->start[stage * TILE_STRIPS + lane];
            const T front = blockIdx.x > 0
                                ? op(running, joining->near_before[stage])
                                : running;
            put(start, lane > 0 ? op(front, fetch(start)) : front);
        }
        running = op(running, joining->near_all[stage]);
        if (peers->gpu + 1 < GPUS && tiles_on(peers, g, peers->gpu + 1) > 0)
            running = op(running, joining->far_after[stage]);
        __syncwarp(); /* lane 0 arrives for all */
        if (lane == 0)
            barrier_arrive(&work->plumbing->carried[stage]);
        turn = next_turn(turn, 1, work->stages);
    }
}

#endif
