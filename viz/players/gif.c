/* gif.c - see gif.h.
 * Source: CompuServe, Graphics Interchange Format, version 89a, 1990. */
#include "gif.h"
#include "scenes/theme.h"

#include <stdlib.h>
#include <string.h>

enum {
    COLOURS_AT_MOST = 255,
    NOTHING = 255, /* a pixel that stays as it is */
    LONGEST = 65535,
    BITS = 8,          /* of a pixel */
    CODES = 4096,      /* of the compression */
    CODE_SLOTS = 8192, /* where codes are found again: a power of two */
    SEEN_SLOTS = 1 << 14
};

struct area {
    int x, y, w, h;
};

struct gif {
    FILE *file;
    int w, h, colours;
    uint32_t colour[COLOURS_AT_MOST];
    struct {
        uint32_t rgb; /* and its highest byte: it is there */
        uint8_t index;
    } seen[SEEN_SLOTS];
    uint32_t *shown;  /* the frame before, as it was given */
    uint8_t *part;    /* the box that is new, indexed */
    struct area area; /* ... where; no width: there is none */
    int hundredths;   /* that the part is to be shown */
    bool is_first, good;
    /* Compression: what has not filled a block yet. */
    uint8_t block[256];
    int bytes;
    uint32_t bits, have;
    uint32_t key[CODE_SLOTS];
    uint16_t code[CODE_SLOTS];
};

/* ----------------------------------------------------------------- colours */

static void add_colour(struct gif *gif, uint32_t rgb)
{
    for (int k = 0; k < gif->colours; k++)
        if (gif->colour[k] == rgb)
            return;
    if (gif->colours < COLOURS_AT_MOST)
        gif->colour[gif->colours++] = rgb;
}

static uint32_t mix(uint32_t a, uint32_t b, int part, int of)
{
    uint32_t out = 0;

    for (int shift = 0; shift < 24; shift += 8) {
        const int from = (int)(a >> shift & 255), to = (int)(b >> shift & 255);
        out |= (uint32_t)(from + (to - from) * part / of) << shift;
    }
    return out;
}

/* Both, and what lies between. */
static void add_ramp(struct gif *gif, uint32_t a, uint32_t b, int steps)
{
    for (int k = 0; k <= steps; k++)
        add_colour(gif, mix(a, b, k, steps));
}

/* Grounds with letters on them, first those that are seen most. */
static void choose_colours(struct gif *gif, bool dark)
{
    static const enum colour grounds[] = {COLOUR_A,    COLOUR_P,    COLOUR_X,
                                          COLOUR_LOAD, COLOUR_SCAN, COLOUR_LOOK,
                                          COLOUR_STORE};
    const uint32_t paper = colour_rgb(dark, COLOUR_PAPER);
    const uint32_t ink = colour_rgb(dark, COLOUR_INK);

    for (int k = 0; k < COLOURS; k++)
        add_colour(gif, colour_rgb(dark, (enum colour)k));
    add_ramp(gif, paper, ink, 16);
    for (size_t k = 0; k < sizeof grounds / sizeof *grounds; k++) {
        const uint32_t ground = colour_rgb(dark, grounds[k]);
        add_ramp(gif, ground, ink_rgb(dark, grounds[k]), 8);
        add_ramp(gif, ground, ink, 4);
        add_ramp(gif, paper, ground, 4);
    }
    add_ramp(gif, colour_rgb(dark, COLOUR_X), colour_rgb(dark, COLOUR_FAINT),
             6);
    add_ramp(gif, paper, colour_rgb(dark, COLOUR_FAINT), 4);
    add_ramp(gif, paper, colour_rgb(dark, COLOUR_WARN), 6);
}

static uint8_t nearest(const struct gif *gif, uint32_t rgb)
{
    int best = 0;
    long least = 1L << 30;

    for (int k = 0; k < gif->colours; k++) {
        long far = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            const long apart = (long)(rgb >> shift & 255) -
                               (long)(gif->colour[k] >> shift & 255);
            far += apart * apart;
        }
        if (far < least) {
            least = far;
            best = k;
        }
    }
    return (uint8_t)best;
}

