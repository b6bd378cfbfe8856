/* scene_both.c - tiles and timeline over the same time, with one line through both
 * for the present.
 *
 *     tile 0  | X    | A     | P                     flags published
 *     tile 1  | X        | A        | P
 *                          |
 *     slot 0  | load | scan| look back  | store |    phases of the slots
 *     slot 1     | load   |scan | look back  | store |
 *                          | now
 *
 * An arrow head beside its name marks the tile that acts. If the tile looks
 * back, an arrow on the line of the present leads to it from the tiles that it
 * has looked at.
 */
#include "timeline.h"
#include "picture.h"
#include "signs.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct both {
    struct timeline tiles, slots;
    double legends; /* height of each: above the tiles, above the slots */
    double slot_legend;
};

static const char flags[FLAGS + 1] = "XAP-";

/* Tiles get as much room as slots, or more if there are more tiles. */
static struct both lay_out(const struct stage *stage, struct box box)
{
    const struct recording *const r = stage->recording;
    const double text = stage->theme->text;
    const struct sign *signs[MAX_SIGNS];
    const int count = signs_of_flags(r, signs);
    const double width = scene_window(stage->view).w - text * 4;
    struct both both = {.legends =
                            legend_height(stage->theme, signs, count, width) +
                            text * 0.35, /* for the head of now */
                        .slot_legend = timeline_legend_height(stage)};
    const double free = box.h - both.legends - both.slot_legend - text * 0.3;
    const double want_slots = fmin(r->rows * text * 1.6, free * 0.62);
    const double want_tiles = r->tiles * text * 1.6;
    const double part =
        fmin(fmax((double)r->tiles / fmax(r->tiles + r->rows, 1), 0.57), 0.62);
    const double tiles = fmin(want_tiles, fmax(free * part, free - want_slots));

    both.tiles = timeline_in(
        stage, (struct box){box.x, box.y + both.legends, box.w, tiles},
        r->tiles, text * 1.6);
    both.slots = timeline_in(stage,
                             (struct box){box.x,
                                          box.y + both.legends + tiles +
                                              text * 0.3 + both.slot_legend,
                                          box.w, free - tiles},
                             r->rows, text * 1.6);
    return both;
}

/* ------------------------------------------------------------------- tiles */

/* The times from which and until which a tile has a flag. */
static struct box bar_of_flag(const struct recording *recording,
                              const struct timeline *rows, int tile, char flag)
{
    const struct tile *const t = &recording->tile[tile];
    const double end = recording->duration;
    const bool is_silent = recording_flag(recording, tile, end) == '-';
    const double p = fmin(t->has_p, end), a = fmin(t->has_a, p);
    const double x = is_silent ? t->until : a;

    return flag == '-'   ? timeline_bar(rows, tile, is_silent ? x : end, end)
           : flag == 'P' ? timeline_bar(rows, tile, p, end)
           : flag == 'A' ? timeline_bar(rows, tile, a, p)
                         : timeline_bar(rows, tile, 0, x);
}

static void draw_letter(struct drawing *d, const struct stage *stage,
                        const struct timeline *rows, int tile, char flag)
{
    const struct tile *const t = &stage->recording->tile[tile];
    const struct box bar = bar_of_flag(stage->recording, rows, tile, flag);
    const char *const value = flag == 'P' ? t->p : flag == 'A' ? t->a : NULL;
    char words[40];

    snprintf(words, sizeof words, "%c%s%s", flag, value ? " " : "",
             value ? value : "");
    const struct words all = {words, sign_of_flag(flag)->colour, true};
    if (timeline_words(d, stage, rows, bar, &all) || !value)
        return;
    words[1] = 0;
    timeline_words(d, stage, rows, bar, &all);
}

