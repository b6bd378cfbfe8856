/* fuzz_recording.c - a trace that was tampered with is drawn, and put into a
 * page, or refused in a line; nothing else.
 *
 *     fuzz_recording [-s SEED] [-n TIMES] [-t SECONDS] TRACE...
 *
 * Opens each TRACE as it is, then changed: bytes, numbers, texts and lines;
 * TIMES of them, or as many as fit in SECONDS. The same seed makes the same.
 * What is read is in ./fuzzed.json: when a sanitizer or the clock ends the
 * program, that is the culprit, and is tried again with -n 0.
 */
#include "viz/players/page_data.h"

#include <assert.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST = 1 << 17, MOST_SEEDS = 32, PATIENCE = 10 /* seconds */ };

struct bytes {
    size_t size;
    char at[LARGEST];
};

static struct bytes seeds[MOST_SEEDS], current;
static size_t seed_count;
static uint64_t state;
static const char path[] = "fuzzed.json";

/* SplitMix64 (Steele, Lea, Flood 2014). */
static size_t below(size_t limit)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (size_t)((z ^ z >> 31) % limit);
}

/* ----------------------------------------------------------------- changes */

/* Puts `size` bytes in place of `old` ones; nothing where it does not fit. */
static void replace(struct bytes *it, size_t where, size_t old,
                    const char *bytes, size_t size)
{
    if (it->size - old + size > LARGEST)
        return;
    memmove(it->at + where + size, it->at + where + old,
            it->size - where - old);
    memcpy(it->at + where, bytes, size);
    it->size += size - old;
}

static void change_byte(struct bytes *it)
{
    const char byte = (char)below(256);
    const size_t where = below(it->size), old = below(2), new = below(2);

    replace(it, where, old, &byte, new);
}

static size_t line_at(const struct bytes *it, size_t where)
{
    while (where > 0 && it->at[where - 1] != '\n')
        where--;
    return where;
}

static size_t line_size(const struct bytes *it, size_t where)
{
    const char *const end = memchr(it->at + where, '\n', it->size - where);

    return end ? (size_t)(end - it->at) + 1 - where : it->size - where;
}

/* Takes a line out, or doubles it, or moves it. */
static void change_line(struct bytes *it)
{
    static char line[LARGEST];
    const size_t where = line_at(it, below(it->size));
    const size_t size = line_size(it, where), what = below(3);

    memcpy(line, it->at + where, size);
    if (what != 0)
        replace(it, where, size, "", 0);
    if (what != 1 && it->size > 0)
        replace(it, line_at(it, below(it->size)), 0, line, size);
}

/* The place behind a byte of `set`, from anywhere on; the end: none. */
static size_t find(const struct bytes *it, const char *set)
{
    for (size_t k = below(it->size); k < it->size; k++)
        if (it->at[k] && strchr(set, it->at[k]))
            return k + 1;
    return it->size;
}

static void change_number(struct bytes *it)
{
    static const char *const numbers[] = {"-1",         "0",
                                          "-5",         "1",
                                          "2",          "3.5",
                                          "1e308",      "-1e308",
                                          "1e18",       "1e-320",
                                          "NaN",        "Infinity",
                                          "1e999",      "9223372036854775807",
                                          "4294967296", "-9223372036854775808",
                                          "2147483647", "9223372036854775808",
                                          "1048575",    "1048576",
                                          "65535",      "4095",
                                          "4098",       "1073741823",
                                          "null",       "\"7\"",
                                          "[]",         "{}"};
    const char *const number = numbers[below(sizeof numbers / sizeof *numbers)];
    size_t where = find(it, ":"), size = 0;

    for (int tries = 0; tries < 20; tries++, where = find(it, ":"))
        if (where < it->size && strchr("-0123456789", it->at[where]))
            break;
    while (where + size < it->size &&
           strchr("+-.0123456789e", it->at[where + size]))
        size++;
    replace(it, where, size, number, strlen(number));
}

static void change_text(struct bytes *it)
{
    static const char *const texts[] = {
        "",
        "X",
        "A",
        "P",
        ".",
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "PPPP",
        "look back",
        "look",
        "op",
        "access",
        "finding",
        "publish",
        "ticket",
        "block",
        "thread_name",
        "%s%n%d",
        "\\n",
        "\\u0001\\u200b\\ud83d\\ude00",
        "\xc3\xa9",
        "\xff\xfe",
        "\\u0000"};
    const char *const text = texts[below(sizeof texts / sizeof *texts)];
    const size_t where = find(it, "\"");
    size_t size = 0;

    while (where + size < it->size && it->at[where + size] != '"')
        size++;
    replace(it, where, size, text, strlen(text));
}

