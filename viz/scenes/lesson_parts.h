/* lesson_parts.h - shared by the files lesson*.c: a sheet of 960 by 540 with the row
 * of tiles, and the functions that draw on it.
 *
 *     36 .. 84      small print, counter, sentence
 *     106 .. 254    the array, and below it a box for each tile
 *     280           arrows
 *     304 ..        lanes: bars over the part of the array that they sum up
 *     480 .. 516    legend
 */
#ifndef LESSON_PARTS_H
#define LESSON_PARTS_H

#include "lesson.h"

enum {
    SHEET_W = 960,
    SHEET_H = 540,
    LEFT = 36,
    PITCH = 90,
    WIDE = 84,
    BOX_Y = 150,
    BOX_H = 104,
    LOOK_Y = 280,
    LANE_Y = 304,
    LANE_H = 48,
    LANE_PITCH = 58,
    LEGEND_Y = 480
};

struct sheet {
    struct drawing *d;
    const struct lesson *lesson;
    const struct two_ways *ways;
    const struct lesson_beat *beat;
    double seconds, over; /* elapsed: in the film, in the beat */
    double scale, x, y;   /* the sheet's corner, in pixels */
};

/* How a box looks. */
enum fill {
    FILL_X,
    FILL_A,
    FILL_P,
    FILL_OWN,
    FILL_DASHED,
    FILL_PAPER,
    FILL_INK
};

/* 0 before the interval, 1 after it, smooth in between. */
double eased(double now, double begin, double seconds);

/* The left edge of a tile. */
static inline double edge_of(int tile)
{
    return LEFT + PITCH * tile;
}

struct box on_sheet(const struct sheet *s, struct box box);
void sheet_box(const struct sheet *s, struct box box, enum fill fill);
void sheet_frame(const struct sheet *s, struct box box, double width,
                 enum colour colour);

/* `y` is the baseline; `align` is the part of the text that is left of x. */
void write_on(const struct sheet *s, const char *words, double size, double x,
              double y, double align, enum colour ink, bool on);
void write_ink(const struct sheet *s, const char *words, double size, double x,
               double y, double align);
void write_faint(const struct sheet *s, const char *words, double size,
                 double x, double y, double align);
void write_number(const struct sheet *s, long long number, double size,
                  double x, double y, double align);

/* The second at which the first beat of an act begins. */
double act_begins(const struct sheet *s, enum act act);

/* The flag that a tile shows at this moment: X, A or P; *since: for how many
 * seconds it has shown it. */
char shows_now(const struct sheet *s, int tile, double *since);

void draw_row(const struct sheet *s);
void draw_counter(const struct sheet *s);
void draw_below_row(
    const struct sheet *s); /* bars and arrows of acts 1 and 2 */
/* Draws a column for each step, with a square for each tile that gets its P in it; large
 * squares have their number above. Returns the right end. */
double draw_step_columns(const struct sheet *s, const int *done, int steps,
                         double left, double base, double side);
void draw_race(const struct sheet *s);
void draw_growth(const struct sheet *s);

#endif
