/* check_tiles.c - what the tiles of an application publish if none of them
 * looks back: in a launch each tile is taken once, only its own block publishes
 * for it, at most once and only an A, and the A's of the first launch that
 * takes tiles are the folds of their elements.
 */
#include "check_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct taken {
    bool taken, published;
    int64_t block;
    size_t begin, count;
};

struct launch {
    struct taken *tile;
    int64_t tiles;
    int with_tiles; /* launches up to this one that took some */
};

static struct taken *tile_of(const struct checked *c, struct launch *launch,
                             const json_t *args)
{
    const int64_t number = number_of(c, args, "tile");

    if (number < 0 || number >= launch->tiles)
        wrong(c, "there is no tile %lld", (long long)number);
    return &launch->tile[number];
}

/* On a GPU a block has a tile; on threads it may have several, in turn. */
static void begin_launch(const struct checked *c, struct launch *launch,
                         const json_t *args)
{
    const json_t *const grid = json_object_get(args, "grid");

    free(launch->tile);
    launch->tiles = json_integer_value(json_array_get(grid, 0));
    if (!strcmp(text_of(c, c->metadata, "device"), "cpu"))
        launch->tiles++; /* a chunk more than threads */
    launch->tile = calloc((size_t)launch->tiles + 1, sizeof *launch->tile);
}

static bool is_first(const struct launch *launch)
{
    for (int64_t i = 0; i < launch->tiles; i++)
        if (launch->tile[i].taken)
            return false;
    return true;
}

static void check_ticket(const struct checked *c, struct launch *launch,
                         const json_t *args)
{
    struct taken *const tile = tile_of(c, launch, args);

    launch->with_tiles += is_first(launch);
    if (tile->taken)
        wrong(c, "the tile is taken twice");
    *tile = (struct taken){.taken = true,
                           .block = number_of(c, args, "block"),
                           .begin = (size_t)number_of(c, args, "begin"),
                           .count = (size_t)number_of(c, args, "count")};
}

static void check_publish(const struct checked *c, struct launch *launch,
                          const json_t *args)
{
    struct taken *const tile = tile_of(c, launch, args);
    const char *const value = json_string_value(json_object_get(args, "value"));
    char want[64];

    if (!tile->taken || tile->block != number_of(c, args, "block"))
        wrong(c, "published by a block that does not have the tile");
    if (strcmp(text_of(c, args, "state"), "A") != 0)
        wrong(c, "a P, though no tile looks back");
    if (tile->published)
        wrong(c, "published twice");
    tile->published = true;
    if (value && launch->with_tiles == 1 &&
        aggregate_of(c, tile->begin, tile->begin + tile->count, want,
                     sizeof want) &&
        strcmp(value, want) != 0)
        wrong(c, "the value is %s, want %s", value, want);
}

void check_tiles(struct checked *c)
{
    struct launch launch = {.tile = NULL};

    if (number_of(c, c->metadata, "dropped") > 0)
        return;
    for (c->at = 0; c->at < json_array_size(c->events); c->at++) {
        const json_t *const event = json_array_get(c->events, c->at);
        const json_t *const args = json_object_get(event, "args");
        const char *const category = category_of(event);
        if (!strcmp(category, "launch"))
            begin_launch(c, &launch, args);
        else if (!strcmp(category, "ticket"))
            check_ticket(c, &launch, args);
        else if (!strcmp(category, "publish"))
            check_publish(c, &launch, args);
    }
    c->at = 0;
    free(launch.tile);
}
