/* show.c - see show.h. */
#include "show.h"
#include "caption.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double letters_a_second = 21, before_reading = 0.4;
static const double told_from = 0.3; /* seconds: shorter ones are not told */
static const double quick = 0.05;    /* an event like one that was told */
static const double alike = 0.35;    /* ... that changes a flag */
static const double change = 0.9;    /* ... that publishes a P */
static const double pause = 0.15;    /* in which the clock goes on */
static const double quiet = 1;       /* many of them together */

double show_reading(const char *sentence)
{
    return before_reading + (double)strlen(sentence) / letters_a_second;
}

/* ----------------------------------------------------------------- lengths */

/* What was told already. */
struct told {
    bool ticket, phase[PHASES], ahead;
};

static bool once(bool *told)
{
    const bool is_first = !*told;

    *told = true;
    return is_first;
}

static bool is_shown(const struct event *e)
{
    return e->kind == EVENT_LAUNCH || e->kind == EVENT_FINDING ||
           (e->tile >= 0 &&
            (e->kind == EVENT_TICKET || e->kind == EVENT_PHASE ||
             e->kind == EVENT_PUBLISH || e->kind == EVENT_LOOK));
}

/* Its tile publishes before its neighbour does: what look-back is for. */
static bool is_ahead(const struct recording *r, const struct event *e)
{
    return e->publish.state == 'P' && e->tile > 0 &&
           r->tile[e->tile - 1].has_p > e->at &&
           !isinf(r->tile[e->tile - 1].has_p);
}

/* Whether its sentence is to be read, of a tile that is told of in full. */
static bool is_read(const struct recording *r, const struct event *e,
                    struct told *told)
{
    const int number = (int)(e - r->event);
    /* Where tiles publish, that is what is told of. */
    const bool publishes = r->first_a >= 0 || r->first_p >= 0;

    switch (e->kind) {
    case EVENT_TICKET: return !publishes && once(&told->ticket);
    case EVENT_PHASE: return !publishes && once(&told->phase[e->phase]);
    case EVENT_PUBLISH:
        return number == r->first_a || number == r->first_p ||
               (is_ahead(r, e) && once(&told->ahead));
    default: return true;
    }
}

/* A launch and what explains a flag are told whoever is followed. */
static bool is_for_all(const struct recording *r, const struct event *e)
{
    const int number = (int)(e - r->event);

    return e->kind == EVENT_LAUNCH || e->kind == EVENT_FINDING ||
           number == r->first_a || number == r->first_p;
}

static double length_of(const struct recording *r, const struct event *e,
                        int follow, bool reads, struct told *told)
{
    char line[512];

    if (follow >= 0 && e->tile != follow && !is_for_all(r, e))
        return quick;
    if (!is_read(r, e, told))
        return e->kind != EVENT_PUBLISH  ? quick
               : e->publish.state == 'P' ? change
                                         : alike;
    if (!reads)
        return 4; /* a sentence of usual length */
    caption_of(r, e, (int)(e - r->event), line, sizeof line);
    return fmax(show_reading(line), SHOW_LEAST_LOOK);
}

/* ------------------------------------------------------------------- beats */

/* Lengths of all beats; how long they take together. */
static double fill_beats(const struct recording *r, struct show *show,
                         bool reads)
{
    struct told told = {.ticket = false};
    double sum = 0;
    char line[512];
    int k = 0;

    for (int i = 0; i < r->events; i++) {
        const struct event *const e = &r->event[i];
        if (!is_shown(e))
            continue;
        struct beat *const beat = &show->beat[k++];
        *beat = (struct beat){.at = e->at, .event = i};
        beat->length = length_of(r, e, show->follow, reads, &told);
        sum += beat->length;
    }
    caption_of_end(r, line, sizeof line);
    show->beat[k] = (struct beat){.at = r->duration,
                                  .length = r->finding ? 0 : show_reading(line),
                                  .event = -1};
    return sum + show->beat[k].length;
}

/* A tile that looks back over several looks, publishes, and lies in the
 * middle: what happens to it is what look-back is. */
static int tile_to_follow(const struct recording *r)
{
    int best = r->tiles - 1;
    double most = -1;

    for (int k = 1; k + 1 < r->tiles; k++) {
        const struct tile *const tile = &r->tile[k];
        const double worth =
            isinf(tile->found) || isinf(tile->has_p)
                ? -1
                : fmin(tile->distance, 6) - fabs(k - r->tiles * 0.5) / r->tiles;
        if (worth > most) {
            most = worth;
            best = k;
        }
    }
    return best;
}