/* A bar for each flag of each tile. */
static void draw_bars(struct drawing *d, const struct stage *stage,
                      const struct timeline *rows)
{
    for (const char *flag = flags; *flag; flag++) {
        for (int k = 0; k < rows->rows; k++) {
            const struct box bar =
                bar_of_flag(stage->recording, rows, k, *flag);
            if (bar.w > 0 && box_is_seen(d, bar))
                add_box(d, snap_box(bar));
        }
        fill_sign(d, stage->theme, sign_of_flag(*flag),
                  stage->theme->least * 0.4);
        for (int k = 0; k < rows->rows && timeline_has_room(stage, rows); k++)
            draw_letter(d, stage, rows, k, *flag);
    }
}

/* Many tiles share a row of pixels: the middle one of them is drawn. */
static void draw_pixels(struct drawing *d, const struct stage *stage,
                        const struct timeline *rows)
{
    const struct box window = scene_window(stage->view);
    const int left = (int)floor(fmax(window.x, rows->box.x));
    const int w =
        (int)ceil(fmin(window.x + window.w, rows->box.x + rows->box.w)) - left;
    const int h = (int)floor(rows->row * rows->rows);
    const double end = timeline_x(rows, stage->recording->duration);

    if (w < 1 || h < 1)
        return;
    uint32_t *line =
        draw_image(d, w, h, (struct box){left, rows->box.y, 1, 1}, true);
    struct weave weave[FLAGS]; /* all of one side */
    const uint32_t *woven[FLAGS];
    for (int k = 0; k < FLAGS; k++)
        weave_sign(stage->theme, sign_of_flag(flags[k]),
                   stage->theme->least * 0.4, &weave[k]);
    for (int y = 0; line && y < h; y++, line += w) {
        const int tile = (int)((y + 0.5) * rows->rows / h);
        const struct tile *const t = &stage->recording->tile[tile];
        const double a = timeline_x(rows, t->has_a),
                     p = timeline_x(rows, t->has_p);
        for (int k = 0; k < FLAGS; k++)
            woven[k] = weave_line(&weave[k], y);
        for (int x = 0, k = 0; x < w && left + x < end; x++) {
            const double at = left + x + 0.5;
            line[x] = 0xff000000 | woven[(at >= a) + (at >= p)][k];
            k = k + 1 < weave->side ? k + 1 : 0;
        }
    }
}

/* ------------------------------------------------------------------- looks */

/* A dot on each tile that was seen, and an arrow on the line of the present to the
 * tile that looks. An X, which stops the look, is a ring. */
static void draw_look(struct drawing *d, const struct stage *stage,
                      const struct timeline *rows, int tile)
{
    const struct tile_now *const now = &stage->instant->tile[tile];
    const struct theme *const theme = stage->theme;
    const double head = fmin(theme->text * 0.5, rows->row * 0.6);
    const double dot = fmin(theme->line * 2, rows->row * 0.2);
    const double x = timeline_x(rows, stage->instant->at);
    const double to = rows->box.y + (tile + 0.5) * rows->row;
    double far = to;

    if (phase_now(stage->instant, tile) != PHASE_LOOK_BACK || now->look < 0)
        return;
    const struct look *const look = &stage->recording->event[now->look].look;
    use_colour(d, COLOUR_INK);
    use_width(d, theme->line * 1.5);
    for (int k = 0; look->flags[k] && look->first - k >= 0; k++) {
        const double y = rows->box.y + (look->first - k + 0.5) * rows->row;
        if (look->flags[k] == '.')
            continue;
        path_new(d);
        path_arc(d, x, y, dot, 0, 2 * M_PI);
        if (look->flags[k] == 'X') {
            use_colour(d, COLOUR_PAPER);
            path_fill_keep(d);
            use_colour(d, COLOUR_INK);
            path_stroke(d);
        } else {
            path_fill(d);
        }
        far = y + (look->flags[k] == 'X' ? dot : 0);
        if (look->flags[k] == 'P')
            break; /* nothing further back matters */
    }
    path_move(d, x, far);
    path_line(d, x, to - head * 0.6);
    path_stroke(d);
    draw_head_of_arrow(d, x, to, M_PI / 2, head);
}

static void draw_tiles(struct drawing *d, const struct stage *stage,
                       const struct timeline *rows)
{
    if (rows->row < stage->theme->least * 0.25)
        draw_pixels(d, stage, rows);
    else
        draw_bars(d, stage, rows);
}

