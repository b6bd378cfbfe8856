/* check_lookback.c - does a trace obey the rules of decoupled look-back?
 *
 *     ticket     one to a tile, and all tiles have one
 *     statuses   X, then A, then P, each once, by the tile's own block; tile 0
 *                has no A; the last tile of a scan, and one told not to, is
 *                silent; on threads A may be left out; with anchors each tile
 *                has one of them
 *     looks      begin at the direct predecessor and go on where the last one
 *                has left off; nothing is seen that was not published before
 *     ending     the P before a run of A's alone ends it, and nothing else
 *     values     A is the fold of the tile, P of all up to its end (of filter
 *                what is kept of them, of mk_flags their sum); what is seen is
 *                what was published
 */
#include "check_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The parameter `publish` of GPUs; threads publish A or not, as they like. */
enum { NO_PREFIX, CHAINED, FULL, ANCHORED, ON_THREADS };

struct tile {
    bool ticket, a, p, looked, ended;
    int64_t block, begin, count;
    int64_t first, used; /* of its last look */
    const char *a_value, *p_value;
};

struct board {
    struct tile *tile;
    int64_t tiles, publish, window;
    bool all; /* nothing went wrong or was dropped: all of it is there */
    const int64_t *sum; /* as in check_network.c */
    bool ranges;        /* values are ranges */
    bool whole;         /* steps by whole windows */
    bool last_speaks;   /* the last tile publishes, too */
};

static struct tile *tile_of(const struct checked *c, struct board *board,
                            int64_t number)
{
    if (number < 0 || number >= board->tiles)
        wrong(c, "there is no tile %lld", (long long)number);
    return &board->tile[number];
}

/* Of the anchored form: does the tile publish a P, and no A? */
static bool is_anchor(const struct board *board, int64_t number)
{
    return board->publish == ANCHORED && number % board->window == 0;
}

static void check_ticket(const struct checked *c, struct board *board,
                         const json_t *args)
{
    struct tile *const t = tile_of(c, board, number_of(c, args, "tile"));

    if (t->ticket)
        wrong(c, "the tile is taken twice");
    t->ticket = true;
    t->block = number_of(c, args, "block");
    t->begin = number_of(c, args, "begin");
    t->count = number_of(c, args, "count");
}

/* "12" or "[0,31]", of elements [low, end). */
static void check_value(const struct checked *c, const struct board *board,
                        const char *value, int64_t low, int64_t end)
{
    char want[64];

    if (!value)
        return;
    if (board->ranges)
        snprintf(want, sizeof want, "[%lld,%lld]", (long long)low,
                 (long long)end - 1);
    else if (board->sum)
        snprintf(want, sizeof want, "%d",
                 (int32_t)(board->sum[end] - board->sum[low]));
    else
        return;
    if (strcmp(value, want) != 0)
        wrong(c, "the value is %s, want %s", value, want);
}

static void check_publish(const struct checked *c, struct board *board,
                          const json_t *args)
{
    const int64_t number = number_of(c, args, "tile");
    struct tile *const t = tile_of(c, board, number);
    const bool is_p = *text_of(c, args, "state") == 'P';
    const char *const value = json_string_value(json_object_get(args, "value"));

    if (!t->ticket || t->block != number_of(c, args, "block"))
        wrong(c, "published by a block that does not have the tile");
    if (t->p || (is_p ? false : t->a))
        wrong(c, "published twice, or A after P");
    if (is_p && number > 0 && board->publish == FULL && !t->a)
        wrong(c, "P without an A before");
    if (is_p && number > 0 && board->publish == NO_PREFIX)
        wrong(c, "a P, though only tile 0 may publish one");
    if (is_p && board->publish == ANCHORED && !is_anchor(board, number))
        wrong(c, "a P, though only anchors may publish one");
    if (!is_p &&
        (number == 0 || board->publish == CHAINED || is_anchor(board, number)))
        wrong(c, "an A of a tile that has none");
    if (is_p && number > 0 && !t->ended)
        wrong(c, "P, and the look-back has not come to an end");
    check_value(c, board, value, is_p ? 0 : t->begin, t->begin + t->count);
    t->a |= !is_p;
    t->p |= is_p;
    *(is_p ? &t->p_value : &t->a_value) = value;
}

/* What was seen k tiles before `first` is there, and is what was published. */
static void check_seen(const struct checked *c, struct board *board,
                       const json_t *args, int64_t first, size_t k, char flag)
{
    const struct tile *const t = tile_of(c, board, first - (int64_t)k);
    const json_t *const values = json_object_get(args, "values");
    const char *const published = flag == 'P' ? t->p_value : t->a_value;

    if (flag == 'X' || flag == '.')
        return;
    if (flag == 'P' ? !t->p : !t->a)
        wrong(c, "tile %lld is seen as %c, which it has not published",
              (long long)first - (long long)k, flag);
    const char *const seen = json_string_value(json_array_get(values, k));
    if (values && (!seen || !published || strcmp(seen, published) != 0))
        wrong(c, "tile %lld: seen is %s, published %s",
              (long long)first - (long long)k, seen ? seen : "nothing",
              published ? published : "nothing");
}

