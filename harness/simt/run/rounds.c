/* rounds.c - see rounds.h. */
#include "rounds.h"

void rounds_back(struct rounds *rounds, uint32_t to)
{
    const uint32_t from = rounds->last;

    for (uint32_t i = 0; i < rounds->ways && i < ROUNDS_LOOPS; i++)
        if (rounds->way[i].to == to && rounds->way[i].from == from) {
            rounds->way[i].times++;
            return;
        }
    if (rounds->ways < ROUNDS_LOOPS)
        rounds->way[rounds->ways] = (struct way_back){to, from, 1};
    rounds->ways += rounds->ways <= ROUNDS_LOOPS;
}

void rounds_barrier(struct rounds *rounds, uint32_t place)
{
    uint32_t past = 0;

    rounds_passed(rounds, place);
    for (uint32_t i = 0; i < rounds->ways && i < ROUNDS_LOOPS; i++)
        if (rounds->way[i].to <= place && place <= rounds->way[i].from)
            past += rounds->way[i].times;
    rounds->past = rounds->ways > ROUNDS_LOOPS ? ROUNDS_UNKNOWN : past;
    rounds->ways = 0;
}
