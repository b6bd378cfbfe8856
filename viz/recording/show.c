/* show.c - see show.h. */
#include "show.h"
#include "caption.h"
#include "ways.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double letters_a_second = 21, before_reading = 0.4;
static const double told_from =
    0.3;                          /* seconds: shorter beats are not explained */
static const double quick = 0.05; /* an event like an earlier one */
static const double moving = 0.12;  /* an element to its place */
static const double adding = 0.7;   /* the sums of a look, level by level */
static const double alike = 0.35;   /* a similar event that changes a flag */
static const double change = 0.9;   /* a similar event that publishes a P */
static const double pause = 0.15;   /* while the clock goes on */
static const double quiet = 1;      /* many of them together */
static const double thinking = 1.5; /* about a question */
static const double ending = 1.5;   /* without a sentence */

double show_reading(const char *sentence)
{
    return before_reading + (double)strlen(sentence) / letters_a_second;
}

/* ----------------------------------------------------------------- lengths */

/* The events explained so far. */
struct told {
    bool ticket, phase[PHASES], ahead;
};

static bool once(bool *told)
{
    const bool is_first = !*told;

    *told = true;
    return is_first;
}

/* The last op or barrier at its time. */
static bool is_last_at(const struct recording *r, const struct event *e)
{
    for (const struct event *next = e + 1;
         next < r->event + r->events && next->at <= e->at; next++)
        if (next->kind == e->kind)
            return false;
    return true;
}

/* Beats are events of tiles, optionally with each element that moves. */
static bool is_of_tiles(enum show_of of)
{
    return of == SHOW_TILES || of == SHOW_WAYS;
}

static bool is_way(const struct recording *r, int event)
{
    for (int k = 0; k < r->ways * r->passes; k++)
        if (r->way[k / r->ways][k % r->ways].event == event)
            return true;
    return false;
}

/* The last op of a level of the story's tile: ops of one depth appear together. */
static bool ends_level(const struct recording *r, const struct event *e)
{
    const struct event *next = e + 1;
    const struct event *const end = r->event + r->events;

    if (e->kind != EVENT_OP || e->tile < 0 || e->tile != r->follow)
        return false;
    while (next < end && next->at <= e->at && next->kind != EVENT_OP)
        next++;
    return next == end || next->kind != EVENT_OP ||
           next->op.depth != e->op.depth;
}

static bool is_shown(const struct recording *r, const struct event *e,
                     enum show_of of)
{
    const int number = (int)(e - r->event);

    if (r->ranks > 0)
        return e->kind == EVENT_SEND || e->kind == EVENT_RECEIVE ||
               (e->kind == EVENT_PHASE && e->phase != PHASE_EXCHANGE);
    if (of == SHOW_OPS)
        return e->kind == EVENT_LAUNCH || e->kind == EVENT_FINDING ||
               (e->kind == EVENT_OP && is_last_at(r, e));
    if (of == SHOW_BARRIERS)
        return e->kind == EVENT_LAUNCH || e->kind == EVENT_FINDING ||
               number == r->culprit[0] || number == r->culprit[1] ||
               (e->kind == EVENT_BARRIER && is_last_at(r, e));
    if (of == SHOW_WAYS && e->kind == EVENT_ACCESS)
        return is_way(r, number) || ways_counted(r, number) >= 0;
    return e->kind == EVENT_LAUNCH || e->kind == EVENT_FINDING ||
           ends_level(r, e) ||
           (e->tile >= 0 &&
            (e->kind == EVENT_TICKET || e->kind == EVENT_PHASE ||
             e->kind == EVENT_PUBLISH || e->kind == EVENT_LOOK));
}

/* The tile publishes before its neighbour does: the purpose of look-back. */
static bool is_ahead(const struct recording *r, const struct event *e)
{
    return e->publish.state == 'P' && e->tile > 0 &&
           r->tile[e->tile - 1].has_p > e->at &&
           !isinf(r->tile[e->tile - 1].has_p);
}

