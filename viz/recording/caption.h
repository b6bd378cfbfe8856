/* caption.h - an event in words, for the viewer. */
#ifndef CAPTION_H
#define CAPTION_H

#include "recording.h"

/* Writes a sentence of at most `bytes` bytes with its end: what is true of the
 * event once all up to event number `now` have happened. */
void caption_of(const struct recording *recording, const struct event *event,
                int now, char *out, size_t bytes);

/* A launch is over, and by that time blocks have moved so much. Returns the number
 * of letters, as snprintf does. */
int caption_of_ended(const struct recording *recording,
                     const struct event *launch, double at, char *out,
                     size_t bytes);

/* What is to be said of the whole run, once it is over: it has tiles. */
void caption_of_end(const struct recording *recording, char *out, size_t bytes);

/* What a teacher may say to it: why it is so, or what to ask. May be empty. */
void remark_on(const struct recording *recording, const struct event *event,
               char *out, size_t bytes);

/* What a stop of a story asks, or answers; and the line for the speaker. */
void caption_of_stop(const struct stop *stop, bool answers, char *out,
                     size_t bytes);
void remark_on_stop(const struct stop *stop, char *out, size_t bytes);

/* What run it is, in two lines: "Decoupled look-back, inclusive scan of 64 elements of
 * add_i32" and "lookback:block=4 on simt, schedule timed". A story does without the
 * operation and the device; brief ones are "Decoupled look-back, n = 64" and the scan. */
enum { HEAD_BYTES = 512 };
void caption_of_head(const struct recording *recording, bool brief,
                     char line[2][HEAD_BYTES]);

#endif
