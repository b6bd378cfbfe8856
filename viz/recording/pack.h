/* pack.h - a recording in few bytes, for a page: written here, read there.
 *
 *     number    7 bits a byte, the lowest first: 300 is ac 02; -1 is 01
 *     time      in thousandths since the time before, where that is exact
 *     text      its number; a new one is followed by its length and bytes
 *
 * What holds for all events of one kind stands once, in pack.c, and serves both
 * ways. No version is told: a page holds the program that reads it.
 */
#ifndef PACK_H
#define PACK_H

#include "recording.h"

/* The caller frees *bytes. False: out of memory. */
bool pack_recording(const struct recording *recording, unsigned char **bytes,
                    size_t *count);

/* NULL: out of memory, or these are no such bytes. The caller closes it. */
struct recording *unpack_recording(const unsigned char *bytes, size_t count);

#endif
