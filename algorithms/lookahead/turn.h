/* turn.h - look-ahead: whose turn it is to use a buffer of the ring.
 *
 *     turn       generation 0 1 2 3 4 5 6 7 8      of a ring of 4 buffers
 *     stage                 0 1 2 3 0 1 2 3 0
 *     parity                0 0 0 0 1 1 1 1 0
 */
#ifndef LOOKAHEAD_TURN_H
#define LOOKAHEAD_TURN_H

/* A place in the ring: which buffer, and the parity of its phases. */
struct turn {
    uint32_t stage, parity;
};

/* The turn of a generation that comes before the ring wraps around for the
 * first time. */
DEVICE struct turn first_turn(uint32_t generation)
{
    struct turn turn;

    turn.stage = generation;
    turn.parity = 0;
    return turn;
}

DEVICE struct turn next_turn(struct turn turn, uint32_t steps, uint32_t stages)
{
    for (turn.stage += steps; turn.stage >= stages; turn.stage -= stages)
        turn.parity ^= 1;
    return turn;
}

#endif