static uint8_t index_of(struct gif *gif, uint32_t rgb)
{
    const uint32_t key = (rgb & 0xffffff) | 0x1000000;
    const uint32_t slot = key * 2654435761u >> (32 - 14);

    if (gif->seen[slot].rgb != key) {
        gif->seen[slot].rgb = key;
        gif->seen[slot].index = nearest(gif, rgb);
    }
    return gif->seen[slot].index;
}

/* ------------------------------------------------------------- compression */

static void put_block(struct gif *gif)
{
    if (gif->bytes == 0)
        return;
    fputc(gif->bytes, gif->file);
    fwrite(gif->block, 1, (size_t)gif->bytes, gif->file);
    gif->bytes = 0;
}

static void put_bits(struct gif *gif, uint32_t code, uint32_t width)
{
    gif->bits |= code << gif->have;
    for (gif->have += width; gif->have >= 8; gif->have -= 8) {
        gif->block[gif->bytes++] = (uint8_t)gif->bits;
        gif->bits >>= 8;
        if (gif->bytes == 255)
            put_block(gif);
    }
}

/* Where the code of `prefix`, then `pixel` is, or would be. */
static uint32_t slot_of(const struct gif *gif, uint32_t key)
{
    uint32_t slot = key * 2654435761u >> (32 - 13);

    while (gif->key[slot] && gif->key[slot] != key)
        slot = (slot + 1) & (CODE_SLOTS - 1);
    return slot;
}

/* The pixels as codes of growing width: a new code for each run of pixels that
 * has not been met before. */
static void compress(struct gif *gif, const uint8_t *pixel, size_t count)
{
    const uint32_t clear = 1u << BITS, end = clear + 1;
    uint32_t next = end + 1, width = BITS + 1, prefix = pixel[0];

    fputc(BITS, gif->file);
    gif->bits = gif->have = 0;
    memset(gif->key, 0, sizeof gif->key);
    put_bits(gif, clear, width);
    for (size_t k = 1; k < count; k++) {
        const uint32_t key = (prefix << 8 | pixel[k]) + 1;
        const uint32_t slot = slot_of(gif, key);
        if (gif->key[slot]) {
            prefix = gif->code[slot];
            continue;
        }
        put_bits(gif, prefix, width);
        gif->key[slot] = key;
        gif->code[slot] = (uint16_t)next;
        if (next == 1u << width)
            width++;
        if (++next == CODES) {
            put_bits(gif, clear, width);
            memset(gif->key, 0, sizeof gif->key);
            next = end + 1;
            width = BITS + 1;
        }
        prefix = pixel[k];
    }
    put_bits(gif, prefix, width);
    /* The reader has made a code more by now. */
    put_bits(gif, end, next == 1u << width ? width + 1 : width);
    put_bits(gif, 0, 7);
    put_block(gif);
    fputc(0, gif->file);
}

/* ------------------------------------------------------------------ frames */

static void put_two(struct gif *gif, int x)
{
    fputc(x & 255, gif->file);
    fputc(x >> 8 & 255, gif->file);
}

/* The part that waits, now that it is known how long it stays. */
static void put_part(struct gif *gif)
{
    const struct area *const area = &gif->area;

    if (area->w == 0)
        return;
    fwrite("\x21\xf9\x04\x05", 1, 4, gif->file); /* what follows stays */
    put_two(gif, gif->hundredths);
    fputc(NOTHING, gif->file);
    fputc(0, gif->file);
    fputc(0x2c, gif->file);
    put_two(gif, area->x);
    put_two(gif, area->y);
    put_two(gif, area->w);
    put_two(gif, area->h);
    fputc(0, gif->file);
    compress(gif, gif->part, (size_t)area->w * (size_t)area->h);
}

