/* fitting_sizes.c - sizes that exercise a shape.
 *
 * The number of elements in a tile is not taken from the algorithm: it is the
 * largest n for which the largest launch of the plan has no more blocks than
 * for n = 1.
 *
 *     n             1  2 ... 64 | 65 ... 128 | 129 ...
 *     blocks        1  1      1 |  2       2 |   3         a tile is 64
 *
 * The number of launches does not reveal tiles: Hillis-Steele has one launch
 * for each power of two.
 */
#include "proof_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_FITTING = 128,
    SHORT_TILE = 128,        /* a finding at n = 4 is clearer than one at 31 */
    MAX_TILE = 1 << 17,      /* a larger tile counts as unlimited */
    MAX_OPERATIONS = 170000, /* of one scan of a second level */
    MAX_ELEMENTS = 27000,    /* and its size */
};

/* Blocks of the largest launch for n elements. */
static size_t launched(const struct setup *setup, size_t n)
{
    struct plan plan;
    size_t most = 0;

    setup_plan(setup, n, &plan);
    for (int s = 0; s < plan.steps; s++) {
        const unsigned *const grid = plan.step[s].grid;
        const size_t blocks = (size_t)grid[0] * grid[1] * grid[2];
        most = blocks > most ? blocks : most;
    }
    return most;
}

/* The largest n that launches no more than `from` does, at most `most`. */
static size_t last_alike(const struct setup *setup, size_t from, size_t most)
{
    const size_t alike = launched(setup, from);
    size_t low = from, high = from;

    while (high < most && !setup_refuses(setup, high) &&
           launched(setup, high) <= alike) {
        low = high;
        high *= 2;
    }
    if (high >= most && !setup_refuses(setup, most) &&
        launched(setup, most) <= alike)
        return most;
    while (high - low > 1) { /* low is alike, high is not */
        const size_t middle = low + (high - low) / 2;
        if (!setup_refuses(setup, middle) && launched(setup, middle) <= alike)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct list {
    size_t size[MAX_FITTING];
    size_t count;
};

static void add(struct list *list, const struct setup *setup, size_t n)
{
    size_t at = 0;

    while (at < list->count && list->size[at] < n)
        at++;
    if (list->count == MAX_FITTING || setup_refuses(setup, n) ||
        (at < list->count && list->size[at] == n))
        return;
    memmove(&list->size[at + 1], &list->size[at],
            (list->count - at) * sizeof *list->size);
    list->size[at] = n;
    list->count++;
}

static void add_around(struct list *list, const struct setup *setup, size_t n)
{
    add(list, setup, n - 1);
    add(list, setup, n);
    add(list, setup, n + 1);
}

size_t tile_of(const struct setup *setup)
{
    return setup_refuses(setup, 1) ? 1 : last_alike(setup, 1, MAX_TILE);
}

/* `tiles` full tiles and half of one; 0: as second_level_size(). */
static size_t tiles_size(const struct setup *setup, size_t tiles)
{
    const size_t tile = tile_of(setup);
    const size_t n = tiles * tile + tile / 2 + 1;
    const struct forms forms = setup_forms(setup, n);

    return tile < 2 || n > MAX_ELEMENTS || setup_refuses(setup, n) ||
                   (!isnan(forms.work.low) && forms.work.low > MAX_OPERATIONS)
               ? 0
               : n;
}

size_t second_level_size(const struct setup *setup)
{
    return tiles_size(setup, tile_of(setup) + 1);
}

size_t half_full_level_size(const struct setup *setup)
{
    const size_t tile = tile_of(setup);
    const size_t n = tiles_size(setup, tile + tile / 2 + tile / 8);

    return n ? n : second_level_size(setup);
}

/* n, if it can be scanned and tiles communicate; else 0. */
static size_t if_told(const struct setup *setup, size_t tile, size_t n)
{
    struct plan plan;
    bool tells = false;

    if (tile < 2 || n > MAX_ELEMENTS || setup_refuses(setup, n))
        return 0;
    setup_plan(setup, n, &plan);
    for (int i = 0; i < plan.buffers; i++)
        tells |= plan.buffer[i].role == BUFFER_STATUS;
    return tells ? n : 0;
}

size_t full_window_size(const struct setup *setup)
{
    const size_t tile = tile_of(setup);

    return if_told(setup, tile, (WINDOW_AND_MORE - 1) * tile - tile / 3);
}

size_t some_tiles_size(const struct setup *setup, size_t tiles)
{
    const size_t tile = tile_of(setup);

    return if_told(setup, tile, tiles * tile + tiles / 2);
}

static void add_few(struct list *list, const struct setup *setup, size_t tile)
{
    add(list, setup, 1);
    add(list, setup, tile < MAX_TILE ? tile + 1 : SHORT_TILE);
    if (tile < MAX_TILE)
        add(list, setup, 2 * tile + tile / 3 + 1);
    if (list->count < 2) /* it accepts one tile at most */
        add(list, setup, tile);
}

static void add_usual(struct list *list, const struct setup *setup, size_t tile)
{
    for (size_t n = 0; n <= (tile <= SHORT_TILE ? 5 : 2); n++)
        add(list, setup, n);
    if (tile >= 32)
        add_around(list, setup, 32);
    if (tile < MAX_TILE)
        add_around(list, setup, tile);
    if (tile > 1 && tile < MAX_TILE) {
        add_around(list, setup, 2 * tile);
        add(list, setup, 3 * tile + tile / 3 + 1);
    }
    if (tile < 64) /* many tiles already; some elements more */
        add_around(list, setup, 64);
}

enum status fitting_sizes(const struct setup *setup, enum size_range range,
                          size_t **out, size_t *count, struct problem *why)
{
    struct list list = {.count = 0};
    const size_t tile = tile_of(setup);

    for (size_t n = 0; range == SIZES_DENSE && n <= 70; n++)
        add(&list, setup, n);
    for (size_t n = 256; range == SIZES_DENSE && n <= 1024; n *= 4)
        add_around(&list, setup, n);
    if (range == SIZES_FEW)
        add_few(&list, setup, tile);
    else
        add_usual(&list, setup, tile);
    *count = list.count;
    *out = malloc((list.count + 1) * sizeof **out);
    if (!*out)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    memcpy(*out, list.size, list.count * sizeof **out);
    return OK;
}
