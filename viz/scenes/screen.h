/* screen.h - one recording, or up to three side by side on the same clock.
 *
 *     | one thread looks back   | a warp looks back       |
 *     |   ...                   |   ...                   |
 *     | 12 us of 40             | 12 us of 15             |
 *
 * or, instead, the film made from two recordings (lesson.h), whose time is in
 * seconds.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include "lesson.h"
#include "picture.h"

enum { MAX_SHOWN = 1 + MAX_PARTNERS };

struct screen {
    int count; /* number of recordings, 1 to 3 */
    int shown; /* how many of them are shown, starting with the first */
    const struct recording *recording[MAX_SHOWN];
    struct instant instant[MAX_SHOWN];
    const struct lesson *lesson; /* or NULL: no film */
};

/* Opens a screen with the recordings up to the first NULL. False: out of memory. The
 * caller closes it in either case. */
bool screen_open(struct screen *screen,
                 struct recording *const recording[MAX_SHOWN]);

/* Replaces the first recording. False: out of memory, and nothing changes. */
bool screen_replace(struct screen *screen, const struct recording *first);

void screen_close(struct screen *screen);

/* Shows the film instead of its recordings. Precondition: the lesson outlives the
 * screen. */
void screen_play(struct screen *screen, const struct lesson *lesson);

/* The duration of the longest recording shown; of a film, in seconds. */
double screen_duration(const struct screen *screen);

/* The time axis of a view: the same scale for all recordings; or 0. */
double screen_axis(const struct screen *screen);

/* The greatest depth of the networks shown, so that all of them can be drawn
 * with levels of the same height; 0: no network. */
int screen_levels(const struct screen *screen);

void screen_draw(struct drawing *d, struct screen *screen,
                 const struct view *view);

/* Writes the sentence at the view's time. */
void screen_says(const struct screen *screen, const struct view *view,
                 char *words, size_t bytes);

/* The time at pixel x of the bar; outside the bar, below 0 or past the end. */
double screen_time_at(const struct screen *screen, const struct view *view,
                      double x);

/* The number of the recording at a pixel of the whole picture. */
int screen_part_at(const struct screen *screen, const struct view *view,
                   double x);

/* The view of one part; *left is its left edge. */
struct view screen_part(const struct screen *screen, const struct view *view,
                        int part, double *left);

#endif
