/* launch.h - what the launch.c files share: plans made of kernel launches.
 *
 *     plan_launch(plan, "scan_sections", sections, BLOCK threads, 0);
 *     argument_port(plan, SCAN_IN, 0);       const T *in
 *     argument_port(plan, SCAN_OUT, 0);      T *out
 *     argument_buffer(plan, totals, 0);      T *totals
 *     argument_u64(plan, request->n);        uint64_t n
 *
 * Arguments belong to the launch before them, in the kernel's order. A plan
 * begins with plan_entries() and ends with plan_carry():
 *
 *     if (plan_entries(request, plan) || request->n == 0)
 *         return;
 *     ...
 *     plan_carry(request, plan);
 *
 * Two kinds of plan have separate headers: levels.h and tiles.h.
 */
#ifndef LAUNCH_H
#define LAUNCH_H

#include "plan.h"

#include <assert.h>

enum { SCAN_IN, SCAN_OUT }; /* the ports of every scan */

enum { WARP_LANES = 32 };

/* As in entries.h: the minimum tile length, the maximum number of blocks. */
enum {
    ENTRY_THREADS = 256,
    ENTRY_TILE = 1024,
    ENTRY_BLOCKS = 1024,
    LARGEST_GRID = 0x7fffffff,
    LARGEST_SHARED = 48 << 10 /* bytes of __shared__ arrays of fixed size */
};

static inline size_t ceil_div(size_t a, size_t b)
{
    return a / b + (a % b != 0);
}

/* ------------------------------------------------------- blocks of threads */

#define BLOCK_PARAMETER(meaning, usual) BLOCK_PARAMETER_OF(meaning, usual, NULL)

/* For these forms only. */
#define BLOCK_PARAMETER_OF(meaning, usual, ...)                                \
    {                                                                          \
        .name = "block", .macro = "BLOCK", .help = (meaning),                  \
        .by_default = (usual), .legal = {32, 64, 128, 256, 512, 1024},         \
        .small = 32, .of = {                                                   \
            __VA_ARGS__                                                        \
        }                                                                      \
    }

#define REGISTERS_PARAMETER(...)                                               \
    {                                                                          \
        .name = "registers", .macro = "REGISTERS",                             \
        .help = "maximum number of registers per thread, so that more blocks " \
                "run at the same time; "                                       \
                "0: the compiler decides",                                     \
        .by_default = 0, .legal = {0, __VA_ARGS__}, .small = 0                 \
    }

/* NULL, or why the machine cannot run blocks of this many threads. */
static inline const char *refuse_threads(const struct request *request,
                                         size_t threads)
{
    const int most = request->machine->block_threads;

    return most && threads > (size_t)most
               ? "block: blocks on this machine have fewer threads"
               : NULL;
}

/* NULL, or why a grid cannot have a block for each tile of this length. */
static inline const char *refuse_tiles(const struct request *request,
                                       size_t tile)
{
    return ceil_div(request->n, tile) > LARGEST_GRID
               ? "more tiles than a grid may have blocks: use a larger block "
                 "or more items"
               : NULL;
}

/* The most shared memory that arrays of a fixed size can use in a block. */
static inline size_t fixed_shared_bytes(const struct request *request)
{
    const size_t most = request->machine->block_shared_bytes;

    return most && most < LARGEST_SHARED ? most : LARGEST_SHARED;
}

/* -------------------------------------------------- launches and arguments */

/* Appends a launch of `blocks` blocks of `threads` threads. */
static inline void plan_launch(struct plan *plan, const char *kernel,
                               size_t blocks, size_t threads,
                               size_t dynamic_shared_bytes)
{
    assert(plan->steps < MAX_STEPS);
    assert(blocks > 0 && blocks <= LARGEST_GRID);
    plan->step[plan->steps++] = (struct step){
        .kernel = kernel,
        .grid = {(unsigned)blocks, 1, 1},
        .block = {(unsigned)threads, 1, 1},
        .dynamic_shared_bytes = dynamic_shared_bytes,
    };
}

static inline void plan_argument(struct plan *plan, struct argument argument)
{
    struct step *const step = &plan->step[plan->steps - 1];

    assert(plan->steps > 0 && step->arguments < MAX_ARGUMENTS);
    step->argument[step->arguments++] = argument;
}

/* Adds a port or buffer as an argument, beginning `offset` bytes into it. */
static inline void argument_port(struct plan *plan, int port, size_t offset)
{
    plan_argument(plan, (struct argument){.kind = ARGUMENT_PORT,
                                          .index = port,
                                          .offset = offset});
}

static inline void argument_buffer(struct plan *plan, int buffer, size_t offset)
{
    plan_argument(plan, (struct argument){.kind = ARGUMENT_BUFFER,
                                          .index = buffer,
                                          .offset = offset});
}

static inline void argument_u32(struct plan *plan, uint32_t value)
{
    plan_argument(plan,
                  (struct argument){.kind = ARGUMENT_U32, .scalar = value});
}

