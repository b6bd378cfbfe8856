/* playing.h - a view that advances as real time passes: by event, or by the
 * recording's clock.
 *
 *     playing_from(&playing, &screen, &view);       from view.at on
 *     playing_go(&playing, &screen, dt, &view);     dt seconds later
 */
#ifndef PLAYING_H
#define PLAYING_H

#include "recording/show.h"
#include "screen.h"

/* In seconds: how long a whole recording plays by the clock; and, when playing
 * by event, the length beyond which the show follows one tile. */
enum { PLAYING_SECONDS = 20, MAX_PLAYING = 300 };

struct playing {
    struct show show; /* without beats: by the clock */
    const struct recording *of;
    int shown; /* number of recordings on the screen */
    struct show_wish wish;
    double now;   /* seconds played */
    double after; /* the view's time at that moment */
};

/* Prepares to play this screen, starting at this view; before that, the caller
 * sets playing->wish.most and playing->wish.seconds. Two recordings play by
 * their clock unless they are a story. */
void playing_from(struct playing *playing, const struct screen *screen,
                  const struct view *view);
void playing_close(struct playing *playing);

/* The length of the whole show. */
double playing_seconds(const struct playing *playing,
                       const struct screen *screen);

/* Goes to a moment of the show, and updates the view. */
void playing_set(struct playing *playing, const struct screen *screen,
                 double now, struct view *view);

/* Goes from a question to its answer. False: the view plays by the clock, so
 * the answer would disappear immediately. */
bool playing_answer(struct playing *playing, const struct screen *screen,
                    struct view *view);

/* Advances by `seconds`. False: the show is over. */
bool playing_go(struct playing *playing, const struct screen *screen,
                double seconds, struct view *view);

#endif