static void check_look(const struct checked *c, struct board *board,
                       const json_t *args)
{
    const int64_t number = number_of(c, args, "tile");
    struct tile *const t = tile_of(c, board, number);
    const int64_t first = number_of(c, args, "first");
    const char *const flags = text_of(c, args, "flags");
    const size_t used = strspn(flags, "A");

    if (t->ended)
        wrong(c, "looks on, though a prefix was found");
    if (!t->looked ? first != number - 1
                   : first != t->first && first != t->first - t->used)
        wrong(c, "looks at tile %lld, which is not where to go on",
              (long long)first);
    for (size_t k = 0; flags[k]; k++)
        check_seen(c, board, args, first, k, flags[k]);
    t->looked = true;
    t->first = first;
    t->used = (int64_t)used;
    const json_t *const found = json_object_get(args, "found");
    const bool is_p = flags[used] == 'P';
    t->ended = is_p && !(board->whole && strchr(flags, 'X') && !found);
    if (t->ended ? !found || json_integer_value(found) != first - (int64_t)used
                 : found != NULL)
        wrong(c, "the tile that has ended it is another one");
}

static void check_end(const struct checked *c, const struct board *board)
{
    for (int64_t i = 0; board->all && i < board->tiles; i++) {
        const struct tile *const t = &board->tile[i];
        const bool last = i == board->tiles - 1 && !board->last_speaks;
        const bool wants_a = board->publish == ON_THREADS
                                 ? t->a && !last && i > 0
                                 : !last && i > 0 &&
                                       board->publish != CHAINED &&
                                       !is_anchor(board, i);
        const bool wants_p =
            !last && (board->publish == ANCHORED
                          ? is_anchor(board, i)
                          : i == 0 || board->publish != NO_PREFIX);
        if (!t->ticket)
            wrong(c, "no block takes tile %lld", (long long)i);
        if (t->a != wants_a || t->p != wants_p)
            wrong(c, "tile %lld ends as %c", (long long)i,
                  t->p   ? 'P'
                  : t->a ? 'A'
                         : 'X');
        if (i > 0 && !t->ended)
            wrong(c, "tile %lld finds no prefix", (long long)i);
    }
}

static void begin(const struct checked *c, struct board *board,
                  const json_t *args)
{
    check_end(c, board);
    free(board->tile);
    board->tiles =
        json_integer_value(json_array_get(json_object_get(args, "grid"), 0));
    board->tile = calloc((size_t)board->tiles + 1, sizeof *board->tile);
}

/* Sums of numbers, of lengths, or of what is kept; NULL: none can be said. */
static int64_t *sums_of(const struct checked *c, bool counts)
{
    const bool lengths = is_algorithm(c, "mk_flags");
    const json_t *const in = values_of(c, lengths ? "shape" : "in");
    const size_t n = json_array_size(in);

    if (!in || (!counts && !lengths &&
                strcmp(text_of(c, c->metadata, "monoid"), "add_i32") != 0))
        return NULL;
    int64_t *const sum = calloc(n + 1, sizeof *sum);
    for (size_t i = 0; i < n; i++) {
        const char *const text = value_at(c, in, i);
        const int64_t x = counts ? is_kept(c, text) : atol(text);
        if (counts && x < 0) {
            free(sum);
            return NULL;
        }
        sum[i + 1] = sum[i] + x;
    }
    return sum;
}

/* Only the launches in which the kernel tells something are look-back. */
static bool is_told(const struct checked *c, size_t launch)
{
    for (size_t i = launch + 1; i < json_array_size(c->events); i++) {
        const char *const category = category_of(json_array_get(c->events, i));
        if (!strcmp(category, "ticket"))
            return true;
        if (!strcmp(category, "launch"))
            break;
    }
    return false;
}

void check_lookback(struct checked *c)
{
    const json_t *const parameters = json_object_get(c->metadata, "parameters");
    const bool threads = !strcmp(text_of(c, c->metadata, "device"), "cpu");
    const bool filters = is_algorithm(c, "filter");
    const bool lengths = is_algorithm(c, "mk_flags");
    int64_t *const sum = sums_of(c, filters);
    struct board board = {
        .publish = threads              ? ON_THREADS
                   : filters || lengths ? FULL
                                        : number_of(c, parameters, "publish"),
        .all = !json_object_get(c->metadata, "finding"),
        .window = threads || filters || lengths
                      ? 1
                      : number_of(c, parameters, "window"),
        .sum = sum,
        .whole = filters ||
                 (!threads && !lengths && !number_of(c, parameters, "step")),
        .last_speaks = filters || lengths,
        .ranges = !filters && !lengths &&
                  !strncmp(text_of(c, c->metadata, "monoid"), "interval", 8)};

    if (number_of(c, c->metadata, "dropped") > 0)
        return;
    for (c->at = 0; c->at < json_array_size(c->events); c->at++) {
        const json_t *const event = json_array_get(c->events, c->at);
        const json_t *const args = json_object_get(event, "args");
        const char *const category = category_of(event);
        if (!strcmp(category, "launch") && is_told(c, c->at))
            begin(c, &board, args);
        else if (!strcmp(category, "ticket"))
            check_ticket(c, &board, args);
        else if (!strcmp(category, "publish"))
            check_publish(c, &board, args);
        else if (!strcmp(category, "look"))
            check_look(c, &board, args);
    }
    c->at = 0;
    check_end(c, &board);
    free(board.tile);
    free(sum);
}
