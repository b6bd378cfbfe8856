/* playing.c - see playing.h. */
#include "playing.h"
#include "moves.h"

#include <math.h>

static bool is_by_event(const struct screen *screen, const struct view *view)
{
    return (screen->shown == 1 || screen->recording[0]->partners > 0) &&
           !screen->lesson && !view->machine;
}

static enum show_of told_of(const struct screen *screen,
                            const struct view *view)
{
    const struct recording *const r = screen->recording[0];
    const struct scene *const scene = scenes[view->scene];

    return r->ops > 0 && (scene == &scene_network || r->tiles == 0) &&
                   scene != &scene_memory
               ? SHOW_OPS
           : scene == &scene_ways ? SHOW_WAYS
           : r->tiles == 0        ? SHOW_BARRIERS
                                  : SHOW_TILES;
}

static int tile_of(const struct screen *screen, const struct view *view)
{
    return view->follow < screen->recording[0]->tiles ? view->follow : -1;
}

/* Opens the show for this view, unless it is open already; by the clock there is none. */
static void prepare(struct playing *playing, const struct screen *screen,
                    const struct view *view)
{
    const struct recording *const recording = screen->recording[0];
    const int follow = tile_of(screen, view);
    const bool by_event = is_by_event(screen, view);

    const enum show_of of = told_of(screen, view);

    if (playing->of == recording && playing->shown == screen->shown &&
        playing->wish.follow == follow && playing->wish.of == of &&
        by_event == (playing->show.beats > 0))
        return;
    show_close(&playing->show);
    playing->of = recording;
    playing->wish.follow = follow;
    playing->wish.of = of;
    playing->shown = screen->shown;
    for (int k = 0; k < MAX_PARTNERS; k++)
        playing->wish.with[k] =
            k + 1 < screen->shown ? screen->recording[k + 1] : NULL;
    if (by_event && !show_open(recording, &playing->wish, &playing->show))
        show_close(&playing->show);
}

void playing_close(struct playing *playing)
{
    show_close(&playing->show);
    playing->of = NULL;
}

static double clock_seconds(const struct playing *playing,
                            const struct screen *screen)
{
    return playing->wish.seconds > 0 ? playing->wish.seconds
           : screen->lesson          ? screen->lesson->seconds
                                     : PLAYING_SECONDS;
}

double playing_seconds(const struct playing *playing,
                       const struct screen *screen)
{
    return playing->show.beats > 0 ? playing->show.seconds
                                   : clock_seconds(playing, screen);
}

void playing_from(struct playing *playing, const struct screen *screen,
                  const struct view *view)
{
    prepare(playing, screen, view);
    if (playing->show.beats > 0)
        playing->now = show_seconds(&playing->show, view->at, view->asks);
    else
        playing->now = view->at / fmax(screen_duration(screen), 1e-9) *
                       clock_seconds(playing, screen);
    playing->after = view->at;
}

void playing_set(struct playing *playing, const struct screen *screen,
                 double now, struct view *view)
{
    const double seconds = playing_seconds(playing, screen);

    playing->now = fmin(fmax(now, 0), seconds);
    if (playing->show.beats == 0) {
        view_go(view, playing->now / seconds * screen_duration(screen));
    } else {
        const struct moment moment =
            show_moment(screen->recording[0], &playing->show, playing->now);
        view->at = moment.at;
        view->stage = moment.stage;
        view->asks = moment.asks;
        view->part = view->still ? 1 : moment.part;
        view->until = moment.until;
    }
    playing->after = view->at;
}

bool playing_answer(struct playing *playing, const struct screen *screen,
                    struct view *view)
{
    ask_stop(screen, view, view->asks + 1);
    playing_from(playing, screen, view);
    return playing->show.beats > 0;
}

/* By the clock, past a time: to the first question after it, if there is one. */
static bool stop_at_question(struct playing *playing,
                             const struct screen *screen, double from,
                             struct view *view)
{
    const struct recording *const r = screen->recording[0];

    for (int k = 0; k < r->stops; k++)
        if (r->stop[k].at > from && r->stop[k].at <= view->at) {
            ask_stop(screen, view, 2 * k);
            playing->now = view->at / screen_duration(screen) *
                           playing_seconds(playing, screen);
            playing->after = view->at;
            return true;
        }
    return false;
}

bool playing_go(struct playing *playing, const struct screen *screen,
                double seconds, struct view *view)
{
    const bool was_by_event = playing->show.beats > 0;

    if (playing->of != screen->recording[0] ||
        playing->shown != screen->shown ||
        was_by_event != is_by_event(screen, view) ||
        playing->wish.of != told_of(screen, view) ||
        playing->wish.follow != tile_of(screen, view) ||
        playing->after < view->at || playing->after > view->at)
        playing_from(playing, screen, view);
    const double from = view->at;
    playing_set(playing, screen, playing->now + seconds, view);
    if (playing->show.beats == 0 && !screen->lesson &&
        stop_at_question(playing, screen, from, view))
        return true;
    if (playing->now < playing_seconds(playing, screen))
        return true;
    view_go(view, screen_duration(screen));
    playing->after = view->at;
    return false;
}