struct gif *gif_begin(FILE *file, int w, int h, bool dark)
{
    static const char again[] = "\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0";
    const size_t pixels = (size_t)w * (size_t)h;
    struct gif *const gif = calloc(1, sizeof *gif);

    if (!gif)
        return NULL;
    *gif = (struct gif){.file = file, .w = w, .h = h, .is_first = true};
    gif->shown = calloc(pixels, sizeof *gif->shown);
    gif->part = malloc(pixels);
    if (!gif->shown || !gif->part) {
        gif_end(gif);
        return NULL;
    }
    choose_colours(gif, dark);
    fwrite("GIF89a", 1, 6, file);
    put_two(gif, w);
    put_two(gif, h);
    fwrite("\xf7\0\0", 1, 3, file); /* 256 colours */
    for (int k = 0; k < 256; k++)
        for (int shift = 16; shift >= 0; shift -= 8)
            fputc(k < gif->colours ? (int)(gif->colour[k] >> shift & 255) : 0,
                  file);
    fwrite(again, 1, sizeof again, file);
    gif->good = true;
    return gif;
}

/* The rows and columns that differ from what is shown. */
static struct area find_area(const struct gif *gif, const uint32_t *pixels)
{
    const int w = gif->w;
    const size_t row = (size_t)w * sizeof *pixels;
    int top = -1, bottom = 0, left = w, right = 0;

    for (int y = 0; y < gif->h; y++) {
        const uint32_t *const a = pixels + (size_t)y * (size_t)w;
        const uint32_t *const b = gif->shown + (size_t)y * (size_t)w;
        int x = 0;
        if (!memcmp(a, b, row))
            continue;
        top = top < 0 ? y : top;
        bottom = y + 1;
        while (x < left && a[x] == b[x])
            x++;
        left = x < left ? x : left;
        for (x = w; x > right && a[x - 1] == b[x - 1];)
            x--;
        right = x > right ? x : right;
    }
    if (top < 0)
        return (struct area){.w = 0};
    return (struct area){left, top, right - left, bottom - top};
}

static void fill_part(struct gif *gif, const uint32_t *pixels)
{
    const struct area *const area = &gif->area;
    uint8_t *to = gif->part;
    uint32_t before = 0;
    uint8_t index = index_of(gif, 0);

    for (int y = area->y; y < area->y + area->h; y++)
        for (int x = area->x; x < area->x + area->w; x++) {
            const size_t at = (size_t)y * (size_t)gif->w + (size_t)x;
            const uint32_t rgb = pixels[at] & 0xffffff;
            if (rgb != before) {
                index = index_of(gif, rgb);
                before = rgb;
            }
            *to++ = !gif->is_first && pixels[at] == gif->shown[at] ? NOTHING
                                                                   : index;
        }
}

bool gif_frame(struct gif *gif, const uint32_t *pixels, int hundredths)
{
    const size_t bytes = (size_t)gif->w * (size_t)gif->h * sizeof *pixels;
    struct area area = {0, 0, 0, 0};

    if (pixels)
        area = gif->is_first ? (struct area){0, 0, gif->w, gif->h}
                             : find_area(gif, pixels);
    if (area.w == 0 && gif->hundredths + hundredths <= LONGEST) {
        gif->hundredths += hundredths;
        return gif->good;
    }
    if (area.w == 0) /* it has stayed as long as a frame can: once more */
        area = (struct area){0, 0, 1, 1};
    put_part(gif);
    gif->area = area;
    fill_part(gif, pixels ? pixels : gif->shown);
    if (pixels)
        memcpy(gif->shown, pixels, bytes);
    gif->is_first = false;
    gif->hundredths = hundredths;
    gif->good &= !ferror(gif->file);
    return gif->good;
}

bool gif_end(struct gif *gif)
{
    if (gif->good) {
        put_part(gif);
        fputc(0x3b, gif->file);
    }
    const bool good = gif->good && !ferror(gif->file);
    free(gif->shown);
    free(gif->part);
    free(gif);
    return good;
}
