/* pack.h - a recording in compact form, for a page: written by scanviz, read by
 * the page.
 *
 *     number    7 bits a byte, the lowest first: 300 is ac 02; -1 is 01
 *     time      in thousandths since the previous time, if that is exact
 *     text      its number; a new number is followed by the length and the bytes
 *
 * pack.c lists the fields of each kind of event once, for writing and reading. There is
 * no version number: a page contains the program that reads it.
 */
#ifndef PACK_H
#define PACK_H

#include "recording.h"

/* The caller frees *bytes. False: out of memory. */
bool pack_recording(const struct recording *recording, unsigned char **bytes,
                    size_t *count);

/* NULL: out of memory, or not a packed recording. The caller closes it. */
struct recording *unpack_recording(const unsigned char *bytes, size_t count);

#endif
