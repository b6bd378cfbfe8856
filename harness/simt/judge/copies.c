/* copies.c - the accesses of a bulk copy (run/bulk_copies.c) to memory.
 *
 * A copy does not belong to any thread. Its accesses have the stamp of a
 * separate event. Only accesses by threads that know of this event are ordered
 * after it: threads that have waited for the phase, and lane 0 after
 * bulk_stores_read(). The copy itself has lane 0's knowledge at the time of
 * issue. So all races are found, whenever the copy runs: an access that merely
 * happened earlier is not in the copy's knowledge, and a thread whose access
 * merely happens later does not know of the copy.
 *
 * The copy units see a thread's writes only after a fence. So a word is
 * UNFENCED unless its writer called bulk_fence() between its write and the
 * copy, and lane 0 knew of that fence. (PTX also accepts a fence by another
 * thread between the write and the copy.) bulk.h has no such fence for global
 * memory.
 */
#include "judge.h"

/* The copy touches a word: is the last write before it, and fenced? */
static struct verdict after_write(struct judge *judge,
                                  const struct judged_copy *copy, stamp other)
{
    struct order *const order = &judge->order;

    if (!order_knows(order, copy->knows, other))
        return (struct verdict){
            .kind = RACE, .other = other, .other_wrote = true};
    if (stamp_is_event(other) || stamp_clock(other) < order->floor ||
        (copy->shared &&
         order_is_fenced(order, copy->block, other, copy->knows)))
        return (struct verdict){.kind = FINE};
    return (struct verdict){.kind = UNFENCED, .other = other};
}

/* Neighbouring words mostly have the same stamps, so that one search is enough
 * for them. `known` has the stamps of the word before, which were fine. */
static struct verdict check_cell(struct judge *judge,
                                 const struct judged_copy *copy,
                                 struct word *word, struct word *known)
{
    struct verdict verdict = {.kind = FINE};

    if (!stamp_is_before_all(word->write) && word->write != known->write)
        verdict = after_write(judge, copy, stamp_of_write(word->write));
    if (verdict.kind != FINE)
        return verdict;
    known->write = word->write;
    if (!copy->write) {
        if (!access_add_reader(judge, word, copy->event, copy->knows))
            verdict.kind = NO_MEMORY;
        return verdict;
    }
    if (word->read != known->read) {
        const stamp reader = access_unknown_reader(judge, word, copy->knows);
        if (reader)
            return (struct verdict){.kind = RACE, .other = reader};
        known->read = word->read;
    }
    access_write_by_event(judge, word, copy->event);
    return verdict;
}

static struct verdict check_word(struct judge *judge,
                                 const struct judged_copy *copy,
                                 struct word *word, struct word *byte,
                                 struct word *known)
{
    struct verdict verdict = {.kind = FINE};

    if (word->write == STAMP_NONE && !copy->write)
        return (struct verdict){.kind = UNINITIALISED};
    if (word->write != STAMP_PARTS)
        return check_cell(judge, copy, word, known);
    verdict.kind = bytes_allow(byte, 4, !copy->write);
    for (int i = 0; i < 4 && verdict.kind == FINE; i++)
        verdict = check_cell(judge, copy, &byte[i], known);
    if (copy->write)
        bytes_join(word, byte);
    return verdict;
}

struct verdict judge_copy(struct judge *judge, const struct judged_copy *copy,
                          struct shadow shadow, size_t words, size_t *at)
{
    struct verdict verdict = {.kind = FINE};
    struct word known = {0, 0};

    for (*at = 0; *at < words; ++*at) {
        verdict = check_word(judge, copy, shadow.word + *at,
                             shadow.byte + 4 * *at, &known);
        if (verdict.kind != FINE)
            break;
    }
    if (verdict.kind != FINE && order_trouble(&judge->order) == ORDER_NO_MEMORY)
        verdict.kind = NO_MEMORY;
    return verdict;
}
