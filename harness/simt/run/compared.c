/* compared.c - see compared.h.
 *
 *     if (word_of(&in[i], 0) == 1)     the compiler calls a hook before it
 *
 * The values compared at each place are recorded for the proof, which compares
 * two runs; if such a value is a word of an element, that is a finding at once.
 *
 * One test of an element's bits is allowed, since it is right for every type:
 * does the word still have the value read earlier?
 *
 *     was = atomicCAS(word, seen, wanted);    does the word still have `seen`?
 *     if (was == seen)                        the same test again
 *
 * If it does, the result that op computed from the value seen is still right,
 * even if other threads have changed the word and changed it back in the
 * meantime. For these tests the answer is recorded instead of the values.
 */
#include "compared.h"
#include "monoids/compares.h"
#include "parts.h"

#include <stdlib.h>
#include <string.h>

__attribute__((noinline, cold)) static void
tell(struct simt *simt, const void *pc, const char *does)
{
    const struct thread *const t = simt->turn.current;

    finding_more(simt, "  Elements can be of any type: a scan may only copy "
                       "them and pass them to op.\n");
    finding(simt, "%P (%T) %s the bits of %s", site_of(simt, pc),
            t->block->number, t->index, does, compares_element());
}

/* True for the pattern that g++ puts into a thread's own variables at first
 * (-ftrivial-auto-var-init=pattern). */
static bool is_unset(uint64_t value, unsigned bytes)
{
    return bytes == 4   ? value == 0xfefefefeu
           : bytes == 8 ? value == 0xfefefefefefefefeu
                        : false;
}

__attribute__((noinline, cold)) static void tell_unset(struct simt *simt,
                                                       const void *pc)
{
    const struct thread *const t = simt->turn.current;

    finding_more(simt, "  Local variables, local arrays and shared memory have "
                       "no value until the kernel writes one.\n");
    finding(simt,
            "%P (%T) compares, or divides by, a variable that was never set",
            site_of(simt, pc), t->block->number, t->index);
}

static inline uintptr_t place_of(const struct simt *simt, const void *pc)
{
    return (uintptr_t)pc - simt->turn.current->block->code.image;
}

/* True for the first comparison, after a compare-and-swap of an element, of its
 * result with the expected value: did it succeed? */
static bool takes_swap_answer(const struct simt *simt, uint64_t a, uint64_t b,
                              unsigned bytes)
{
    struct thread *const t = simt->turn.current;

    if (t->swapped != bytes || !((a == t->swap_was && b == t->swap_expected) ||
                                 (a == t->swap_expected && b == t->swap_was)))
        return false;
    t->swapped = 0;
    return true;
}

static void compared(const void *pc, uint64_t a, uint64_t b, unsigned bytes)
{
    struct simt *const simt = simt_running;

    if (simt && takes_swap_answer(simt, a, b, bytes)) {
        a = a == b;
        b = 0;
    }
    if (simt && compares.records)
        rounds_passed(&simt->turn.current->rounds,
                      (uint32_t)place_of(simt, pc));
    if (simt && compares.finds && (is_unset(a, bytes) || is_unset(b, bytes)))
        tell_unset(simt, pc);
    if (simt && compares_note(place_of(simt, pc), a, b, bytes))
        tell(simt, pc, "compares");
}

/* On a GPU all bits are shifted out, on this processor by fewer places. */
static void shifted(const void *pc)
{
    struct simt *const simt = simt_running;
    const struct thread *const t = simt ? simt->turn.current : NULL;

    if (!t || !simt->options.checking)
        return;
    finding_more(
        simt,
        "  The result is undefined in C++: handle that shift separately.\n");
    finding(simt,
            "undefined: %P (%T) shifts a number by as many bits as it has, or "
            "more",
            site_of(simt, pc), t->block->number, t->index);
}

void compared_open(void)
{
    compares_hook = compared;
    compares_shift_hook = shifted;
}

void compared_by_call(struct simt *simt, uint64_t value, unsigned bytes,
                      const void *pc)
{
    if (compares_matter(value, 0) &&
        compares_note(place_of(simt, pc), value, 0, bytes))
        tell(simt, pc, "computes with");
}

void swaps_forget(struct swaps *swaps)
{
    if (swaps->used > 0)
        memset(swaps->slot, 0, swaps->slots * sizeof *swaps->slot);
    swaps->used = 0;
}

void swaps_close(struct swaps *swaps)
{
    free(swaps->slot);
    *swaps = (struct swaps){.slot = NULL};
}

/* The slot of the value, or else a free slot. */
static struct swap *slot_of(struct swap *slot, size_t slots, uintptr_t address,
                            uint64_t was)
{
    size_t at = ((address ^ was << 16) * 0x9e3779b97f4a7c15u) >> 32;

    while (slot[at & (slots - 1)].address &&
           (slot[at & (slots - 1)].address != address ||
            slot[at & (slots - 1)].was != was))
        at++;
    return &slot[at & (slots - 1)];
}

/* False: memory is out. */
static bool grow(struct swaps *swaps)
{
    const size_t slots = swaps->slots ? 2 * swaps->slots : 64;
    struct swap *const slot = calloc(slots, sizeof *slot);

    if (!slot)
        return false;
    for (size_t i = 0; i < swaps->slots; i++) {
        const struct swap *const old = &swaps->slot[i];
        if (old->address)
            *slot_of(slot, slots, old->address, old->was) = *old;
    }
    free(swaps->slot);
    swaps->slot = slot;
    swaps->slots = slots;
    return true;
}

/* If memory is out, the value is not kept, and a later swap is a finding. */
static void keep_swap(struct swaps *swaps, uintptr_t address, uint64_t was)
{
    if (2 * (swaps->used + 1) > swaps->slots && !grow(swaps))
        return;
    struct swap *const slot = slot_of(swaps->slot, swaps->slots, address, was);
    swaps->used += slot->address == 0;
    *slot = (struct swap){.address = address, .was = was};
}

bool compared_is_swap(const struct simt *simt, uintptr_t address, size_t bytes,
                      uint64_t *expected)
{
    const struct swaps *const swaps = &simt->swaps;
    const uintptr_t home = global_home(&simt->global, address);
    uint64_t is = 0;

    if (!access_is_element(simt, address) ||
        !access_is_element(simt, address + bytes - 1))
        return false;
    memcpy(&is, (const void *)home, bytes);
    if (bytes == 4)
        *expected = (uint32_t)*expected;
    return is == *expected ||
           (swaps->used > 0 &&
            slot_of(swaps->slot, swaps->slots, address, *expected)->address);
}

void compared_by_swap(struct simt *simt, uintptr_t address, size_t bytes,
                      uint64_t is, uint64_t expected, uint64_t wanted,
                      const void *pc)
{
    struct swaps *const swaps = &simt->swaps;
    struct thread *const t = simt->turn.current;

    if (compares_matter(1, 0))
        compares_note(place_of(simt, pc), is == expected, 0, (unsigned)bytes);
    t->swapped = (unsigned)bytes;
    t->swap_was = is;
    t->swap_expected = expected;
    if (is == expected && wanted != is)
        keep_swap(swaps, address, is);
}
