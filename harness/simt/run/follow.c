/* follow.c - keeps the steps of a run; follow_tell.c reads them. */
#include "follow.h"
#include "monoids/interval_table.h"
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* Enough for the sizes at which mistakes appear; a search through a million
 * would take long. */
enum { STEPS_KEPT = 1 << 18 };

void follow_forget(struct follow *follow)
{
    follow->steps = 0;
    follow->launch = 0;
    follow->is_full = false;
    follow->store.bytes = 0;
}

void follow_close(struct follow *follow)
{
    free(follow->step);
    *follow = (struct follow){0};
}

static bool has_room(struct follow *follow)
{
    if (follow->steps < follow->room)
        return true;
    const uint32_t room = follow->room ? 2 * follow->room : 1024;
    struct follow_step *const grown =
        room > STEPS_KEPT ? NULL : realloc(follow->step, room * sizeof *grown);

    follow->is_full |= !grown;
    if (!grown)
        return false;
    follow->step = grown;
    follow->room = room;
    return true;
}

static void keep(struct follow *follow, const struct follow_step *step)
{
    if (has_room(follow))
        follow->step[follow->steps++] = *step;
}

/* An element's first word is its handle; other words, and other data, match no
 * node, except one in millions. */
static uint32_t node_at(uintptr_t address)
{
    uint32_t word;

    memcpy(&word, (const void *)address, sizeof word);
    return interval_number(word);
}

/* Keeps a step for each word, so that a value packed with a flag is found too.
 */
static void keep_words(struct follow *follow, struct follow_step step,
                       size_t bytes)
{
    const uintptr_t end = step.address + bytes;

    for (step.address &= ~(uintptr_t)3; step.address < end; step.address += 4) {
        step.node = node_at(step.address);
        keep(follow, &step);
    }
}

/* The store that was last announced has happened. */
static void end_store(struct follow *follow)
{
    const struct follow_step step = {.site = follow->store.site,
                                     .block = follow->store.block,
                                     .thread = follow->store.thread,
                                     .kind = STEP_STORE,
                                     .launch = follow->launch,
                                     .address = follow->store.address};
    const size_t bytes = follow->store.bytes;

    follow->store.bytes = 0;
    keep_words(follow, step, bytes);
}

/* For `cell[i] = in[k]` a compiler may announce the store before the load, if T
 * is a struct: the store happens after both. */
static bool is_before_its_load(struct follow *follow,
                               const struct follow_step *load)
{
    const bool waits = follow->store.bytes && !follow->store.is_late &&
                       follow->store.block == load->block &&
                       follow->store.thread == load->thread &&
                       node_at(follow->store.address) == follow->store.before;

    follow->store.is_late = waits;
    return waits;
}

void follow_access(struct simt *simt, const struct thread *thread,
                   uintptr_t address, size_t bytes, bool write, uint32_t site)
{
    struct follow *const follow = &simt->follow;
    const struct follow_step step = {.site = site,
                                     .block = thread->block->number,
                                     .thread = (uint16_t)thread->index,
                                     .kind = STEP_LOAD,
                                     .launch = follow->launch,
                                     .address = address};

    if (!write) {
        if (!is_before_its_load(follow, &step))
            end_store(follow);
        keep_words(follow, step, bytes);
        return;
    }
    end_store(follow);
    follow->store.address = address;
    follow->store.before = node_at(address);
    follow->store.is_late = false;
    follow->store.bytes = bytes;
    follow->store.site = site;
    follow->store.block = step.block;
    follow->store.thread = step.thread;
}

void follow_copy(struct simt *simt, const struct copy *copy)
{
    struct follow *const follow = &simt->follow;
    struct follow_step step = {.site = copy->site,
                               .block = copy->thread->block->number,
                               .thread = (uint16_t)copy->thread->index,
                               .launch = follow->launch};

    end_store(follow);
    for (uint32_t at = 0; at < copy->bytes; at += 4) {
        step.kind = STEP_LOAD;
        step.address = copy->from + at;
        keep_words(follow, step, 4);
        step.kind = STEP_STORE;
        step.address = copy->to + at;
        keep_words(follow, step, 4);
    }
}

static void note_op(void *arg, uint32_t node, const void *place)
{
    struct simt *const simt = arg;
    struct follow *const follow = &simt->follow;
    const struct thread *const t = simt->turn.current;

    if (!t)
        return;
    end_store(follow);
    const struct follow_step step = {.node = node,
                                     .site = site_of(simt, place),
                                     .block = t->block->number,
                                     .thread = (uint16_t)t->index,
                                     .kind = STEP_MAKE,
                                     .launch = follow->launch};
    keep(follow, &step);
}

void follow_launch_begins(struct simt *simt)
{
    simt->follow.launch++;
    interval_watch(note_op, simt);
}

void follow_launch_ends(struct simt *simt)
{
    end_store(&simt->follow);
    simt->follow.nodes = interval_nodes();
    interval_watch(NULL, NULL);
}