/* Whether the sentence should be read, for a tile that is explained in full. */
static bool is_read(const struct recording *r, const struct event *e,
                    struct told *told)
{
    const int number = (int)(e - r->event);
    /* If tiles publish, only these events are explained. */
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

/* Launches, and events that explain a flag, are explained for any followed tile. */
static bool is_for_all(const struct recording *r, const struct event *e)
{
    const int number = (int)(e - r->event);

    return e->kind == EVENT_LAUNCH || e->kind == EVENT_FINDING ||
           number == r->first_a || number == r->first_p;
}

static double length_of(const struct recording *r, const struct event *e,
                        const struct show *show, bool reads, struct told *told)
{
    const int follow = show->follow;
    const enum show_of of = show->of;
    char line[512];

    if (follow >= 0 && e->tile != follow && !is_for_all(r, e))
        return quick;
    if (e->kind == EVENT_ACCESS && is_way(r, (int)(e - r->event)))
        return moving;
    if (is_of_tiles(of) && e->kind == EVENT_OP)
        return adding;
    if (is_of_tiles(of) && !is_read(r, e, told))
        return e->kind != EVENT_PUBLISH  ? quick
               : e->publish.state == 'P' ? change
                                         : alike;
    if (!reads)
        return 4; /* a sentence of average length */
    caption_of(r, e, (int)(e - r->event), line, sizeof line);
    return fmax(show_reading(line), SHOW_LEAST_LOOK);
}

/* ------------------------------------------------------------------- beats */

/* Whether the stop comes before this event: a question about a look comes before
 * the sentence of that look. */
static bool is_before(const struct recording *r, const struct stop *stop, int i)
{
    return i >= r->events     ? true
           : stop->event >= 0 ? stop->event <= i
                              : stop->at < r->event[i].at;
}

static bool is_asked_about(const struct recording *r, int event)
{
    for (int k = 0; k < r->stops; k++)
        if (r->stop[k].event == event)
            return true;
    return false;
}

/* Adds question and answer of the stops before event i, from *stop on, before `end`. */
static double fill_stops(const struct recording *r, struct show *show, int *k,
                         int *stop, int end, int i)
{
    double sum = 0;

    for (; *stop < end && is_before(r, &r->stop[*stop], i); ++*stop)
        for (int asks = 2 * *stop; asks < 2 * *stop + 2; asks++) {
            const struct stop *const s = &r->stop[*stop];
            struct beat *const beat = &show->beat[(*k)++];
            *beat = (struct beat){.at = s->at, .event = -1, .asks = asks};
            beat->length = asks & 1 ? show_reading(s->answer)
                                    : show_reading(s->question) + thinking;
            sum += beat->length;
        }
    return sum;
}

/* Sets the lengths of all beats, and returns their sum. */
static double fill_beats(const struct recording *r, struct show *show,
                         bool reads)
{
    struct told told = {.ticket = false};
    double sum = 0;
    char line[512];
    int k = 0, stop = 0, last = 0;

    for (int i = 0; i < r->events; i++) {
        const struct event *const e = &r->event[i];
        if (!is_shown(r, e, show->of))
            continue;
        sum += fill_stops(r, show, &k, &stop, r->stops, i);
        struct beat *const beat = &show->beat[k++];
        *beat = (struct beat){.at = e->at, .event = i, .asks = -1};
        beat->length = is_asked_about(r, i)
                           ? quick /* the answer explains it */
                           : length_of(r, e, show, reads, &told);
        sum += beat->length;
    }
    while (last < r->stops && r->stop[last].at < r->duration)
        last++;
    sum += fill_stops(r, show, &k, &stop, last, r->events);
    caption_of_end(r, line, sizeof line);
    show->beat[k] = (struct beat){.at = r->duration,
                                  .length = r->finding ? 0
                                            : is_of_tiles(show->of) || r->end
                                                ? show_reading(line)
                                                : ending,
                                  .event = -1,
                                  .asks = -1};
    sum += show->beat[k++].length;
    return sum + fill_stops(r, show, &k, &stop, r->stops, r->events);
}

/* Adds moments of a recording beside this one, if this one has none then. */
static void add_moments(const struct recording *with, struct show *show)
{
    const double near = 1e-9;
    char line[512];

    for (int i = 0; i < with->events; i++) {
        const struct event *const e = &with->event[i];
        int k = show->beats;
        if (e->kind != EVENT_OP || !is_last_at(with, e))
            continue;
        while (k > 0 && show->beat[k - 1].at > e->at + near)
            k--;
        if (k > 0 && show->beat[k - 1].at > e->at - near)
            continue;
        memmove(&show->beat[k + 1], &show->beat[k],
                (size_t)(show->beats++ - k) * sizeof *show->beat);
        caption_of(with, e, i, line, sizeof line);
        show->beat[k] = (struct beat){
            .at = e->at, .length = show_reading(line), .event = -1, .asks = -1};
    }
}

/* The length of all stops. */
static double stops_length(const struct show *show)
{
    double sum = 0;

    for (int k = 0; k < show->beats; k++)
        sum += show->beat[k].asks >= 0 ? show->beat[k].length : 0;
    return sum;
}

/* A tile in the middle that publishes and looks back with several looks: a typical
 * example of look-back. */
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

/* Consecutive quick beats take at most `quiet` together. */
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

/* Places all beats one after the other, each `by` times as long, but explained looks
 * not below `least`. Returns the total length. */
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
            beat->is_told = beat->length >= told_from &&
                            !(is_of_tiles(show->of) && beat->event >= 0 &&
                              r->event[beat->event].kind == EVENT_OP);
            beat->length = length;
        }
        now += length + (waits ? pause * fmin(by, 1) : 0);
    }
    return now;
}