static void mutate(struct bytes *it)
{
    if (it->size == 0)
        return;
    switch (below(12)) {
    case 0: change_byte(it); return;
    case 1: it->size = below(it->size + 1); return; /* cut off */
    case 2:
    case 3:
    case 4: change_line(it); return;
    case 5:
    case 6: change_text(it); return;
    default: change_number(it); return;
    }
}

/* --------------------------------------------------------------------- run */

static struct view some_view(const struct recording *recording)
{
    struct view view = view_of(below(2) ? 160 : 640, 160);

    view.scene = (int)below((size_t)scene_count);
    view.at = recording->duration * (double)below(5) / 4;
    view.follow = below(3) ? -1 : (int)below(20);
    view.zoom = below(3) ? 1 : 1 + (double)below(64);
    view.hover_x = (double)below(160);
    view.hover_y = (double)below(160);
    view.dark = below(2);
    view.projector = below(2);
    view.help = below(8) == 0;
    view.font = "@cairo:monospace";
    return view;
}

static void draw(const struct recording *recording)
{
    const struct view view = some_view(recording);
    struct instant instant;
    cairo_surface_t *const surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)view.width, (int)view.height);
    cairo_t *const cr = cairo_create(surface);

    assert(instant_open(recording, &instant));
    draw_picture(cr, recording, &instant, &view);
    /* A pen that has failed draws nothing any more. */
    if (cairo_status(cr) != CAIRO_STATUS_SUCCESS) {
        fprintf(stderr, "scene %s: %s\n", scenes[view.scene]->name,
                cairo_status_to_string(cairo_status(cr)));
        abort();
    }
    (void)tile_at_pixel(recording, &instant, &view, view.hover_x, view.hover_y);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    instant_close(&instant);
}

/* What a page holds of it; not the page's picture, where cairo loses memory. */
static void write_data(const struct recording *recording)
{
    const struct view view = some_view(recording);
    struct page page = {.out = fopen("/dev/null", "w"),
                        .recording = recording,
                        .view = &view,
                        .words = json_array(),
                        .number = json_object(),
                        .good = true};

    assert(page.out && page.words && page.number);
    page_put_data(&page);
    assert(page.good);
    json_decref(page.words);
    json_decref(page.number);
    fclose(page.out);
}

/* True: it could be shown. */
static bool run_current(void)
{
    struct recording *recording;
    char why[4096];
    FILE *const file = fopen(path, "wb");

    assert(file);
    assert(fwrite(current.at, 1, current.size, file) == current.size);
    fclose(file);
    alarm(PATIENCE);
    const bool opened = recording_open(path, &recording, why, sizeof why);
    if (opened) {
        draw(recording);
        if (below(4) == 0)
            write_data(recording);
        recording_close(recording);
    } else {
        assert(!recording);
        if (strncmp(why, path, strlen(path)) != 0 || strchr(why, '\n')) {
            fprintf(stderr, "not a line: '%s'\n", why);
            abort();
        }
    }
    alarm(0);
    return opened;
}

static void load_seeds(char *const *paths)
{
    for (; *paths && seed_count < MOST_SEEDS; paths++) {
        FILE *const file = fopen(*paths, "rb");
        if (!file) {
            perror(*paths);
            exit(2);
        }
        struct bytes *const to = &seeds[seed_count++];
        to->size = fread(to->at, 1, LARGEST, file);
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    uint64_t times = UINT64_MAX, number = 0, shown = 0;
    double seconds = 10;
    int option;

    while ((option = getopt(argc, argv, "s:n:t:")) != -1) {
        if (option == 's')
            state = strtoull(optarg, NULL, 0);
        else if (option == 'n')
            times = strtoull(optarg, NULL, 0);
        else if (option == 't')
            seconds = strtod(optarg, NULL);
        else
            return 2;
    }
    load_seeds(argv + optind);
    if (seed_count == 0)
        return 2;
    for (size_t k = 0; k < seed_count; k++) {
        current = seeds[k];
        run_current();
    }
    const time_t start = time(NULL);
    for (; number < times && difftime(time(NULL), start) < seconds; number++) {
        current = seeds[below(seed_count)];
        for (size_t k = 1 + below(2); k > 0; k--)
            mutate(&current);
        shown += run_current();
    }
    printf("# %" PRIu64 " mutations passed, %" PRIu64 " of them shown\n",
           number, shown);
    return 0;
}