/* Marks the row that acts: an arrow head at its name, and a frame if that hides no
 * letter. */
static void draw_mark(struct drawing *d, const struct stage *stage,
                      const struct timeline *rows, int tile)
{
    const struct box bar =
        timeline_bar(rows, tile, 0, stage->recording->duration);
    const double text = stage->theme->text, line = stage->theme->line;
    const double left = scene_window(stage->view).x + text * 4;

    use_colour(d, COLOUR_INK);
    if (bar.h > stage->theme->least + 4 * line)
        stroke_box(d, bar, line * 1.4);
    draw_head_of_arrow(d, left, bar.y + bar.h / 2, 0, text * 0.4);
}

/* ------------------------------------------------------------------- scene */

static void tile_name(const struct recording *recording, int row, char *name,
                      size_t bytes)
{
    (void)recording;
    snprintf(name, bytes, "tile %d", row);
}

/* The legend does not move with zoom. */
static void draw_flags(struct drawing *d, const struct stage *stage, double y,
                       double h)
{
    const struct box window = scene_window(stage->view);
    const double names = stage->theme->text * 4;
    const struct sign *signs[MAX_SIGNS];
    const int count = signs_of_flags(stage->recording, signs);

    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){window.x, y, window.w, h});
    draw_legend(d, stage->theme, signs, count,
                (struct box){window.x + names, y, window.w - names, h});
}

static void draw(struct drawing *d, const struct stage *stage, struct box box)
{
    const struct both both = lay_out(stage, box);
    const double legend = both.slots.box.y - both.slot_legend;
    const int tile =
        tile_in_view(stage->recording, stage->instant, stage->view);

    draw_flags(d, stage, box.y, both.legends);
    draw_tiles(d, stage, &both.tiles);
    timeline_draw(d, stage, &both.slots);
    timeline_now(d, stage, &both.tiles, both.tiles.box.y,
                 both.slots.box.y + both.slots.row * both.slots.rows);
    timeline_legend(d, stage, legend);
    if (tile >= 0)
        draw_look(d, stage, &both.tiles, tile);
    timeline_names(d, stage, &both.tiles, tile_name);
    timeline_names(d, stage, &both.slots, timeline_slot_name);
    if (tile >= 0)
        draw_mark(d, stage, &both.tiles, tile);
}

static int tile_at(const struct stage *stage, struct box box, double x,
                   double y)
{
    const struct both both = lay_out(stage, box);
    const struct span *const span = timeline_span_at(stage, &both.slots, x, y);
    const int row = timeline_row_at(&both.tiles, y);

    return row >= 0 ? row : span ? span->tile : -1;
}

/* "tile 3: A since 4.2 us" */
static bool tell(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes)
{
    static const char *const is[] = {"nothing published", "A", "P"};
    const struct recording *const r = stage->recording;
    const struct both both = lay_out(stage, box);
    const struct span *const span = timeline_span_at(stage, &both.slots, x, y);
    const int row = timeline_row_at(&both.tiles, y);

    if (span)
        timeline_tell(r, span, line, bytes);
    if (row < 0)
        return span != NULL;
    const double at = (x - both.tiles.box.x) / both.tiles.scale;
    const char flag = recording_flag(r, row, at);
    const struct tile *const t = &r->tile[row];
    if (flag == 'X' || flag == '-')
        snprintf(line, bytes, "tile %d: %s%s", row, is[0],
                 flag == '-' ? ", and done" : "");
    else
        snprintf(line, bytes, "tile %d: %s since %s %.6g%s", row,
                 is[1 + (flag == 'P')], r->steps ? "step" : "",
                 flag == 'P' ? t->has_p : t->has_a, r->steps ? "" : " us");
    return true;
}

const struct scene scene_both = {
    .name = "both",
    .about = "tiles and timeline over the same time; a line marks the present",
    .wide = true,
    .lacks = scene_lacks_tiles,
    .draw = draw,
    .tile_at = tile_at,
    .tell = tell,
};
