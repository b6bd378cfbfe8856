/* wire.c - see wire.h. */
#include "wire.h"
#include "monoids/interval_table.h"

#include <stdbool.h>
#include <string.h>

struct wire wire_of(const struct monoid *monoid, const void *element)
{
    struct wire wire = {.holds = 1};

    if (!monoid_is_interval(monoid)) {
        memcpy(wire.bytes, element, monoid->table.bytes);
        return wire;
    }
    const struct interval_node *const node =
        interval_look(element, monoid->table.bytes);
    wire.broken = !node || interval_is_broken(node);
    if (!wire.broken && interval_is_identity(node))
        wire.holds = 0;
    if (wire.holds && !wire.broken) {
        wire.low = node->low;
        wire.high = node->high;
    }
    return wire;
}

/* An element of this process's table that folds the same leaves. A broken one
 * is made as a wrong code would make it: leaf 0 joined with itself. */
static void make_interval(struct wire_op *op, const struct wire *wire,
                          void *out)
{
    const struct monoid_table *const table = &op->monoid->table;
    _Alignas(16) char leaf[64];
    const uint64_t before = interval_work();

    interval_leaf(wire->broken ? 0 : wire->low, out, table->bytes);
    if (wire->broken) {
        memcpy(leaf, out, table->bytes);
        table->op(leaf, leaf, out);
    }
    for (size_t i = (size_t)wire->low + 1; !wire->broken && i <= wire->high;
         i++) {
        interval_leaf(i, leaf, table->bytes);
        table->op(out, leaf, out);
    }
    op->rebuilt += interval_work() - before;
}

void wire_element(struct wire_op *op, const struct wire *wire, void *out)
{
    if (monoid_is_interval(op->monoid))
        make_interval(op, wire, out);
    else
        memcpy(out, wire->bytes, op->monoid->table.bytes);
}

static void join_ranks(const struct wire *left, const struct wire *right,
                       struct wire *out)
{
    const bool has_left = left->first < left->end;
    const bool has_right = right->first < right->end;

    out->first = has_left ? left->first : right->first;
    out->end = has_right ? right->end : left->end;
}

void wire_join(struct wire_op *op, const struct wire *left,
               const struct wire *right, struct wire *out)
{
    struct wire joined = {.holds = 1};

    if (!left->holds || !right->holds) {
        joined = left->holds ? *left : *right;
        join_ranks(left, right, &joined);
        *out = joined;
        return;
    }
    join_ranks(left, right, &joined);
    op->calls++;
    if (monoid_is_interval(op->monoid)) {
        joined.broken =
            left->broken || right->broken || left->high + 1 != right->low;
        joined.low = left->low;
        joined.high = right->high;
    } else {
        op->monoid->table.op(left->bytes, right->bytes, joined.bytes);
    }
    *out = joined;
}

void wire_mpi_join(void *context, const void *left, const void *right,
                   void *out)
{
    wire_join(context, left, right, out);
}
