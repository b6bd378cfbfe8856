/* playing.h - a view as time passes before the screen: by event, or by the
 * recording's clock.
 *
 *     playing_from(&playing, &screen, &view);       from view.at on
 *     playing_go(&playing, &screen, dt, &view);     dt seconds later
 */
#ifndef PLAYING_H
#define PLAYING_H

#include "recording/show.h"
#include "screen.h"

/* By the clock, all of it; by event, before it follows one tile. */
enum { PLAYING_SECONDS = 20, PLAYING_MOST = 300 };

struct playing {
    struct show show; /* without beats: it goes by the clock */
    const struct recording *of;
    int shown; /* of the screen: so many */
    struct show_wish wish;
    double now;   /* seconds of it */
    double after; /* ... and the view's time then: */
};

/* As this view plays this screen; `most` and `seconds` of a wish are the
 * caller's. Two recordings go by their clock, if they are no story. */
void playing_from(struct playing *playing, const struct screen *screen,
                  const struct view *view);
void playing_close(struct playing *playing);

/* How long all of it takes. */
double playing_seconds(const struct playing *playing,
                       const struct screen *screen);

/* To a moment of it, the view with it. */
void playing_set(struct playing *playing, const struct screen *screen,
                 double now, struct view *view);

/* From a question to its answer. False: by the clock, where it would be gone at once. */
bool playing_answer(struct playing *playing, const struct screen *screen,
                    struct view *view);

/* So many seconds later. False: it is over. */
bool playing_go(struct playing *playing, const struct screen *screen,
                double seconds, struct view *view);

#endif
