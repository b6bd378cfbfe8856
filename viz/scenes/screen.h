/* screen.h - one recording, or up to three side by side on the same clock.
 *
 *     | one thread looks back   | a warp looks back       |
 *     |   ...                   |   ...                   |
 *     | 12 us of 40             | 12 us of 15             |
 *
 * or the film that is made of both (lesson.h), whose time is its own seconds.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include "lesson.h"
#include "picture.h"

enum { MOST_SHOWN = 1 + MOST_PARTNERS };

struct screen {
    int count; /* of recordings, 1 to 3 */
    int shown; /* of them, the first ones */
    const struct recording *recording[MOST_SHOWN];
    struct instant instant[MOST_SHOWN];
    const struct lesson *lesson; /* or NULL: no film */
};

/* Those that are there, up to the first NULL. False: out of memory. The caller closes
 * it in either case. */
bool screen_open(struct screen *screen,
                 struct recording *const recording[MOST_SHOWN]);

/* Another first recording. False: out of memory; the old one stays. */
bool screen_replace(struct screen *screen, const struct recording *first);

void screen_close(struct screen *screen);

/* The film of both recordings, in their place; it must outlive the screen. */
void screen_play(struct screen *screen, const struct lesson *lesson);

/* Of the longest one that is shown; of a film, in seconds. */
double screen_duration(const struct screen *screen);

/* The axis of a view of it: one for all, where a length is the same time in
 * all; or 0. */
double screen_axis(const struct screen *screen);

/* Of the networks that are shown the greatest depth, or 0: a level is as high in all. */
int screen_levels(const struct screen *screen);

void screen_draw(struct drawing *d, struct screen *screen,
                 const struct view *view);

/* What is said at the view's time. */
void screen_says(const struct screen *screen, const struct view *view,
                 char *words, size_t bytes);

/* The time that the bar has at pixel x: outside of it, before 0 or beyond the
 * end. */
double screen_time_at(const struct screen *screen, const struct view *view,
                      double x);

/* Which recording is at a pixel of the whole picture. */
int screen_part_at(const struct screen *screen, const struct view *view,
                   double x);

/* The part's own view; *left is where it begins. */
struct view screen_part(const struct screen *screen, const struct view *view,
                        int part, double *left);

#endif
