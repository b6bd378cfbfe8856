/* same_store.c - threads that store the same bytes to one word.
 *
 *     if (x[i] > limit) *found = 1;       threads of any blocks may store
 *
 * By the letter of the memory model this is a race. But if all threads store
 * the same bytes, it does not matter which store comes last: that is a note,
 * not a finding. A thread that reads the word must still be ordered after all
 * these stores. It is still a finding if two blocks store the same element of a
 * proof: an element is not a flag, so some index is wrong.
 *
 * A hook comes before its store, so the value is not known yet. The stored
 * value is compared when the thread next calls the machine, before any other
 * thread runs. One load can still come between the hook and the store: when g++
 * copies a struct, it calls the hook of the store first, then that of the load.
 *
 *     cell[0] = cell[i];      hook of the store, hook of the load, copy
 */
#include "same_store.h"
#include "parts.h"

#include <string.h>

void same_store_forget(struct same_store *same)
{
    same->waits = false;
}

static bool is_of_two_blocks(const struct simt *simt, const struct access *told,
                             const struct verdict *verdict)
{
    return stamp_block(verdict->other) != simt->turn.current->block->number &&
           access_is_element(simt, told->address);
}

void same_store_begins(struct simt *simt, const struct access *told,
                       const struct verdict *verdict)
{
    struct same_store *const same = &simt->same_store;

    if (told->bytes > sizeof same->before ||
        is_of_two_blocks(simt, told, verdict)) {
        report_race(simt, told, verdict);
        return;
    }
    memcpy(same->before, (const void *)told->address, told->bytes);
    same->told = *told;
    same->verdict = *verdict;
    same->waits = true;
    same->load = NULL;
    simt->launch.goes_quickly = false;
}

void same_store_meets_load(struct simt *simt, const void *pc)
{
    struct same_store *const same = &simt->same_store;

    if (same->load && same->load != pc)
        same_store_ends(simt);
    else
        same->load = pc;
}

void same_store_ends(struct simt *simt)
{
    struct same_store *const same = &simt->same_store;
    const struct access *const told = &same->told;
    const struct thread *const t = simt->turn.current;

    same->waits = false;
    simt->launch.goes_quickly = launch_may_go_quickly(simt);
    if (memcmp(same->before, (const void *)told->address, told->bytes) != 0) {
        *simt->notes.line[NOTE_SAME_STORE] = '\0'; /* of two of these stores */
        report_race(simt, told, &same->verdict);
    } else if (simt->held.state == HELD_NONE) {
        note(simt, NOTE_SAME_STORE,
             "%P: several threads store the same value in %M (%T and %T do): "
             "under the memory model this is a race, but not a finding by "
             "itself, since the values are equal",
             told->site, &t->block->code, told->address, told->bytes,
             stamp_block(same->verdict.other),
             stamp_thread(same->verdict.other), t->block->number, t->index);
    }
}
