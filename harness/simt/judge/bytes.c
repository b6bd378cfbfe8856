/* bytes.c - words that threads touch only in part, such as one-byte flags.
 *
 *     __shared__ bool found[4];        one word
 *     found[threadIdx.x] = true;       four threads, four bytes: no race
 *
 * Different bytes are different locations, which do not race. So a word gets a
 * shadow for each of its bytes as soon as a thread touches only a part of it.
 * Each byte then inherits the shadow of the word:
 *
 *                                the word     byte 0     byte 1     2 and 3
 *     at first                   no thread
 *     thread 0: found[0] = .     PARTS        thread 0   no thread  no thread
 *     thread 1: found[1] = .     PARTS        thread 0   thread 1   no thread
 *
 * An access to the whole word counts as an access to each of its bytes. When
 * all bytes have the same shadow again, as after a write to the whole word,
 * that shadow becomes the word's.
 */
#include "judge.h"

static const struct verdict fine = {.kind = FINE};

/* From now on each byte of the word has its own shadow. False: memory is out.
 */
static bool part(struct judge *judge, struct word *word, struct word *byte)
{
    for (int i = 0; i < 4; i++) {
        byte[i] = *word;
        if (i > 0 && !access_copy_readers(judge, &byte[i].read))
            return false;
    }
    *word = (struct word){STAMP_PARTS, STAMP_NONE};
    return true;
}

void bytes_join(struct word *word, const struct word *byte)
{
    for (int i = 0; i < 4; i++)
        if (stamp_span(byte[i].read) == SPAN_MANY ||
            byte[i].read != byte[0].read || byte[i].write != byte[0].write)
            return;
    *word = byte[0];
}

enum verdict_kind bytes_allow(const struct word *byte, size_t bytes, bool read)
{
    bool holds_nothing = true;

    for (size_t i = 0; i < bytes; i++) {
        if (byte[i].write >= STAMP_PARTS)
            return byte[i].write == STAMP_BARRIER ? TOUCHES_BARRIER
                                                  : OUT_OF_BOUNDS;
        holds_nothing &= byte[i].write == STAMP_NONE;
    }
    return holds_nothing && read ? UNINITIALISED : FINE;
}

struct verdict bytes_access(struct judge *judge,
                            const struct judged_access *access,
                            const struct shadow *shadow, size_t k, stamp me)
{
    struct word *const word = &shadow->word[k];
    struct word *const byte = &shadow->byte[4 * k];
    const size_t last = access->first + access->bytes - 4 * k;
    const size_t begin = k == 0 ? access->first : 0, end = last < 4 ? last : 4;
    struct verdict same = fine;

    if (word->write != STAMP_PARTS && !part(judge, word, byte))
        return (struct verdict){.kind = NO_MEMORY};
    const enum verdict_kind allowed =
        bytes_allow(byte + begin, end - begin, access_reads(access));
    if (allowed != FINE)
        return (struct verdict){.kind = allowed};
    for (size_t i = begin; i < end; i++) {
        const struct verdict found = access_cell(judge, access, &byte[i], me);
        if (found.kind == SAME_STORE)
            same = found;
        else if (found.kind != FINE)
            return found;
    }
    if (access->write)
        bytes_join(word, byte);
    return same;
}
