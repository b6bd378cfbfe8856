/* map_ahead_launch.h - for launch.c: launches map_scan in its look-ahead form
 * (scan_ahead.h). Included after launch.c has named its parameters and buffers.
 */
#ifndef MAP_AHEAD_LAUNCH_H
#define MAP_AHEAD_LAUNCH_H

/* The threads of a block: the writers, and the threads with other roles. */
static size_t ahead_threads(const struct request *request)
{
    const long *const p = request->parameters;

    return tile_of(request).block +
           WARP_LANES * (1 + (size_t)p[REDUCERS] + (size_t)p[LOOKERS]);
}

static size_t least_common(size_t a, size_t b)
{
    size_t m = a;
    while (m % b)
        m += a;
    return m;
}

/* Shared memory besides the ring: for each buffer four barriers, two remembered
 * tiles, and the prefix of each strip; for each looker a barrier and an
 * element. */
static size_t ahead_fixed_bytes(const struct request *request)
{
    const size_t warps = tile_of(request).block / WARP_LANES;

    return MAX_STAGES * (5 * 8 + warps * request->elem_bytes) +
           (size_t)request->parameters[LOOKERS] * (8 + request->elem_bytes) +
           128;
}

/* The number of buffers, chosen so that each buffer always belongs to the same
 * warps (lookahead/README.md); 0 if not even the smallest such number fits. */
static size_t ahead_stages(const struct request *request)
{
    const long *const p = request->parameters;
    const size_t most = request->machine->block_shared_bytes;
    const size_t fixed = ahead_fixed_bytes(request);
    const size_t unit = least_common((size_t)p[REDUCERS], (size_t)p[LOOKERS]);
    size_t stages =
        most > fixed ? (most - fixed) / sizeof(int32_t) / tile_of(request).count
                     : 0;

    if (stages > (size_t)p[STAGES])
        stages = (size_t)p[STAGES];
    return stages - stages % unit;
}

static const char *refuse_ahead(const struct request *request)
{
    const long *const p = request->parameters;
    const char *const reason = refuse_threads(request, ahead_threads(request));

    if (reason)
        return reason;
    if (tile_of(request).block % WARP_LANES)
        return "look_ahead needs whole warps: use a block of 32 threads or "
               "more";
    if (p[LOOKERS] > p[REDUCERS])
        return "look_ahead cannot have more lookers than reducers";
    if (ahead_stages(request) < 2)
        return "look_ahead: its ring, which holds as many tiles as its warps "
               "rotate through and at least two, needs more shared memory than "
               "a block may have: use fewer items";
    return refuse_tiles(request, tile_of(request).count);
}

static size_t ahead_blocks(const struct request *request)
{
    const size_t tiles = tiles_of(request);
    const size_t most = (size_t)request->machine->multiprocessors;

    return tiles < most ? tiles : most;
}

static void plan_ahead(const struct request *request, struct plan *plan)
{
    const size_t rows = ceil_div(tiles_of(request), ROUND) * AHEAD;
    const size_t stages = ahead_stages(request);

    plan_ticket_counter(plan);
    plan_buffer(plan, "aggregates",
                rows * WARP_LANES * request->elem_bytes / 4 * 8, BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
    plan->buffer[WORDS].unit = 8;
    plan_launch(plan, "map_ahead", ahead_blocks(request),
                ahead_threads(request),
                stages * tile_of(request).count * sizeof(int32_t));
    plan->step[0].overlapping = true;
    argument_port(plan, IN, 0);
    argument_port(plan, MAPPED, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, WORDS, 0);
    argument_u32(plan, (uint32_t)stages);
    argument_launch(plan);
}

#endif