/* Scales the show to this many seconds, with looks of the least length if possible,
 * otherwise shorter. */
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

static int count_moments(const struct recording *r, enum show_of of)
{
    int count = 0;

    for (int i = 0; i < r->events; i++)
        count += is_shown(r, &r->event[i], of);
    return count;
}

bool show_open(const struct recording *r, const struct show_wish *wish,
               struct show *show)
{
    *show = (struct show){.of = wish->of,
                          .follow = is_of_tiles(wish->of) ? wish->follow : -1,
                          .in_view = wish->follow >= 0};
    if ((r->tiles == 0 && is_of_tiles(wish->of)) || r->events == 0)
        return false;
    const bool beside = show->of == SHOW_OPS;
    int room = show->beats = /* 1: the end */
        count_moments(r, show->of) + 2 * r->stops + 1;
    for (int k = 0; beside && k < MAX_PARTNERS && wish->with[k]; k++)
        room += count_moments(wish->with[k], show->of);
    show->beat = calloc((size_t)room, sizeof *show->beat);
    if (!show->beat)
        return false;
    if (is_of_tiles(show->of) && show->follow < 0 &&
        fill_beats(r, show, false) > wish->most)
        show->follow = tile_to_follow(r);
    fill_beats(r, show, true);
    for (int k = 0; beside && k < MAX_PARTNERS && wish->with[k]; k++)
        add_moments(wish->with[k], show);
    hurry(show);
    const double most = wish->most + stops_length(show);
    if (wish->seconds > 0)
        fit(r, show, wish->seconds);
    else if ((show->follow >= 0 || show->of != SHOW_TILES) &&
             lay_out(r, show, 1, 0, false) > most)
        fit(r, show, most);
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

/* The last event explained: none once its tile is done (and a tile is in view), or
 * after a question about another event. */
static int still_told(const struct recording *r, const struct show *show, int k,
                      double at)
{
    for (; k >= 0; k--) {
        const struct beat *const beat = &show->beat[k];
        const int asked = beat->asks >= 0 ? r->stop[beat->asks / 2].event : -1;
        const int told = asked >= 0 ? asked : beat->is_told ? beat->event : -1;
        const int tile = told >= 0 ? r->event[told].tile : -1;
        if (beat->asks >= 0 && asked < 0)
            return -1;
        if (told >= 0)
            return show->in_view && tile >= 0 && r->tile[tile].until < at
                       ? -1
                       : told;
    }
    return -1;
}

/* Events before the next beat may happen as the clock goes on. */
static int last_event(const struct recording *r, const struct show *show, int k)
{
    for (int i = k + 1; i < show->beats; i++)
        if (show->beat[i].event >= 0)
            return show->beat[i].event - 1;
    return r->events - 1;
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
                            .asks = beat->asks,
                            .part = 1};

    if (over > beat->length && rest > beat->length)
        moment.at += (to - beat->at) *
                     fmin((over - beat->length) / (rest - beat->length), 1);
    if (beat->asks >= 0) {
        const struct stop *const stop = &r->stop[beat->asks / 2];
        moment.stage = stop->event;
        moment.until = moment.until > stop->event ? moment.until : stop->event;
        moment.part = beat->asks & 1 ? fmin(over / beat->length, 1) : 0;
        if (stop->event < 0)
            moment.part = 1;
        return moment;
    }
    if (beat->is_told && beat->length > 0) {
        moment.part = fmin(fmax(over / beat->length, 0), 1);
        return moment;
    }
    moment.stage = beat->event >= 0 ? still_told(r, show, k, moment.at) : -1;
    return moment;
}

double show_seconds(const struct show *show, double at, int asks)
{
    int low = 0, high = show->beats;

    for (int k = 0; asks >= 0 && k < show->beats; k++)
        if (show->beat[k].asks == asks)
            return show->beat[k].begin;

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
