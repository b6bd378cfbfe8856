/* two_ways.c - see two_ways.h. */
#include "two_ways.h"
#include "running_sum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool lacks(char *why, size_t bytes, const struct recording *r,
                  const char *what)
{
    snprintf(why, bytes, "%s: the film needs %s", r->path, what);
    return false;
}

/* The sum of "0 1 2 0". */
static long long sum_of(const char *elements)
{
    long long sum = 0;

    for (const char *at = elements; *at;) {
        char *end;
        sum += strtoll(at, &end, 10);
        at = end > at ? end + strspn(end, " ") : at + 1;
    }
    return sum;
}

static bool take_sums(struct two_ways *out, const struct recording *run,
                      char *why, size_t bytes)
{
    for (int k = 0; k < RACE_TILES; k++) {
        const struct tile *const tile = &run->tile[k];
        if (!tile->elements || !tile->p || isinf(tile->has_p) ||
            tile->count != TILE_NUMBERS)
            return lacks(why, bytes, run,
                         "the P of each tile, and its four elements");
        out->own[k] = sum_of(tile->elements);
        out->total[k] = out->own[k] + (k ? out->total[k - 1] : 0);
        if (strtoll(tile->p, NULL, 10) != out->total[k])
            return lacks(why, bytes, run, "prefixes that are sums");
        if (k < ROW_TILES)
            out->elements[k] = tile->elements;
    }
    return true;
}

/* ------------------------------------------------------------------- steps */

static void take_steps(struct two_ways *out, int way,
                       const struct recording *run)
{
    double *const done = out->done[way], longest = 0;
    int order[RACE_TILES] = {0}, step = 0;

    for (int k = 0; k < RACE_TILES; k++) {
        int at = k;
        done[k] = run->tile[k].has_p;
        for (; at > 0 && done[order[at - 1]] > done[k]; at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    for (int k = 1; k < RACE_TILES; k++)
        longest = fmax(longest, done[order[k]] - done[order[k - 1]]);
    for (int k = 0; k < RACE_TILES; k++) {
        step += k == 0 || done[order[k]] - done[order[k - 1]] > 0.4 * longest;
        out->step[way][order[k]] = step;
    }
}

int two_ways_steps(const struct two_ways *ways, int way, int tiles)
{
    int most = 0;

    for (int k = 0; k < tiles; k++)
        most = ways->step[way][k] > most ? ways->step[way][k] : most;
    return most;
}

int two_ways_done(const struct two_ways *ways, int way, int tiles, int step)
{
    int count = 0;

    for (int k = 0; k < tiles; k++)
        count += ways->step[way][k] <= step;
    return count;
}

/* --------------------------------------------------------------- look-back */

/* Checks that the tile took in all A's down to a P, with the values that these tiles
 * published. */
static bool take_look(struct two_ways *out, const struct recording *run,
                      int tile)
{
    struct term terms[MAX_TERMS];
    int event = run->events - 1;

    while (event >= 0 && (run->event[event].tile != tile ||
                          run->event[event].kind != EVENT_PUBLISH ||
                          run->event[event].publish.state != 'P'))
        event--;
    const int look = look_back_newest(run, event, tile);
    const int count = look < 0 ? 0 : look_back_terms(run, look, terms);
    if (count == 0 || !terms[count - 1].is_prefix)
        return false;
    out->found[tile] = terms[count - 1].tile;
    for (int k = 0; k < count; k++)
        if (terms[k].tile != tile - 1 - k ||
            strtoll(terms[k].value, NULL, 10) !=
                (terms[k].is_prefix ? out->total : out->own)[terms[k].tile])
            return false;
    for (int at = look; at >= 0; at = run->event[at].look.before)
        out->looks[tile] += run->event[at].look.taken > 0;
    return true;
}

static bool fits_the_tale(struct two_ways *out)
{
    const int *const step = out->step[WAY_LOOK_BACK];
    const int last = ROW_TILES - 1, early = out->found[last];
    bool fits = out->looks[last] == 2 && last - 1 - early == LOOK_TILES &&
                step[last] == 3;

    out->followed = last;
    out->early = early;
    for (int k = 1; fits && k < ROW_TILES; k++)
        fits = k <= early ? out->found[k] == 0 && step[k] == 2 : step[k] == 3;
    return fits;
}

static bool take_looks(struct two_ways *out, const struct recording *run,
                       char *why, size_t bytes)
{
    for (int k = 1; k < ROW_TILES; k++)
        if (!take_look(out, run, k))
            return lacks(why, bytes, run,
                         "the flags that each tile took in, with their values");
    for (int k = 0; k < RACE_TILES; k++)
        out->shown[k] = fmin(run->tile[k].has_a, run->tile[k].has_p);
    return fits_the_tale(out) ||
           lacks(why, bytes, run,
                 "a last tile whose second look finds the P just beyond its "
                 "first look, and tiles that reach that P in one step");
}

/* ------------------------------------------------------------------ growth */

/* Reads `steps` numbers whose sum is `tiles`. */
static bool take_done(int done[MAX_STEPS], int steps, int tiles,
                      const char **at)
{
    if (steps < 1 || steps > MAX_STEPS)
        return false;
    for (int k = 0; k < steps; k++) {
        done[k] = (int)strtoll(*at, (char **)at, 10);
        tiles -= done[k];
        if (done[k] < 1)
            return false;
    }
    return tiles == 0;
}

static bool take_line(struct growth *out, const char *at)
{
    int *const head[] = {&out->tiles, &out->steps[WAY_CHAIN], &out->by_one,
                         &out->steps[WAY_LOOK_BACK]};

    for (size_t k = 0; k < sizeof head / sizeof *head; k++)
        *head[k] = (int)strtoll(at, (char **)&at, 10);
    return out->tiles <= MAX_GROWN && out->steps[WAY_CHAIN] == out->tiles &&
           take_done(out->done_by_one, out->by_one, out->tiles, &at) &&
           take_done(out->done, out->steps[WAY_LOOK_BACK], out->tiles, &at);
}

static bool take_growth(struct two_ways *out, const char *lines)
{
    for (const char *at = lines; *at;
         at += strcspn(at, "\n"), at += *at == '\n') {
        if (*at == '#')
            continue;
        if (out->growths == MAX_GROWTH ||
            !take_line(&out->growth[out->growths], at))
            return false;
        out->growths++;
    }
    return out->growths > 0;
}

bool two_ways_open(struct two_ways *out, const struct recording *chain,
                   const struct recording *look_back, const char *growth,
                   char *why, size_t bytes)
{
    const struct recording *const run[WAYS] = {chain, look_back};

    *out = (struct two_ways){.growths = 0};
    for (int way = 0; way < WAYS; way++) {
        if (run[way]->tiles < RACE_TILES || run[way]->steps)
            return lacks(why, bytes, run[way],
                         "16 tiles, and times from --schedule timed");
        if (!take_sums(out, run[way], why, bytes))
            return false;
        take_steps(out, way, run[way]);
    }
    if (chain->first_a >= 0)
        return lacks(why, bytes, chain, "a run without aggregates");
    if (!take_looks(out, look_back, why, bytes))
        return false;
    return take_growth(out, growth) ||
           lacks(why, bytes, look_back,
                 "lines of growth: 8 8 5 3 1 1 2 3 1 1 4 3");
}
