/* caption.h - an event as a sentence, for the viewer. */
#ifndef CAPTION_H
#define CAPTION_H

#include "recording.h"

/* Writes a sentence of at most `bytes` bytes, including the final zero: it is true of
 * the event once all events up to number `now` have happened. */
void caption_of(const struct recording *recording, const struct event *event,
                int now, char *out, size_t bytes);

/* The sentence for a launch that has ended, with the bytes moved up to that time.
 * Returns its length, as snprintf does. */
int caption_of_ended(const struct recording *recording,
                     const struct event *launch, double at, char *out,
                     size_t bytes);

/* "rank 1 sends rank 2 the fold of elements 0 to 665" */
void caption_of_message(const struct recording *recording,
                        const struct event *event, char *out, size_t bytes);

/* The last sentence, about a whole run with tiles. */
void caption_of_end(const struct recording *recording, char *out, size_t bytes);

/* A teacher's remark on an event: a reason or a question. Can be empty. */
void remark_on(const struct recording *recording, const struct event *event,
               char *out, size_t bytes);

/* The question or the answer at a story's stop, and its line for the speaker. */
void caption_of_stop(const struct stop *stop, bool answers, char *out,
                     size_t bytes);
void remark_on_stop(const struct stop *stop, char *out, size_t bytes);

/* The run, in two lines: "Decoupled look-back, inclusive scan of 64 elements of
 * add_i32" and "lookback:block=4 on simt, schedule timed". A story omits the operation
 * and the device; brief lines are "Decoupled look-back, n = 64" and the scan. */
enum { HEAD_BYTES = 512 };
void caption_of_head(const struct recording *recording, bool brief,
                     char line[2][HEAD_BYTES]);

#endif
