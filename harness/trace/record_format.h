/* record_format.h - what a scan tells of itself while it runs, one thing to a record,
 * for devices that write now and are read later: a GPU, and threads.
 *
 *     at   ns, when it happened
 *     tag  which kind of record; the phase or state; the thread
 *     tile the tile that it is about
 *     data by kind:
 *
 *          ticket    begin and count of the tile
 *          phase     nothing
 *          publish   the first 16 bytes of the value
 *          count     the number that is published
 *          look      what was seen, and how often
 *
 * A look sees `tile` and those before it: bit k of the low word of data[0], and
 * bit k of the high word, are the state of the k-th tile before; both are set
 * where no lane looked. data[1] has in its low word how often the same was
 * seen, one time after another, and in its high word for how many ns.
 *
 * Compiled for GPUs, too: traced.cu writes these records. In the first one of a
 * block there, the head, `tag` is the multiprocessor.
 */
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include <stdint.h>

enum told_kind { TOLD_TICKET, TOLD_PHASE, TOLD_PUBLISH, TOLD_LOOK, TOLD_COUNT };

struct scan_record {
    uint64_t at;
    uint32_t tag; /* kind | phase or state << 8 | thread << 16 */
    uint32_t tile;
    uint64_t data[2];
};

#endif
