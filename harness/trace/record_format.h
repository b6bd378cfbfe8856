/* record_format.h - the records that a scan writes about itself while it runs,
 * for devices whose records are read later: a GPU, and threads.
 *
 *     at   time, in ns
 *     tag  the kind of record; the phase or state; the thread
 *     tile the tile concerned
 *     data depends on the kind:
 *
 *          ticket    begin and count of the tile
 *          phase     nothing
 *          publish   the first 16 bytes of the value
 *          count     the number that is published
 *          look      the states seen, and how often
 *
 * A look sees `tile` and the tiles before it: bit k of the low word of data[0]
 * and bit k of the high word together are the state of the k-th tile before
 * `tile`; both are set if no lane looked at that tile. The low word of data[1]
 * counts how often the same states were seen in succession, the high word for
 * how many ns.
 *
 * Also compiled for GPUs: traced.cu writes these records. On a GPU, in the head
 * (the first record of a block), `tag` is the multiprocessor.
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
