/* drawn.c - draws programs.
 *
 * A generated program has two to four threads, in one block or several, which
 * may share a warp. They run in stages. After a stage, threads that have not
 * returned meet: all of a block, all lanes of a warp, or some lanes. Between
 * meetings they read and write up to three variables, plainly or as flags. A
 * read may be a guard: if it does not return the guard's value, the operations
 * after it are skipped.
 *
 *     stage 0         x = 1   fence   y = 1       r0 = y (guard 1)   fence
 *     thread 2 meets thread 1: __syncwarp()
 *     stage 1                                     r1 = x
 */
#include "drawn.h"

static uint32_t drawn;

static int draw(int below)
{
    drawn = drawn * 1664525u + 1013904223u;
    return (int)((drawn >> 8) % (uint32_t)below);
}

/* What a drawn program may still have: the model tries all orders of these. */
struct budget {
    int reads, fences, all_writes, writes[VARIABLES];
    int fenced; /* so many of five fences of a chain are there */
};

/* --------------------------------------------------------------- operations */

static enum strength draw_strength(const struct layout *layout, bool is_plain)
{
    static const enum strength some[] = {
        VOLATILE, VOLATILE, VOLATILE, RELAXED, ATOMIC, ATOMIC, ATOMIC_OF_BLOCK};

    if (is_plain && draw(3) < layout->plain)
        return PLAIN;
    return layout->bytes == 1 ? VOLATILE
                              : some[draw(sizeof some / sizeof *some)];
}

/* OP_END: there is no budget for what was drawn. x is mostly plain. */
static struct op draw_op(struct budget *left, const struct layout *layout)
{
    const int kind = draw(6);
    struct op op = {.variable = draw(layout->variables)};

    op.kind = kind < 2 ? OP_READ : kind < 4 ? OP_WRITE : OP_FENCE;
    op.strength = draw_strength(layout, op.variable == 0);
    const bool is_flag = op.kind != OP_FENCE && op.strength != PLAIN;
    const bool updates = op.strength >= ATOMIC && op.kind != OP_FENCE;
    const bool writes = updates || op.kind == OP_WRITE;
    if ((op.kind == OP_READ && !left->reads) ||
        (op.kind == OP_FENCE && !left->fences) ||
        (writes && (!left->writes[op.variable] || !left->all_writes)))
        return (struct op){.kind = OP_END};
    op.of_block = draw(5) == 0;
    op.is_light = draw(4) == 0;
    op.orders = is_flag && layout->bytes > 1 && draw(3) == 0;
    left->reads -= op.kind == OP_READ;
    left->fences -= op.kind == OP_FENCE;
    left->all_writes -= writes;
    if (op.kind == OP_WRITE)
        op.value = 4 - left->writes[op.variable];
    if (op.kind == OP_READ && is_flag && draw(3))
        op.guard = 1 + draw(3);
    left->writes[op.variable] -= writes;
    return op;
}

static struct op *end_of(struct program *program, int thread)
{
    struct op *op = program->op[thread];

    while (op->kind != OP_END)
        op++;
    return op;
}

/* ----------------------------------------------------------------- meetings */

static bool are_together(const struct program *p, const struct layout *layout,
                         int a, int b, enum meeting_kind kind)
{
    return p->block[a] == p->block[b] &&
           (kind == OF_BLOCK || layout->warp[a] == layout->warp[b]);
}

static void draw_meeting(struct program *p, struct layout *layout, int threads,
                         unsigned returned)
{
    enum meeting_kind kind = (enum meeting_kind)draw(3);
    const int first = draw(threads), m = layout->meetings;
    unsigned members = 0;

    if (returned >> first & 1)
        return;
    for (int t = 0; t < threads; t++)
        if (are_together(p, layout, first, t, kind) &&
            (kind != OF_LANES || t == first || draw(2)))
            members |= 1u << t;
    if (kind != OF_LANES)
        p->ended[m] = members & returned;
    members &= ~returned;
    for (int t = 0; t < threads; t++)
        if (members >> t & 1)
            *end_of(p, t) =
                (struct op){.kind = OP_MEET, .meeting = (unsigned)m};
    layout->meeting[m] = kind;
    layout->first[m] = first;
    layout->meetings++;
}

/* ----------------------------------------------------------------- programs */

static void draw_places(struct program *p, struct layout *layout, int threads)
{
    layout->blocks = draw(2) ? 2 : 1 + draw(threads < 3 ? threads : 3);
    layout->warps = 1 + draw(2);
    for (int t = 0; t < threads; t++) {
        p->block[t] = draw(layout->blocks);
        layout->warp[t] = draw(layout->warps);
        layout->lane[t] = t * 5;
    }
    layout->idle_return = draw(3) == 0;
    layout->is_shared = layout->blocks == 1 && draw(3) == 0;
    layout->plain = draw(4);
    layout->variables = 1 + draw(VARIABLES);
    layout->bytes = draw(6) == 0 ? 1 : draw(8) == 0 ? 8 : 4;
}

static void draw_stage(struct program *p, struct layout *layout,
                       struct budget *left, int thread)
{
    for (int i = 1 + draw(2); i > 0; i--) {
        struct op *const op = end_of(p, thread);
        if (op - p->op[thread] < MAX_OPS - MAX_MEETINGS)
            *op = draw_op(left, layout);
    }
}

