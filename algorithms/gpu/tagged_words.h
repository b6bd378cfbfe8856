/* tagged_words.h - status words through which tiles exchange counts.
 *
 *     | launch: 30 bits | state: 2 | count: 32 |
 *
 * A word is read and written in one access: a thread that sees the state sees
 * the count too, so no fence is needed. The launch number distinguishes this
 * launch's words from those of earlier ones. Included after gpu.h.
 */
#ifndef TAGGED_WORDS_H
#define TAGGED_WORDS_H

enum { COUNT_BITS = 32, STATE_A = 1, STATE_P = 2 };

struct status {
    volatile uint64_t *words; /* of each tile */
    uint32_t launch;
};

DEVICE uint64_t status_word(const struct status *status, uint32_t state,
                            uint64_t count)
{
    return (uint64_t)status->launch << (COUNT_BITS + 2) |
           (uint64_t)state << COUNT_BITS | count;
}

/* Returns 0 if the tile has published nothing in this launch. */
DEVICE uint32_t state_of(const struct status *status, uint64_t word)
{
    return word >> (COUNT_BITS + 2) == status->launch
               ? (uint32_t)(word >> COUNT_BITS) & 3
               : 0;
}

DEVICE uint64_t count_of(uint64_t word)
{
    return (uint32_t)word;
}

#endif
