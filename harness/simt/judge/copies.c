/* copies.c - what a bulk copy (run/bulk_copies.c) does to the words it touches.
 *
 * It is no thread's deed. Its accesses have the stamp of an event of its own,
 * which is before nothing but what knows of it: the threads that wait for the
 * phase, lane 0 after bulk_stores_read(). It knows what lane 0 knew when it
 * asked. So all races are found whenever the copy runs: what came before it by
 * luck is not in its knowledge, what comes after it by luck has not heard of
 * it.
 *
 * The units that copy do not see what threads have written, before a fence:
 * such a word is UNFENCED unless its writer has called bulk_fence() in between,
 * and lane 0 knew of that. PTX would also take a fence of another thread that
 * is between the two. For global memory bulk.h has no such fence.
 */
#include "judge.h"

/* After the last write of the word. */
static struct verdict after_write(struct judge *judge,
                                  const struct copy_deed *copy, stamp other)
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

/* Neighbours mostly have the same stamps: one search does for them. `known`:
 * those of the word before. */
static struct verdict check_word(struct judge *judge,
                                 const struct copy_deed *copy,
                                 struct word *word, struct word *known)
{
    struct verdict verdict = {.kind = FINE};

    if (!copy->write && word->write == STAMP_NOBODY)
        return (struct verdict){.kind = UNINITIALISED};
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

struct verdict judge_copy(struct judge *judge, const struct copy_deed *copy,
                          struct word *word, size_t words, size_t *at)
{
    struct verdict verdict = {.kind = FINE};
    struct word known = {0, 0};

    for (*at = 0; *at < words; ++*at) {
        verdict = check_word(judge, copy, word + *at, &known);
        if (verdict.kind != FINE)
            break;
    }
    if (verdict.kind != FINE && order_trouble(&judge->order) == ORDER_NO_MEMORY)
        verdict.kind = NO_MEMORY;
    return verdict;
}
