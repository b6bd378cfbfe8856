/* tree.h - steps of a binary tree over the lanes of one vector. Included after
 * simd.h; Blelloch's and Brent-Kung's scans consist of such steps.
 *
 *     lane            0   1   2   3   4   5   6   7
 *     up, stride 1        x       x       x       x     x: takes in the lane
 *     up, stride 2                x               x     one stride to the left
 *     down, stride 2              .   x           .
 *     down, stride 1  (x) .   x   .   x   .   x   .
 *
 * With W = 1 none of these functions is called: the whole tree is then in rows.
 */
#ifndef TREE_H
#define TREE_H

/* Lanes i with (i + 1) % (2 * s) == 0: right children. */
INLINE vec tree_pick_right(vec right, vec others, int s)
{
    switch (s) {
    case 1: return vec_pick(0xaaaa, right, others);
    case 2: return vec_pick(0x8888, right, others);
    case 4: return vec_pick(0x8080, right, others);
    default: return vec_pick(0x8000, right, others);
    }
}

/* Lanes i with (i + 1) % (2 * s) == s: left children. */
INLINE vec tree_pick_left(vec left, vec others, int s)
{
    switch (s) {
    case 1: return vec_pick(0x5555, left, others);
    case 2: return vec_pick(0x2222, left, others);
    case 4: return vec_pick(0x0808, left, others);
    default: return vec_pick(0x0080, left, others);
    }
}

/* Right children take in their left siblings. */
INLINE vec tree_up(vec v, int s)
{
    return tree_pick_right(vec_op(vec_up(v, v, s), v), v, s);
}

/* Left children take in the node that ends just before their parent begins;
 * `before` is the vector to the left. */
INLINE vec tree_down(vec before, vec v, int s)
{
    return tree_pick_left(vec_op(vec_up(before, v, s), v), v, s);
}

/* Blelloch's exchange: the left child becomes the parent, the right child
 * becomes op(parent, old left child). Parents are in right lanes. */
INLINE vec tree_exchange(vec v, int s)
{
    const vec right = vec_op(v, vec_up(v, v, s));
    return tree_pick_right(right, tree_pick_left(vec_down(v, s), v, s), s);
}

/* The last lane from b, all others from a. */
INLINE vec tree_last_of(vec a, vec b)
{
    return vec_pick(1 << (W - 1), b, a);
}

#endif
