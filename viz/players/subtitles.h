/* subtitles.h - the sentences of a film, as WebVTT:
 *
 *     00:00:02.120 --> 00:00:04.400
 *     Tile 4 publishes A, its aggregate: 17, ...
 */
#ifndef SUBTITLES_H
#define SUBTITLES_H

#include <stdbool.h>
#include <stdio.h>

enum { SUBTITLE_BYTES = 1100 };

struct subtitles {
    FILE *file; /* NULL: nothing is written */
    double since;
    char said[SUBTITLE_BYTES]; /* the current sentence; empty: none yet */
};

void subtitles_begin(struct subtitles *subtitles, FILE *file);

/* Sets the sentence shown from time `at` on, in seconds; equal sentences in
 * succession are merged. */
void subtitles_say(struct subtitles *subtitles, double at, const char *words);

/* False: a write failed. */
bool subtitles_end(struct subtitles *subtitles, double at);

#endif
