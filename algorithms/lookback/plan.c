/* plan.c - look-back: one pass, a ring of status slots. */
#include "../contract/plan.h"

enum { TILE, OVERLAP };

enum {
    HEAD_LINES = 2,        /* of the board: its ticket, its counters */
    SLOTS_PER_THREAD = 16, /* four stretches of four */
    SLOT_ELEMENTS = 2      /* after the flag: an aggregate and a prefix */
};

static void plan(const struct request *request, struct plan *plan)
{
    const size_t slots = SLOTS_PER_THREAD * (size_t)request->machine->threads;

    plan_native(request, plan);
    plan_slots(request, plan, "status slots", HEAD_LINES, slots, SLOT_ELEMENTS);
}

/* How cpu.c cuts n up if T is not a SIMD number: `tiles` tiles of `tile`
 * elements, each in `parts` parts. */
struct cut {
    size_t parts, tile, tiles, last; /* last: elements of the last tile */
};

static size_t at_least_one(size_t x)
{
    return x > 0 ? x : 1;
}

static bool streams(const struct request *request)
{
    const struct machine *machine = request->machine;
    return 2 * request->n * request->elem_bytes / (size_t)machine->threads >
           machine->stream_bytes;
}

/* One thread, or too little for two: the plain loop. */
static bool is_alone(const struct request *request)
{
    const size_t bytes = (size_t)request->parameters[TILE] / 32;
    return request->machine->threads == 1 ||
           request->n <= bytes / request->elem_bytes;
}

static struct cut cut_up(const struct request *request)
{
    const size_t size = request->elem_bytes;
    const size_t bytes = (size_t)request->parameters[TILE];
    const size_t threads = (size_t)request->machine->threads;
    const size_t m = request->n - 1; /* the first is the carry */
    const size_t parts = size <= 8 ? 3 : 2, lines = bytes / LINE_BYTES / parts;
    const size_t part =
        lines > 1 ? ((lines - 1) | 1) * at_least_one(LINE_BYTES / size)
                  : at_least_one(bytes / size / parts);
    const size_t full = parts * part;
    const size_t chunk = (m / parts / threads + 1) * parts;
    const bool tiny = bytes < 4096;
    const bool overlap = request->parameters[OVERLAP] &&
                         (streams(request) || tiny) && chunk >= full;
    const size_t most = overlap ? full : 2 * full;
    struct cut cut = {.parts = parts, .tile = chunk < most ? chunk : most};

    cut.tiles = (m + cut.tile - 1) / cut.tile;
    cut.last = m - (cut.tiles - 1) * cut.tile;
    return cut;
}

static struct cost tiled_work(const struct request *request,
                              const struct cut *cut)
{
    const double parts = (double)cut->parts, others = (double)cut->tiles - 1;
    const double in_parts = (double)(cut->last / cut->parts * cut->parts);
    const double waiting = request->machine->threads - 1;
    /* A full tile is reduced and scanned; its parts and P are joined. */
    const double low = others * (2 * (double)cut->tile + parts - 1) +
                       (in_parts > 0 ? in_parts + (double)cut->last + parts - 2
                                     : (double)cut->last);
    /* Looking back takes in at most an A from each of the other threads, and
     * never one of tile 0. */
    double back = 0;

    for (double tile = 1; tile <= others && tile - 1 < waiting; tile++)
        back += tile - 1;
    if (others > waiting)
        back += (others - waiting) * waiting;
    /* With streamed stores the tiles begin with a whole line of the output: what
     * comes before it is not reduced, and the last tile is shorter. */
    const double head = streams(request) ? LINE_BYTES : 0;
    return between(low - head, low + back + head);
}

static struct cost tiled_depth(const struct request *request,
                               const struct cut *cut)
{
    const double parts = (double)cut->parts, tiles = (double)cut->tiles;
    const double part = (double)(cut->tile / cut->parts);
    const double last_part = (double)(cut->last / cut->parts);
    const double rest = (double)(cut->last % cut->parts);
    /* Its reduction, its start, its scan: any tile, whatever the timing. */
    const double low = tiles > 1 ? 2 * part + parts - 2 : 2 * last_part + rest;
    /* Every prefix computed from the one before it. */
    const double chain = part + parts + tiles + parts + last_part + rest - 3;
    const double full = tiles > 1 ? 2 * part + tiles + 2 * parts - 5 : 0;

    return between(request->exclusive ? 0 : low,
                   larger(low, larger(chain, full)) +
                       (streams(request) ? LINE_BYTES : 0));
}

static void forms(const struct request *request, struct forms *forms)
{
    loop_forms(request, forms);
    if (is_alone(request) || request->n < 2)
        return;
    const struct cut cut = cut_up(request);
    forms->work = tiled_work(request, &cut);
    forms->depth = tiled_depth(request, &cut);
    forms->why =
        "how far a tile looks back depends on timing: it can find a prefix "
        "immediately, or take in an aggregate from every other thread";
}

static const struct parameter parameters[] = {
    CACHED_TILE_PARAMETER,
    {.name = "overlap",
     .macro = "OVERLAP",
     .help = "reduce the next tile while this one is scanned",
     .by_default = 1,
     .legal = {0, 1},
     .names = {"plain", "overlapped"},
     .small = 1},
    {.name = NULL},
};

extern const struct implementation lookback_gpu; /* launch.c */

const struct algorithm lookback = {
    .name = "lookback",
    .title = "Decoupled look-back",
    .idea = "one pass; tiles publish aggregates and prefixes, and look back",
    .source = "Merrill and Garland, NVR-2016-002; the Futhark report",
    .task = &scan_task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n on one thread, 2n + (0..P-1)n/tile on P",
            .depth = "n on one thread, at most 2 tile/3 + n/tile on P",
            .traffic = "2n",
            .memory = "16 64-byte status slots per thread",
            .depends_on_timing = true,
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &lookback_gpu,
};
