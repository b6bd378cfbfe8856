/* compared.c - see compared.h.
 *
 *     if (word_of(&in[i], 0) == 1)     the compiler calls a hook before it
 *
 * The values of each place are noted for the proof, which compares two runs;
 * one that is a word of an element is a finding at once.
 */
#include "compared.h"
#include "monoids/compares.h"
#include "parts.h"

__attribute__((noinline, cold)) static void
tell(struct simt *simt, const void *pc, const char *does)
{
    const struct thread *const t = simt->turn.current;

    finding_more(simt, "  An element may be of any type: a scan only copies "
                       "elements, and gives them to op.\n");
    finding(simt, "%P (%T) %s the bits of %s", site_of(simt, pc),
            t->block->number, t->index, does, compares_element());
}

/* What g++ puts into a thread's own variables at first
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

    finding_more(simt, "  A thread's own variables and arrays hold nothing at "
                       "first, nor does shared memory.\n");
    finding(simt,
            "%P (%T) compares or divides by a variable that nothing has "
            "set",
            site_of(simt, pc), t->block->number, t->index);
}

static inline uintptr_t place_of(const struct simt *simt, const void *pc)
{
    return (uintptr_t)pc - simt->turn.current->block->code.image;
}

static void compared(const void *pc, uint64_t a, uint64_t b, unsigned bytes)
{
    struct simt *const simt = simt_running;

    if (simt && compares.records)
        rounds_passed(&simt->turn.current->rounds,
                      (uint32_t)place_of(simt, pc));
    if (simt && compares.finds && (is_unset(a, bytes) || is_unset(b, bytes)))
        tell_unset(simt, pc);
    if (simt && compares_note(place_of(simt, pc), a, b, bytes))
        tell(simt, pc, "compares");
}

/* On a GPU the word is gone, on this processor it is shifted by fewer bits. */
static void shifted(const void *pc)
{
    struct simt *const simt = simt_running;
    const struct thread *const t = simt ? simt->turn.current : NULL;

    if (!t || !simt->options.checking)
        return;
    finding_more(simt, "  C++ leaves open what comes of it: it needs a case of "
                       "its own.\n");
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
