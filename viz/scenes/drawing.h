/* drawing.h - what a scene writes, and what players play: a list of marks.
 *
 *     path_box(d, cell);          BOX  10,20 30x40
 *     use_colour(d, COLOUR_A);
 *     path_fill(d);               FILL a
 *     draw_text(d, ...);          TEXT "A 16", in the ink that is read on a
 *
 * A path is built, then filled, hatched or stroked; that uses it up. Colours
 * stand in the list by name: what `a` looks like is the player's affair. A list
 * that has run out of memory says so in `failed`, and is short.
 */
#ifndef DRAWING_H
#define DRAWING_H

#include "theme.h"

#include <stddef.h>
#include <stdint.h>

enum mark_kind {
    /* These build the path. v: */
    MARK_MOVE, /* x, y */
    MARK_LINE, /* x, y */
    MARK_ARC,  /* middle x, y, radius, from, until (radians, clockwise) */
    MARK_CLOSE,
    MARK_BOX, /* x, y, w, h */
    MARK_NEW, /* the path is forgotten */
    /* These use it up, or with `keeps` do not. */
    MARK_FILL,
    MARK_HATCH,  /* apart, width; `what`: enum hatch */
    MARK_STROKE, /* width, two lengths of dashes or 0; `what`: round joins */
    /* The rest needs no path. */
    MARK_TEXT,    /* x, y, at, width, narrow, size, size asked for */
    MARK_LETTERS, /* size, count: `count` times MARK_MOVE follow, middles */
    MARK_IMAGE,   /* x, y, size of a pixel each way, w, h; `what`: smooth */
    MARK_CLIP,    /* x, y, w, h, shift: up to its end nothing else is seen, and
                     all is so far to the right */
    MARK_CLIP_END
};

enum {
    MARK_VALUES = 7,
    NO_TEXT = -1,
    INK_ON = 32
}; /* INK_ON + colour: letters on it */

struct mark {
    uint8_t kind, what, keeps;
    uint8_t colour; /* enum colour, or INK_ON + one */
    uint32_t text;  /* asked for; of an image its first pixel */
    int32_t shown;  /* maybe cut short; -1: there was no room */
    double v[MARK_VALUES];
};

enum { MOST_CLIPS = 4 };

struct drawing {
    struct theme theme; /* of what is drawn now */
    struct mark *mark;
    char *text;                              /* all texts, each with its end */
    uint32_t *pixel;                         /* of images: 0xAARRGGBB, rows */
    size_t marks, texts, pixels;             /* used ... */
    size_t mark_room, text_room, pixel_room; /* ... of so many */
    bool failed;
    /* The pen. */
    uint8_t colour;
    bool round;
    double width, dash[2];
    int clips;
    struct box clip[MOST_CLIPS + 1]; /* what is seen */
};

/* Of so many pixels. The caller closes it. */
void drawing_open(struct drawing *d, double width, double height);
void drawing_close(struct drawing *d);

/* Whether both are the same list of marks. */
bool drawing_is_same(const struct drawing *a, const struct drawing *b);

/* Only what is in the box is seen, in the place of the box there was; all is
 * `shift` further to the right. */
void drawing_clip(struct drawing *d, struct box box, double shift);
void drawing_clip_end(struct drawing *d);

/* For the files drawing*.c: room for `more` items after the used ones, moved
 * perhaps, or NULL; and one mark more, in the pen's colour: where memory is
 * short, one that goes nowhere. */
void *drawing_room(struct drawing *d, void *items, size_t size,
                   const size_t *used, size_t more, size_t *room);
struct mark *drawing_add(struct drawing *d, enum mark_kind kind);

/* False: nothing of it would be seen. */
bool box_is_seen(const struct drawing *d, struct box box);

/* ---------------------------------------------------------------- the pen */

void use_colour(struct drawing *d, enum colour colour);
/* For letters on that colour: black or white. */
void use_ink_on(struct drawing *d, enum colour colour);
void use_width(struct drawing *d, double width);
/* So long, so far apart; 0: whole lines. */
void use_dash(struct drawing *d, double on, double off);
void use_round_joins(struct drawing *d, bool round);

/* -------------------------------------------------------------- the path */

void path_move(struct drawing *d, double x, double y);
void path_line(struct drawing *d, double x, double y);
void path_arc(struct drawing *d, double x, double y, double radius, double from,
              double until);
void path_close(struct drawing *d);
void path_new(struct drawing *d);
void add_box(struct drawing *d, struct box box);

void path_fill(struct drawing *d);
void path_fill_keep(struct drawing *d);
void path_stroke(struct drawing *d);

/* Lines or dots over a colour: its second sign. */
enum hatch { HATCH_NONE, HATCH_RISING, HATCH_FALLING, HATCH_LEVEL, HATCH_DOTS };

void hatch_path(struct drawing *d, enum hatch hatch, double apart,
                double width);

/* ------------------------------------------------------------------ boxes */

void fill_box(struct drawing *d, struct box box);
void stroke_box(struct drawing *d, struct box box, double width);
void hatch_box(struct drawing *d, struct box box, enum hatch hatch,
               double apart, double width);

/* On whole pixels, at least one each way: many such boxes make one path that
 * is filled at once, which is fast. */
struct box snap_box(struct box box);

/* From one point to another, its head at the end. */
void draw_arrow(struct drawing *d, double x0, double y0, double x1, double y1,
                double width);

/* The head alone, of an arrow that comes in this direction. */
void draw_head_of_arrow(struct drawing *d, double x, double y, double angle,
                        double size);

/* w x h pixels for the caller to fill in before the next mark, each as wide and
 * high as box's sides say, its corner at the box's; `smooth`: pixels are mixed
 * where they are small. NULL: out of memory. They begin as 0: nothing. */
uint32_t *draw_image(struct drawing *d, int w, int h, struct box box,
                     bool smooth);

/* ------------------------------------------------------------------ texts */

/* `at`: 0 left, 0.5 centred, 1 right of x; y is the middle of the letters.
 * Text that is wider than `most` becomes smaller, down to the least size, then
 * narrower; then it is cut short, or left out. `most` 0: there is room. */
void draw_text(struct drawing *d, const char *text, double size, double x,
               double y, double at, double most);

/* ... is never cut short: a number without its end is another one. */
void draw_whole(struct drawing *d, const char *text, double size, double x,
                double y, double at, double most);

/* The same letter in the middle of many points, at once. */
void draw_letters(struct drawing *d, char letter, double size,
                  const struct point *at, int count);

#endif
