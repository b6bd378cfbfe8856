/* history.h - earlier values of a flag: which of them may a load return?
 *
 * In PTX a volatile or relaxed load may return a value older than the newest,
 * as long as the thread is not ordered after the store that overwrote it
 * (history.c). Only words written by volatile or atomic stores of this launch
 * have a history, and only while order->keeps_history.
 */
#ifndef SIMT_HISTORY_H
#define SIMT_HISTORY_H

#include "order.h"

enum { HISTORY = 4, OBSERVERS = 8 };

/* A value that a word had. */
struct past_value {
    uint64_t value; /* unused for the newest value, which is in memory */
    /* number of its store in this launch; 0: older than these stores */
    uint64_t number;
    stamp write;
    /* carried by it; for the newest value, use sync_word.told */
    struct flag_told told;
    bool is_known; /* too many threads have read it to list them */
    uint32_t observers;
    stamp observer[OBSERVERS];
};

/* Oldest first. */
struct history {
    uint32_t bytes, count;
    bool is_dead; /* accessed in parts, or as part of a larger access */
    struct past_value past[HISTORY];
};

/* A thread is about to write 4 or 8 bytes, in one piece. `first`: the word was
 * unwritten. A write of a different size ends the histories of the words that
 * it touches. */
void history_written(struct order *order, uintptr_t address, uint32_t bytes,
                     stamp me, bool first);
/* The word's history, for a load or update of `bytes` bytes; NULL: only the
 * newest value may be read. */
struct history *history_of(struct order *order, uintptr_t address,
                           uint32_t bytes);
/* The index of the oldest value that the thread may read. */
uint32_t history_oldest(struct order *order, const struct history *history,
                        const struct order_thread *thread);
/* The thread reads the value with this index. */
void history_observe(struct history *history, uint32_t index, stamp me);

#endif
