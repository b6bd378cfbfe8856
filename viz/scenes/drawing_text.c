/* drawing_text.c - texts, as large as the room allows. */
#include "drawing.h"

#include <math.h>
#include <string.h>

enum { LONGEST = 512, MIN_LETTERS = 2 }; /* of a text that is cut short */

static const double NARROWEST = 0.7; /* of letters */

double text_width(const struct theme *theme, const char *text, double size)
{
    return theme->ruler->width(theme->ruler, text, size);
}

double text_room(const char *text, double size)
{
    return (double)strlen(text) * size * 0.62;
}

/* Shortens a text to at most so many bytes, and adds dots; no letter is broken. */
static void cut(const char *text, size_t bytes, char *out)
{
    while (bytes > 0 && ((unsigned char)text[bytes] & 0xc0) == 0x80)
        bytes--;
    while (bytes > 0 && text[bytes - 1] == ' ')
        bytes--;
    memcpy(out, text, bytes);
    memcpy(out + bytes, "...", sizeof "...");
}

/* Shortens a text to the available room. False: too little room. */
static bool shorten(const struct theme *theme, const char *text, double size,
                    double most, char *out)
{
    size_t low = 0, high = strlen(text);

    if (high > LONGEST - 4)
        high = LONGEST - 4;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        cut(text, middle, out);
        if (text_width(theme, out, size) <= most)
            low = middle;
        else
            high = middle;
    }
    cut(text, low, out);
    return strlen(out) >= MIN_LETTERS + 3;
}

/* The place of a text among the drawing's texts. */
static uint32_t keep(struct drawing *d, const char *text)
{
    const size_t bytes = strlen(text) + 1, at = d->texts;
    char *const all =
        drawing_room(d, d->text, 1, &d->texts, bytes, &d->text_room);

    if (!all)
        return 0;
    d->text = all;
    memcpy(all + at, text, bytes);
    d->texts += bytes;
    return (uint32_t)at;
}

/* A text with the requested size and place. */
struct asked {
    const char *text;
    double size, x, y, at, most;
    bool whole;
};

static void put(struct drawing *d, const struct asked *asked)
{
    const struct theme *const theme = &d->theme;
    const double wanted = fmax(asked->size, theme->least);
    const double most = asked->most;
    double size = wanted, narrow = 1;
    double width = text_width(theme, asked->text, size);
    const char *shown = asked->text;
    char part[LONGEST];

    *part = '\0';
    if (most > 0 && width > most) {
        size = fmax(size * most / width, theme->least);
        width = text_width(theme, asked->text, size);
        narrow = fmin(1, most / width);
    }
    if (narrow < NARROWEST) {
        shown = !asked->whole && shorten(theme, asked->text, size,
                                         most / NARROWEST, part)
                    ? part
                    : NULL;
        width = shown ? text_width(theme, part, size) : 0;
        narrow = fmin(1, most / fmax(width, 1e-9));
    }
    const uint32_t text = keep(d, asked->text);
    const uint32_t other = shown == part ? keep(d, part) : text;
    struct mark *const mark = drawing_add(d, MARK_TEXT);
    mark->text = text;
    mark->shown = shown ? (int32_t)other : NO_TEXT;
    mark->v[0] = asked->x;
    mark->v[1] = asked->y;
    mark->v[2] = asked->at;
    mark->v[3] = width;
    mark->v[4] = narrow;
    mark->v[5] = size;
    mark->v[6] = wanted;
}

void draw_text(struct drawing *d, const char *text, double size, double x,
               double y, double at, double most)
{
    put(d, &(struct asked){text, size, x, y, at, most, false});
}

void draw_whole(struct drawing *d, const char *text, double size, double x,
                double y, double at, double most)
{
    put(d, &(struct asked){text, size, x, y, at, most, true});
}

void draw_letters(struct drawing *d, char letter, double size,
                  const struct point *at, int count)
{
    const char text[] = {letter, 0};
    const uint32_t kept = keep(d, text);
    struct mark *const mark = drawing_add(d, MARK_LETTERS);

    mark->text = kept;
    mark->shown = (int32_t)kept;
    mark->v[0] = size;
    mark->v[1] = count;
    for (int k = 0; k < count; k++)
        path_move(d, at[k].x, at[k].y);
}
