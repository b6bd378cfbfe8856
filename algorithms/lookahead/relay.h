/* relay.h - look-ahead: what the lookers of a block pass on, one to the next:
 * the total of all generations before (in map_scan, whose blocks draw tiles,
 * the total of all tiles before).
 *
 *     generation   0   1   2   3   4   5   ...      of 3 lookers
 *     looker       0   1   2   0   1   2
 *     parity       0   0   0   1   1   1
 *
 * A looker takes the total from the looker to its left, and passes it on with
 * its own generation added. Only looker 0 takes the value that was passed on in
 * the round before. A value is replaced a round later: by then the next looker
 * has read it, since that looker has passed on its own value.
 *
 * Included after bulk.h and board.h; an includer that passes on something other
 * than an AGGREGATE defines RUNNING, its type. LOOK_WARPS: number of lookers.
 */
#ifndef LOOKAHEAD_RELAY_H
#define LOOKAHEAD_RELAY_H

#ifndef RUNNING
#define RUNNING AGGREGATE
#endif

/* In shared memory. */
struct relay {
    struct barrier passed[LOOK_WARPS];
    RUNNING running[LOOK_WARPS];
};

/* Called by thread 0. */
DEVICE void lay_relay(struct relay *relay)
{
    for (int k = 0; k < LOOK_WARPS; k++)
        barrier_init(&relay->passed[k], 1);
}

/* Waits for the total; for generation 0 it does not wait. */
DEVICE RUNNING take_running(struct relay *relay, uint32_t me, uint32_t parity)
{
    const uint32_t left = (me + LOOK_WARPS - 1) % LOOK_WARPS;

    barrier_wait(&relay->passed[left], me > 0 ? parity : parity ^ 1);
    return relay->running[left];
}

/* Called by one lane, after all lanes that need the total have read it. */
DEVICE void pass_on(struct relay *relay, uint32_t me, RUNNING x)
{
    relay->running[me] = x;
    barrier_arrive(&relay->passed[me]);
}

#endif
