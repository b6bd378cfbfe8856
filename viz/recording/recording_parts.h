/* recording_parts.h - shared by the files that read a trace. */
#ifndef RECORDING_PARTS_H
#define RECORDING_PARTS_H

#include "recording.h"

#include <jansson.h>

#define LATEST 1e15 /* limit of the clock: beyond it, differences are lost */
enum { MAX_TILES = 1 << 20, MAX_ROWS = 1 << 12 };

struct reader {
    struct recording *out;
    json_t *metadata;
    char *why;
    size_t bytes;
    size_t line; /* number of the event being read, from 1 */
    size_t room; /* for events */
    bool failed; /* an event is wrong: see *why; the rest is skipped */
    bool rows_are_read;
    double last;   /* the time of the previous event */
    int grid;      /* of the newest launch */
    bool is_short; /* out of memory */
};

/* Writes the error to *why, after the path and the event being read. Returns false. */
bool reader_wrong(const struct reader *r, const char *format, ...);

/* Reads the members of "metadata". False: see *r->why. */
bool reader_metadata(struct reader *r);

/* True if the JSON is not an event but names a row, or is other metadata. All metadata
 * comes before the events. */
bool reader_name(struct reader *r, const json_t *json);

/* Call it after the last name. */
void reader_end_names(struct reader *r);

/* Reads the next event into r->out->event, which has room for it. False: see *r->why.
 * True with *is_kept false: the viewer does not use this event. */
bool reader_event(struct reader *r, const json_t *json, bool *is_kept);

#endif
