/* pending_finding.c - see pending_finding.h. */
#include "pending_finding.h"
#include "parts.h"

#include <stdio.h>
#include <string.h>

/* The number of accesses, by all threads, that a finding waits for its reason.
 */
enum { PATIENCE = 1 << 18 };

void pending_forget(struct pending_finding *held)
{
    held->state = HELD_NONE;
}

void pending_next(struct simt *simt, const struct access *told,
                  const struct verdict *verdict)
{
    struct pending_finding *const held = &simt->held;
    const struct block *const b = simt->turn.current->block;
    const bool is_unwritten = verdict->kind == UNINITIALISED;
    const bool together =
        is_in_shared(b, told->address) ||
        (!is_unwritten && stamp_block(verdict->other) == b->number);

    if (held->state != HELD_NONE || simt->schedule.explore || b->threads == 1 ||
        !together)
        return;
    held->state = HELD_NEXT;
    held->block = b;
    held->number = b->number;
    held->thread = simt->turn.current->index;
    held->address = told->address;
    held->is_unwritten = is_unwritten;
    held->own_writes = false;
    held->until = simt_steps(simt) + PATIENCE;
}

void pending_reason(struct simt *simt)
{
    if (simt->held.state == HELD_WAITS)
        simt->held.state = HELD_REASON;
}

/* Adds the place where the unwritten word is written later. */
static void add_write(struct simt *simt, uint32_t site, uint32_t thread,
                      const char *then)
{
    struct pending_finding *const held = &simt->held;
    const size_t used = strlen(held->words);
    char text[256], block[BLOCK_NAME];

    name_place(&simt->record.names, site, text, sizeof text);
    snprintf(held->words + used, sizeof held->words - used,
             "  %s (%s, thread %u) writes it later%s\n", text,
             name_block(&simt->record.names, held->number, block), thread,
             then);
    held->is_unwritten = false;
}

/* The same for the reader's own write, if no other thread wrote the word. */
static void add_own_write(struct simt *simt)
{
    if (simt->held.is_unwritten && simt->held.own_writes)
        add_write(simt, simt->held.own_site, simt->held.thread,
                  ", the thread that read it: give it a value\n  first, or do "
                  "not read it.");
}

/* Swaps texts: line and words become those of the held finding. */
static void exchange(struct simt *simt, char *line, size_t size)
{
    snprintf(line, size, "%s", simt->held.why.line);
    snprintf(simt->ending.words, sizeof simt->ending.words, "%s",
             simt->held.words);
}

bool pending_keeps(struct simt *simt, char *line, size_t size)
{
    struct pending_finding *const held = &simt->held;

    switch (held->state) {
    case HELD_NONE: return false;
    case HELD_WAITS:
        add_own_write(simt);
        exchange(simt, line, size);
        break;
    case HELD_REASON:
        finding_more(simt, "  Consequence: ");
        finding_more(simt, held->why.line);
        finding_more(simt, "\n");
        break;
    case HELD_NEXT:
        problem_set(&held->why, CHECK_FAILED, "%s", line);
        snprintf(held->words, sizeof held->words, "%s", simt->ending.words);
        simt->ending.words[0] = '\0';
        held->state = HELD_WAITS;
        simt->launch.goes_quickly = false;
        return true;
    }
    held->state = HELD_NONE;
    return false;
}

/* The finding itself ends the launch. */
static void let_go(struct simt *simt)
{
    finding(simt, "%s", simt->held.why.line);
}

void pending_access(struct simt *simt, uintptr_t address, size_t bytes,
                    bool write, uint32_t site)
{
    struct pending_finding *const held = &simt->held;
    const struct thread *const t = simt->turn.current;

    if (write && held->is_unwritten && t->block->number == held->number &&
        held->address - address < bytes) {
        if (t->index != held->thread) {
            add_write(simt, site, t->index,
                      ": put a barrier between the two,\n  if the reader needs "
                      "that value.");
        } else if (!held->own_writes) {
            held->own_writes = true;
            held->own_site = site;
        }
    }
    if (simt_steps(simt) > held->until)
        let_go(simt);
}

void pending_block_met(struct simt *simt, const struct block *block)
{
    if (simt->held.state == HELD_WAITS && block->number == simt->held.number)
        let_go(simt);
}

void pending_launch_ends(struct simt *simt)
{
    if (simt->held.state == HELD_WAITS && !simt->ending.failed)
        let_go(simt);
}