static inline void argument_u64(struct plan *plan, uint64_t value)
{
    plan_argument(plan,
                  (struct argument){.kind = ARGUMENT_U64, .scalar = value});
}

static inline void argument_carry(struct plan *plan)
{
    plan_argument(plan, (struct argument){.kind = ARGUMENT_CARRY});
}

/* ... of a plan for several GPUs. */
static inline void argument_gpu(struct plan *plan)
{
    plan_argument(plan, (struct argument){.kind = ARGUMENT_GPU});
}

static inline void argument_share(struct plan *plan)
{
    plan_argument(plan, (struct argument){.kind = ARGUMENT_SHARE});
}

static inline void argument_set(struct plan *plan)
{
    plan_argument(plan, (struct argument){.kind = ARGUMENT_SET});
}

static inline void argument_boards(struct plan *plan, int buffer)
{
    plan_argument(plan,
                  (struct argument){.kind = ARGUMENT_BOARDS, .index = buffer});
}

static inline void argument_launch(struct plan *plan)
{
    plan_argument(plan, (struct argument){.kind = ARGUMENT_LAUNCH});
}

/* ----------------------------------------------------------------- entries */

/* op(carry, out[i]) for all i: the last launch of a scan with --init. */
static inline void plan_apply_carry(const struct request *request,
                                    struct plan *plan)
{
    if (request->n == 0)
        return;
    plan_launch(plan, "apply_carry", ceil_div(request->n, ENTRY_THREADS),
                ENTRY_THREADS, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_carry(plan);
    argument_u64(plan, request->n);
}

/* Reduces tiles, then their totals. */
static inline void plan_reduce(const struct request *request, struct plan *plan)
{
    const size_t least = ceil_div(request->n, ENTRY_BLOCKS);
    const size_t tile = least > ENTRY_TILE ? least : ENTRY_TILE;
    const size_t tiles = request->n ? ceil_div(request->n, tile) : 1;
    const int totals = plan->buffers;

    plan_elements(request, plan, "totals of tiles", ENTRY_BLOCKS);
    plan_launch(plan, "reduce_tiles", tiles, ENTRY_THREADS, 0);
    argument_port(plan, SCAN_IN, 0);
    if (tiles > 1)
        argument_buffer(plan, totals, 0);
    else
        argument_port(plan, SCAN_OUT, 0);
    argument_u64(plan, request->n);
    argument_u64(plan, tile);
    if (tiles == 1)
        return;
    plan_launch(plan, "reduce_tiles", 1, ENTRY_THREADS, 0);
    argument_buffer(plan, totals, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_u64(plan, tiles);
    argument_u64(plan, tiles);
}

/* Plans any entry except ENTRY_SCAN; false: the entry is ENTRY_SCAN, which the
 * caller must plan. */
static inline bool plan_entries(const struct request *request,
                                struct plan *plan)
{
    switch (request->entry) {
    case ENTRY_REDUCE: plan_reduce(request, plan); return true;
    case ENTRY_APPLY_CARRY: plan_apply_carry(request, plan); return true;
    default: return false;
    }
}

/* Called at the end of every scan's plan. */
static inline void plan_carry(const struct request *request, struct plan *plan)
{
    if (request->has_carry)
        plan_apply_carry(request, plan);
}

/* ... and of its forms. */
static inline void forms_carry(const struct request *request,
                               struct forms *forms)
{
    const double n = (double)request->n;
    const double reads = (double)ceil_div(request->n, ENTRY_THREADS);
    const double bytes = (2 * n + reads) * (double)request->elem_bytes;

    if (!request->has_carry || request->n == 0)
        return;
    forms->work = between(forms->work.low + n, forms->work.high + n);
    forms->depth = between(forms->depth.low + 1, forms->depth.high + 1);
    forms->bytes = between(forms->bytes.low + bytes, forms->bytes.high + bytes);
}

/* The forms of a scan that moves a fixed number of elements. */
static inline void exact_forms(const struct request *request, double work,
                               double depth, double elements,
                               struct forms *forms)
{
    forms->work = exactly(work);
    forms->depth = exactly(depth);
    forms->bytes = exactly(elements * (double)request->elem_bytes);
    forms->why = NULL;
    forms_carry(request, forms);
}

/* For n = 0, when nothing is launched. False: n > 0, and the caller fills in
 * the forms. */
static inline bool forms_of_nothing(const struct request *request,
                                    struct forms *forms)
{
    *forms = (struct forms){exactly(0), exactly(0), exactly(0), NULL};
    return request->n == 0;
}

/* Ops of a block in which each warp scans its lanes, then one warp scans the
 * totals of the warps, all by Kogge-Stone. */
static inline double warp_scans_work(size_t threads)
{
    return (double)(threads / WARP_LANES) * kogge_stone_work(WARP_LANES) +
           kogge_stone_work(threads % WARP_LANES) +
           kogge_stone_work(ceil_div(threads, WARP_LANES));
}

#endif