/* ------------------------------------------------------------------- chains */

static void add_op(struct program *p, int thread, struct op op)
{
    struct op *const end = end_of(p, thread);

    if (end - p->op[thread] < MAX_OPS)
        *end = op;
}

/* Mostly: a fence that is left out, or is too weak, breaks the chain. */
static void perhaps_fence(struct program *p, struct budget *left, int thread)
{
    if (draw(5) >= left->fenced || !left->fences)
        return;
    left->fences--;
    add_op(p, thread,
           (struct op){.kind = OP_FENCE,
                       .of_block = draw(5) == 0,
                       .is_light = draw(3) == 0});
}

/* The thread `from` tells the thread `to` by the flag. */
static void tell(struct program *p, const struct layout *layout,
                 struct budget *left, int flag, int from, int to)
{
    struct op write = {.kind = OP_WRITE, .variable = flag, .value = 1};
    struct op read = {.kind = OP_READ, .variable = flag, .guard = 1};
    const bool orders = layout->bytes > 1 && draw(3) == 0;

    write.strength = draw_strength(layout, false);
    read.strength = draw_strength(layout, false);
    write.orders = orders && draw(5);
    read.orders = orders && draw(5);
    left->all_writes -= 1 + (read.strength >= ATOMIC);
    left->writes[flag]--;
    left->reads--;
    if (!write.orders)
        perhaps_fence(p, left, from);
    add_op(p, from, write);
    add_op(p, to, read);
    if (!read.orders)
        perhaps_fence(p, left, to);
}

static bool meet_at(struct program *p, struct layout *layout, int threads,
                    int a, int b)
{
    const enum meeting_kind kind = (enum meeting_kind)draw(3);
    const unsigned m = (unsigned)layout->meetings;

    if (layout->meetings == MAX_MEETINGS ||
        !are_together(p, layout, a, b, kind))
        return false;
    for (int t = 0; t < threads; t++)
        if (are_together(p, layout, a, t, kind) &&
            (kind != OF_LANES || t == a || t == b))
            add_op(p, t, (struct op){.kind = OP_MEET, .meeting = m});
    layout->meeting[m] = kind;
    layout->first[m] = a;
    layout->meetings++;
    return true;
}

/* x goes from thread to thread, by flags and meetings; each reads or writes it.
 */
static void touch(struct program *p, struct budget *left, int thread,
                  bool writes)
{
    if (writes && left->writes[0] && left->all_writes) {
        left->all_writes--;
        add_op(p, thread,
               (struct op){.kind = OP_WRITE, .value = 4 - left->writes[0]--});
    } else if (left->reads) {
        left->reads--;
        add_op(p, thread, (struct op){.kind = OP_READ});
    }
}

static void draw_chain(struct program *p, struct layout *layout,
                       struct budget *left, int threads)
{
    int holder = draw(threads), flag = 1;
    const int touched = draw(3);
    bool writes = draw(4);

    left->fenced = 1 + draw(5);
    for (int hop = 0; hop < 5 && flag < VARIABLES; hop++) {
        const int next = draw(threads);
        if (hop == 0 || draw(3) < touched) {
            touch(p, left, holder, writes);
            writes = draw(2);
        }
        if (next == holder)
            continue;
        if (draw(2))
            perhaps_fence(p, left, holder);
        if (!meet_at(p, layout, threads, holder, next)) {
            if (left->all_writes < 2 || !left->reads)
                break;
            tell(p, layout, left, flag++, holder, next);
        } else if (draw(3) == 0) {
            perhaps_fence(p, left, next);
        }
        holder = next;
    }
    touch(p, left, holder, left->reads == 0 || writes);
}

uint32_t draw_program(uint32_t seed, struct program *program,
                      struct layout *layout)
{
    struct budget left = {
        .reads = 4, .fences = 4, .all_writes = 5, .writes = {2, 3, 2}};
    unsigned returned = 0;

    drawn = seed;
    const int threads = 2 + draw(3);
    draw_places(program, layout, threads);
    const bool is_chain = draw(2);
    if (is_chain)
        draw_chain(program, layout, &left, threads);
    for (int stage = 0; stage <= MAX_MEETINGS && !is_chain; stage++) {
        for (int t = 0; t < threads; t++)
            if (!(returned >> t & 1) && draw(3))
                draw_stage(program, layout, &left, t);
        for (int t = 0; t < threads; t++)
            if (program->op[t][0].kind != OP_END && draw(4) == 0)
                returned |= 1u << t;
        if (stage < MAX_MEETINGS && draw(4))
            draw_meeting(program, layout, threads, returned);
    }
    for (int t = 0; t < threads; t++) {
        layout->returns[t] = returned >> t & 1;
        if (program->op[t][0].kind == OP_END) /* else the threads end here */
            program->op[t][0] = (struct op){
                .kind = OP_FENCE, .of_block = true, .is_light = true};
    }
    return drawn;
}

void lay_out(struct program *program, bool same_block, struct layout *layout)
{
    const int threads = program_threads(program);

    *layout = (struct layout){.blocks = same_block ? 1 : threads,
                              .warps = same_block ? threads : 1,
                              .idle_return = true,
                              .bytes = 4};
    for (int t = 0; t < threads; t++) {
        program->block[t] = same_block ? 0 : t;
        layout->warp[t] = same_block ? t : 0;
    }
}
