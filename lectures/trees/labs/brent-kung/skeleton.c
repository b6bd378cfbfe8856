/* Brent-Kung's scan over an array: a tree up, a tree down, by P threads.
 *
 *     in        3  1  7  0  4  1  6      n = 7
 *     up 1      3  4  7  7  4  5  6      pairs                        [A]
 *     up 2      3  4  7 11  4  5  6      pairs of pairs
 *     down 2    3  4  7 11  4 16  6      16 = 11 + 5                  [B]
 *     down 1    3  4 11 11 15 16 22      11 = 4 + 7, 15 = 11 + 4, ...
 *
 * The 2 of "up 2" is the size of a child. The level has n / (2 * size) whole
 * nodes; node k has the cells from k * 2 * size on, 2 * size of them.
 *
 * Write the lines between FILL and END; 13 are enough. Leave the rest as it
 * is. The task: lectures/trees/labs/brent-kung/README.md.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     share(n, P, t)    where thread t's share of n items begins, with P
 *                       threads; it ends where that of thread t + 1 begins
 */
#include "cpu.h" /* T, op(), identity(), EXCLUSIVE, share() */

/* Node k of the level whose children have `size` cells. */
typedef void node_function(T *cell, size_t n, size_t size, size_t k);

struct level {
    T *cell;
    size_t n;
    size_t size; /* cells of a child */
    node_function *node;
    int threads;
};

static void up_node(T *cell, size_t n, size_t size, size_t k)
{
    (void)n; /* the node is whole */
    /* FILL [A]: the node's last cell takes in the last cell of its left child.
     * (2 lines) */

    /* END [A] */
}

static void down_node(T *cell, size_t n, size_t size, size_t k)
{
    /* FILL [B]: the node's last cell has the fold of all cells up to it. The
     * cell `size` to its right, if there is one, takes that in. (3 lines) */

    /* END [B] */
}

/* All threads call it at the same time. */
static void do_level(void *arg, int thread)
{
    const struct level *const level = arg;
    const size_t size = level->size;
    const size_t nodes = level->n / (2 * size);

    /* FILL [C]: calls level->node(level->cell, level->n, size, k) for each
     * node k of the thread's own share. (3 lines) */

    /* END [C] */
}

/* One level, by all threads. Returns when all are done: all threads can then
 * read what they wrote. */
static void run_level(const struct native_call *call, size_t size,
                      node_function *node)
{
    struct level level = {.cell = call->ports[1],
                          .n = call->n,
                          .size = size,
                          .node = node,
                          .threads = call->threads};

    call->parallel(call->pool, do_level, &level);
}

/* Turns the inclusive scan into the scan that the call asks for: an exclusive
 * one is shifted one place to the right; a carry comes before all. */
static void finish(const struct native_call *call)
{
    T *const out = call->ports[1];
    const T *const carry = call->carry;

    if (EXCLUSIVE) {
        memmove(out + 1, out, (call->n - 1) * sizeof(T));
        out[0] = carry ? *carry : identity();
    }
    for (size_t i = EXCLUSIVE; carry && i < call->n; i++)
        out[i] = op(*carry, out[i]);
}

void native_scan(const struct native_call *call)
{
    const size_t n = call->n;
    if (n == 0)
        return;
    memmove(call->ports[1], call->ports[0], n * sizeof(T));

    /* FILL [D]: run_level(call, size, up_node) for each level, from the leaves
     * to the root; then run_level(call, size, down_node), from the root to the
     * leaves. (5 lines) */

    /* END [D] */

    finish(call);
}
