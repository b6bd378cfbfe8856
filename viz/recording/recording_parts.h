/* recording_parts.h - what the files that read a trace share. */
#ifndef RECORDING_PARTS_H
#define RECORDING_PARTS_H

#include "recording.h"

#include <jansson.h>

#define LATEST 1e15 /* of the clock: above, differences are lost */
enum { MOST_TILES = 1 << 20, MOST_ROWS = 1 << 12 };

struct reader {
    struct recording *out;
    json_t *metadata;
    char *why;
    size_t bytes;
    size_t line; /* of the event that is read, counted from 1 */
    size_t room; /* for events */
    bool failed; /* an event is wrong: *why tells; all others are passed by */
    bool rows_are_read;
    double last;   /* the time of the event before */
    int grid;      /* of the newest launch */
    bool is_short; /* of memory */
};

/* Says what is wrong, after the path and the event that is read. False. */
bool reader_wrong(const struct reader *r, const char *format, ...);

/* The members of "metadata". False: *r->why tells. */
bool reader_metadata(struct reader *r);

/* True: the JSON names a row, or something else that is no event. Such come
 * before the events. */
bool reader_name(struct reader *r, const json_t *json);

/* After the last of them. */
void reader_end_names(struct reader *r);

/* The next one of r->out->event, which has room for it. False: *r->why tells.
 * True and *is_kept false: the viewer has no use for it. */
bool reader_event(struct reader *r, const json_t *json, bool *is_kept);

#endif
