/* blame.c - simt_blame(): the origin of a wrong output. The run ended with no
 * finding, so this file writes the message, which names the call that broke an
 * element, or the store that put it into the output.
 *
 *     out[1]: [1,1] then [0,0]: the operands are swapped
 *       The call of op() is at kernel.cu:11.
 *
 *     out[32] is identity(), want [0,31]: elements 0..31 are missing
 *       kernel.cu:37 (block 1, thread 0) stored it.
 *
 *     out[32] was never written
 *       kernel.cu:37 (block 0, thread 31) stored out[31], the nearest element
 *       that was written; out has 33.
 */
#include "parts.h"
#include "stale.h"

#include <stdio.h>
#include <string.h>

static bool is_in(const struct code_copy *copy, uintptr_t pc)
{
    return pc - copy->image < copy->image_bytes;
}

/* The call that returns to `pc`, in any block. */
static void tell_call(struct simt *simt, const struct interval_blame *blame)
{
    const uintptr_t pc = (uintptr_t)blame->place;

    for (int s = 0; s < simt->launch.slots; s++) {
        const struct code_copy *const copy = &simt->launch.block[s].code;
        if (!is_in(copy, pc))
            continue;
        finding_say(simt, "  The call%s%s is at %P", *blame->call ? " of " : "",
                    blame->call,
                    sites_find(&simt->code.sites, pc - copy->image));
        follow_tell_caller(simt, blame);
        finding_more(simt, ".\n");
        return;
    }
}

/* The last write to one of these bytes, by the host or a thread; or 0. */
static stamp last_write(const struct global_memory *global, uintptr_t address)
{
    const size_t place = address - global->begin;
    const struct shadow at = shadow_at(&global->shadow, place);
    const stamp write = at.word->write == STAMP_PARTS ? at.byte[place % 4].write
                                                      : at.word->write;

    return write >= STAMP_PARTS ? STAMP_NONE : stamp_of_write(write);
}

static stamp last_store(struct simt *simt, const void *memory)
{
    const uintptr_t address = global_home(&simt->global, (uintptr_t)memory);

    return address - simt->global.begin < simt->global.bytes
               ? last_write(&simt->global, address)
               : STAMP_NONE;
}

static void tell_store(struct simt *simt, const void *memory)
{
    const stamp write = last_store(simt, memory);

    if (write == STAMP_HOST)
        finding_more(simt, "  No thread of the last launch stored it.\n");
    else if (write)
        finding_say(simt, "  %s%P (%T) stored it.\n",
                    stamp_is_event(write) ? "The copy of " : "",
                    stamp_site(write), stamp_block(write), stamp_thread(write));
}

void simt_blame_gap(struct simt *simt, const char *array, size_t elements,
                    size_t element, const void *memory)
{
    const stamp write = memory ? last_store(simt, memory) : STAMP_NONE;

    if (!memory)
        finding_say(simt, "  No element of %s was written.\n", array);
    else if (write && write != STAMP_HOST)
        finding_say(simt,
                    "  %P (%T) stored %s[%zu], the nearest element that was "
                    "written; %s has %zu.\n",
                    stamp_site(write), stamp_block(write), stamp_thread(write),
                    array, element, array, elements);
}

void blame_word(struct simt *simt, uintptr_t address)
{
    const stamp write = last_store(simt, (const void *)address);
    char holds[48];
    uint32_t word;

    if (write == STAMP_NONE)
        return;
    memcpy(&word, (const void *)address, sizeof word);
    snprintf(holds, sizeof holds, "  It holds %u", word);
    finding_more(simt, holds);
    if (write == STAMP_HOST)
        finding_more(simt, ", which no thread of this launch stored.\n");
    else
        finding_say(simt, ", stored at %P (%T).\n", stamp_site(write),
                    stamp_block(write), stamp_thread(write));
}

/* For code from before Volta, when lanes of a warp ran in lockstep. */
void blame_lanes(struct simt *simt)
{
    const struct lanes *const lanes = &simt->judge.lanes;
    const stamp a = lanes->earlier, b = lanes->later;

    if (a)
        finding_say(
            simt,
            "  Since Volta, the lanes of a warp do not run in lockstep: %P "
            "(%T) %s a volatile word\n  that %P (%T) %s, with no __syncwarp() "
            "between them. That is correct only if one waits for the other.\n",
            stamp_site(b), stamp_block(b), stamp_thread(b),
            lanes->later_writes ? "writes" : "reads", stamp_site(a),
            stamp_block(a), stamp_thread(a),
            lanes->later_writes ? "reads or writes" : "writes");
}

void simt_blame(struct simt *simt, const struct interval_blame *blame,
                const void *memory)
{
    static const struct interval_blame nothing = {.call = ""};

    if (simt->ending.failed || *simt->ending.words)
        return;
    if (!blame)
        blame = &nothing;
    if (blame->place)
        tell_call(simt, blame);
    else if (memory)
        tell_store(simt, memory);
    follow_tell(simt, blame, memory);
    stale_tell(simt);
    blame_lanes(simt);
}

bool simt_follow(struct simt *simt)
{
    struct follow *const follow = &simt->follow;

    if (simt->ending.failed || simt->record.trace)
        return false;
    snprintf(follow->words, sizeof follow->words, "%s", simt_finding(simt));
    follow_forget(follow);
    follow->on = true;
    return true;
}

void simt_followed(struct simt *simt, bool same)
{
    simt->follow.on = false;
    if (same)
        return;
    simt->ending.failed = false;
    snprintf(simt->ending.words, sizeof simt->ending.words, "%s",
             simt->follow.words);
}
