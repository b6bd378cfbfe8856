/* fuzz_recording.c - a trace that was tampered with is either drawn and put
 * into a page, or refused in one line; nothing else may happen.
 *
 *     fuzz_recording [-s SEED] [-n TIMES] [-t SECONDS] TRACE...
 *
 * Run by tests/fuzz/driver.c; this file mutates bytes, numbers, strings and
 * lines. The trace that is read is in ./fuzzed.json: if a sanitizer kills the
 * program, that trace is the culprit, and -n 0 tries it again.
 */
#include "viz/players/paint.h"
#include "viz/recording/pack.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST = 1 << 17, PATIENCE = 10 /* seconds */ };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t largest,
                               unsigned seed);

/* A trace, changed where it lies. */
struct trace {
    char *at;
    size_t size, most;
};

static uint64_t state;
static size_t shown; /* traces that could be */
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
static void replace(struct trace *it, size_t where, size_t old,
                    const char *bytes, size_t size)
{
    if (it->size - old + size > it->most)
        return;
    memmove(it->at + where + size, it->at + where + old,
            it->size - where - old);
    memcpy(it->at + where, bytes, size);
    it->size += size - old;
}

static void change_byte(struct trace *it)
{
    const char byte = (char)below(256);
    const size_t where = below(it->size), old = below(2), new = below(2);

    replace(it, where, old, &byte, new);
}

static size_t line_at(const struct trace *it, size_t where)
{
    while (where > 0 && it->at[where - 1] != '\n')
        where--;
    return where;
}

static size_t line_size(const struct trace *it, size_t where)
{
    const char *const end = memchr(it->at + where, '\n', it->size - where);

    return end ? (size_t)(end - it->at) + 1 - where : it->size - where;
}

/* Takes a line out, or doubles it, or moves it. */
static void change_line(struct trace *it)
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

/* The place after a byte of `set`, from anywhere on; the end: none. */
static size_t find(const struct trace *it, const char *set)
{
    for (size_t k = below(it->size); k < it->size; k++)
        if (it->at[k] && strchr(set, it->at[k]))
            return k + 1;
    return it->size;
}

static void change_number(struct trace *it)
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
    size_t where = find(it, ":["), size = 0; /* indices of words, too */

    for (int tries = 0; tries < 20; tries++, where = find(it, ":["))
        if (where < it->size && strchr("-0123456789", it->at[where]))
            break;
    while (where + size < it->size &&
           strchr("+-.0123456789e", it->at[where + size]))
        size++;
    replace(it, where, size, number, strlen(number));
}

static void change_text(struct trace *it)
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

static void change(struct trace *it)
{
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

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t largest,
                               unsigned seed)
{
    struct trace it = {(char *)data, size,
                       largest < LARGEST ? largest : LARGEST};

    state = seed;
    for (size_t k = 1 + below(2); k > 0 && it.size > 0; k--)
        change(&it);
    return it.size;
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
    paint_picture(cr, recording, &instant, &view);
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

/* What a page holds of it is the same once it is read. */
static void try_pack(const struct recording *recording)
{
    unsigned char *one, *two;
    size_t bytes, again;

    assert(pack_recording(recording, &one, &bytes));
    struct recording *const same = unpack_recording(one, bytes);
    assert(same);
    assert(pack_recording(same, &two, &again));
    assert(again == bytes && memcmp(one, two, bytes) == 0);
    assert(!unpack_recording(one, bytes - 1));
    recording_close(same);
    free(one);
    free(two);
}

static void try_trace(void)
{
    struct recording *recording;
    char why[4096];

    if (recording_open(path, &recording, why, sizeof why)) {
        shown++;
        draw(recording);
        if (below(4) == 0)
            try_pack(recording);
        recording_close(recording);
        return;
    }
    assert(!recording);
    if (strncmp(why, path, strlen(path)) != 0 || strchr(why, '\n')) {
        fprintf(stderr, "not a line: '%s'\n", why);
        abort();
    }
}

static void tell_shown(void)
{
    printf("# %zu traces could be shown\n", shown);
}

/* The same trace is looked at in the same way. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool is_begun;
    FILE *const file = fopen(path, "wb");

    if (!is_begun)
        atexit(tell_shown);
    is_begun = true;
    assert(file);
    assert(fwrite(data, 1, size, file) == size);
    fclose(file);
    state = 0;
    for (size_t k = 0; k < size; k++) /* FNV-1a */
        state = (state ^ data[k]) * 0x100000001b3;
    alarm(PATIENCE);
    try_trace();
    alarm(0);
    return 0;
}
