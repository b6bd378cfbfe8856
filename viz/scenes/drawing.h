/* drawing.h - a list of marks, which scenes write and players play.
 *
 *     path_box(d, cell);          BOX  10,20 30x40
 *     use_colour(d, COLOUR_A);
 *     path_fill(d);               FILL a
 *     draw_text(d, ...);          TEXT "A 16", in the ink that is read on a
 *
 * A path is built, then filled, hatched or stroked; that uses it up. Colours
 * are in the list by name: the player decides what `a` looks like. If memory ran
 * out, `failed` is set and the list is incomplete.
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
    MARK_NEW, /* the path is discarded */
    /* These use up the path, unless `keeps` is set. */
    MARK_FILL,
    MARK_HATCH,  /* apart, width; `what`: enum hatch */
    MARK_STROKE, /* width, two lengths of dashes or 0; `what`: round joins */
    /* The remaining marks need no path. */
    MARK_TEXT,    /* x, y, at, width, narrow, size, size asked for */
    MARK_LETTERS, /* size, count: `count` MARK_MOVEs follow, the middles */
    MARK_IMAGE,   /* x, y, size of a pixel each way, w, h; `what`: smooth */
    MARK_CLIP,    /* x, y, w, h, shift: until MARK_CLIP_END, only this box is
                     visible, and everything moves to the right by `shift` */
    MARK_CLIP_END
};

enum {
    MARK_VALUES = 7,
    NO_TEXT = -1,
    INK_ON = 32
}; /* INK_ON + colour: letters on it */

struct mark {
    uint8_t kind, what, keeps;
    uint8_t colour; /* enum colour, or INK_ON + such a colour */
    uint32_t text;  /* the requested text; for an image, its first pixel */
    int32_t shown;  /* the text drawn, maybe shortened; -1: no room */
    double v[MARK_VALUES];
};

enum { MAX_CLIPS = 4 };

struct drawing {
    struct theme theme; /* for the marks drawn now */
    struct mark *mark;
    char *text;                  /* all texts, each with its final zero byte */
    uint32_t *pixel;             /* of images: 0xAARRGGBB, rows */
    size_t marks, texts, pixels; /* used */
    size_t mark_room, text_room, pixel_room; /* allocated */
    bool failed;
    /* The pen. */
    uint8_t colour;
    bool round;
    double width, dash[2];
    int clips;
    struct box clip[MAX_CLIPS + 1]; /* the visible boxes */
};

/* Opens an empty drawing of this size in pixels. The caller closes it. */
void drawing_open(struct drawing *d, double width, double height);
void drawing_close(struct drawing *d);

/* Whether both are the same list of marks. */
bool drawing_is_same(const struct drawing *a, const struct drawing *b);

/* From now on only marks in the box are visible, instead of those in the previous box;
 * everything is drawn `shift` further to the right. */
void drawing_clip(struct drawing *d, struct box box, double shift);
void drawing_clip_end(struct drawing *d);

/* For the files drawing*.c. drawing_room() makes room for `more` items after the used
 * ones and returns the array, which may have moved, or NULL. drawing_add() adds a mark
 * in the pen's colour; if memory has run out, it returns a dummy that is not
 * drawn. */
void *drawing_room(struct drawing *d, void *items, size_t size,
                   const size_t *used, size_t more, size_t *room);
struct mark *drawing_add(struct drawing *d, enum mark_kind kind);

/* Whether any part of the box is visible. */
bool box_is_seen(const struct drawing *d, struct box box);

/* ---------------------------------------------------------------- the pen */

void use_colour(struct drawing *d, enum colour colour);
/* For letters on this colour: black or white. */
void use_ink_on(struct drawing *d, enum colour colour);
void use_width(struct drawing *d, double width);
/* Length of dashes, and of the gaps; 0: solid lines. */
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

/* The box moved to whole pixels, at least one each way. Many such boxes make one path,
 * which is filled in one go: that is fast. */
struct box snap_box(struct box box);

/* An arrow from one point to another. */
void draw_arrow(struct drawing *d, double x0, double y0, double x1, double y1,
                double width);

/* Draws only the head of an arrow that points in this direction. */
void draw_head_of_arrow(struct drawing *d, double x, double y, double angle,
                        double size);

/* Returns w x h pixels, which the caller fills in before the next mark. The
 * width and height of `box` are those of one pixel, and its corner is the
 * corner of the image. `smooth`: small pixels are blended. The pixels are
 * initially 0: transparent. NULL: out of memory. */
uint32_t *draw_image(struct drawing *d, int w, int h, struct box box,
                     bool smooth);

/* ------------------------------------------------------------------ texts */

/* `at` is the part of the text that is left of x: 0, 0.5 (centred) or 1; y is
 * the middle of the letters. Text that is wider than `most` is made smaller,
 * down to the least size, then narrower; then it is shortened, or left out.
 * `most` 0: no limit. */
void draw_text(struct drawing *d, const char *text, double size, double x,
               double y, double at, double most);

/* The same, but never shortens the text: a number without its end is a
 * different number. */
void draw_whole(struct drawing *d, const char *text, double size, double x,
                double y, double at, double most);

/* Draws the same letter, centred on each of many points. */
void draw_letters(struct drawing *d, char letter, double size,
                  const struct point *at, int count);

#endif