/* Quick ones, one after the other, take at most `quiet` together. */
static void hurry(struct show *show)
{
    for (int k = 0; k < show->beats;) {
        double sum = 0;
        int end = k;
        for (; end < show->beats && show->beat[end].length <= quick; end++)
            sum += show->beat[end].length;
        for (; k < end; k++)
            show->beat[k].length *= fmin(1, quiet / sum);
        k++;
    }
}

/* One after the other, each `by` times as long, but looks that are told not
 * below `least`. How long they take. */
static double lay_out(const struct recording *r, struct show *show, double by,
                      double least, bool keeps)
{
    double now = 0;

    for (int k = 0; k < show->beats; k++) {
        struct beat *const beat = &show->beat[k];
        const bool looks = beat->event >= 0 &&
                           r->event[beat->event].kind == EVENT_LOOK &&
                           beat->length >= SHOW_LEAST_LOOK;
        const double length =
            fmax(beat->length * by, looks ? fmin(beat->length, least) : 0);
        const bool waits = k + 1 < show->beats && beat->length >= told_from &&
                           show->beat[k + 1].at > beat->at;
        if (keeps) {
            beat->begin = now;
            beat->is_told = beat->length >= told_from;
            beat->length = length;
        }
        now += length + (waits ? pause * fmin(by, 1) : 0);
    }
    return now;
}

/* So that all of it takes so many seconds, if looks can stay as long as they
 * must; else they do not. */
static void fit(const struct recording *r, struct show *show, double seconds)
{
    const double most = 1000;
    double low = 0, high = most, least = SHOW_LEAST_LOOK;

    if (lay_out(r, show, 0, least, false) > seconds)
        least = 0;
    for (int k = 0; k < 60; k++) {
        const double by = (low + high) / 2;
        if (lay_out(r, show, by, least, false) > seconds)
            high = by;
        else
            low = by;
    }
    show->seconds = lay_out(r, show, low, least, true);
}

static int count_beats(const struct recording *r)
{
    int count = 1; /* the end */

    for (int i = 0; i < r->events; i++)
        count += is_shown(&r->event[i]);
    return count;
}

bool show_open(const struct recording *r, const struct show_wish *wish,
               struct show *show)
{
    *show = (struct show){.follow = wish->follow};
    if (r->tiles == 0 || r->events == 0)
        return false;
    show->beats = count_beats(r);
    show->beat = calloc((size_t)show->beats, sizeof *show->beat);
    if (!show->beat)
        return false;
    if (show->follow < 0 && fill_beats(r, show, false) > wish->most)
        show->follow = tile_to_follow(r);
    fill_beats(r, show, true);
    hurry(show);
    if (wish->seconds > 0)
        fit(r, show, wish->seconds);
    else if (show->follow >= 0 && lay_out(r, show, 1, 0, false) > wish->most)
        fit(r, show, wish->most);
    else
        show->seconds = lay_out(r, show, 1, 0, true);
    return true;
}

void show_close(struct show *show)
{
    free(show->beat);
    *show = (struct show){.follow = -1};
}

/* ----------------------------------------------------------------- moments */

/* The last beat that has begun. */
static int beat_at(const struct show *show, double seconds)
{
    int low = 0, high = show->beats;

    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (show->beat[middle].begin <= seconds)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* What happens before the next beat may happen as the clock goes on. */
static int last_event(const struct recording *r, const struct show *show, int k)
{
    const int next = k + 1 < show->beats ? show->beat[k + 1].event : -1;

    return next < 0 ? r->events - 1 : next - 1;
}

struct moment show_moment(const struct recording *r, const struct show *show,
                          double seconds)
{
    const int k = beat_at(show, seconds);
    const struct beat *const beat = &show->beat[k];
    const double next =
        k + 1 < show->beats ? show->beat[k + 1].begin : show->seconds;
    const double to = k + 1 < show->beats ? show->beat[k + 1].at : beat->at;
    const double over = seconds - beat->begin, rest = next - beat->begin;
    struct moment moment = {.at = beat->at,
                            .until = last_event(r, show, k),
                            .stage = beat->event,
                            .part = 1};

    if (over > beat->length && rest > beat->length)
        moment.at += (to - beat->at) *
                     fmin((over - beat->length) / (rest - beat->length), 1);
    if (beat->is_told && beat->length > 0) {
        moment.part = fmin(fmax(over / beat->length, 0), 1);
        return moment;
    }
    for (int i = k; beat->event >= 0 && i >= 0; i--)
        if (show->beat[i].is_told) {
            moment.stage = show->beat[i].event;
            return moment;
        }
    moment.stage = -1;
    return moment;
}

double show_seconds(const struct show *show, double at)
{
    int low = 0, high = show->beats;

    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (show->beat[middle].at < at)
            low = middle;
        else
            high = middle;
    }
    if (low + 1 < show->beats && show->beat[low].at < at)
        low++;
    return show->beat[low].begin;
}
