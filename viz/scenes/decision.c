/* decision.c - see decision.h.
 * Source: the Futhark report on the single-pass scan, its decision diagram. */
#include "decision.h"
#include "picture.h"

#include <stdio.h>
#include <string.h>

static enum step step_of_look(const struct look *look)
{
    const char *const flags = look->flags + strspn(look->flags, "A");

    return *flags == 'P'         ? STEP_FOUND
           : flags > look->flags ? STEP_FURTHER
                                 : STEP_WAIT;
}

enum step decision_step(const struct event *e)
{
    static const enum step of_phase[PHASES] = {
        [PHASE_LOAD] = STEP_LOAD,      [PHASE_SCAN] = STEP_SCAN,
        [PHASE_LOOK_BACK] = STEP_LOOK, [PHASE_STORE] = STEP_STORE,
        [PHASE_COUNT] = STEP_SCAN,     [PHASE_REDUCE] = STEP_SCAN,
        [PHASE_SCATTER] = STEP_STORE};

    switch (e->kind) {
    case EVENT_TICKET: return STEP_TICKET;
    case EVENT_PHASE: return of_phase[e->phase];
    case EVENT_PUBLISH:
        return e->publish.state == 'A' ? STEP_AGGREGATE : STEP_PREFIX;
    case EVENT_LOOK: return step_of_look(&e->look);
    default: return STEP_NONE;
    }
}

enum step step_of(const struct recording *recording,
                  const struct instant *instant, int tile)
{
    for (int i = instant->event; i >= 0 && tile >= 0; i--) {
        const struct event *const e = &recording->event[i];
        const enum step step = e->tile == tile ? decision_step(e) : STEP_NONE;
        if (step != STEP_NONE)
            return step;
    }
    return STEP_NONE;
}

/* ----------------------------------------------------------------- drawing */

enum { ROWS = 8, LOOK_ROW = 4 };

const struct plate decision_plates[] = {
    {STEP_TICKET, 0, 0.1, 0.8, "take a ticket", "the tile's number"},
    {STEP_LOAD, 1, 0.1, 0.8, "load", "n loads in all"},
    {STEP_SCAN, 2, 0.1, 0.8, "scan the tile", "its own elements"},
    {STEP_AGGREGATE, 3, 0.1, 0.8, "publish A", "tile 0: P instead"},
    {STEP_LOOK, LOOK_ROW, 0.1, 0.8, "look back", "which flag comes first?"},
    {STEP_WAIT, 5, 0, 0.31, "X", "look again"},
    {STEP_FURTHER, 5, 0.345, 0.31, "A ... A", "add, go on"},
    {STEP_FOUND, 5, 0.69, 0.31, "A ... P", "add, done"},
    {STEP_PREFIX, 6, 0.1, 0.8, "publish P", "exclusive prefix and A"},
    {STEP_STORE, 7, 0.1, 0.8, "store", "n stores in all"},
};
const int decision_plate_count =
    sizeof decision_plates / sizeof *decision_plates;

static struct box box_of_plate(const struct plate *plate, struct box box)
{
    const double row = box.h / ROWS;

    return (struct box){box.x + plate->left * box.w,
                        box.y + plate->row * row + row * 0.1,
                        plate->width * box.w, row * 0.70};
}

/* Two lines, or only the first if there is not enough room. */
static void draw_plate(struct drawing *d, const struct theme *theme,
                       const struct plate *plate, bool lit, struct box box)
{
    const struct box at = box_of_plate(plate, box);
    const double size = at.h * 0.40;
    const bool two = at.h >= theme->least * 2.1;

    use_colour(d, lit ? COLOUR_SCAN : COLOUR_PAPER);
    fill_box(d, at);
    use_colour(d, lit ? COLOUR_INK : COLOUR_FAINT);
    stroke_box(d, at, lit ? theme->line * 2 : theme->line);
    if (lit)
        use_ink_on(d, COLOUR_SCAN);
    else
        use_colour(d, COLOUR_INK);
    draw_text(d, plate->first, two ? size : at.h * 0.6, at.x + at.w / 2,
              at.y + at.h * (two ? 0.27 : 0.5), 0.5, at.w * 0.94);
    if (two)
        draw_text(d, plate->second, size * 0.8, at.x + at.w / 2,
                  at.y + at.h * 0.74, 0.5, at.w * 0.94);
}

/* Arrows from each row to the next one, and from "look again" and "go on" back. */
static void draw_ways(struct drawing *d, const struct theme *theme,
                      struct box box)
{
    const double row = box.h / ROWS, middle = box.x + box.w / 2;

    use_colour(d, COLOUR_INK);
    for (int k = 0; k + 1 < ROWS; k++) {
        const double from = box.y + k * row + row * 0.78;
        const double to = box.y + (k + 1) * row + row * 0.1;
        for (int way = -1; way <= 1; way++) {
            const double x = middle + way * box.w * 0.33;
            if (k == LOOK_ROW || (k == LOOK_ROW + 1 ? way == 1 : way == 0))
                draw_arrow(d, x, from, x, to, theme->line);
        }
    }
    use_width(d, theme->line);
    path_move(d, box.x + box.w * 0.15, box.y + (LOOK_ROW + 1.78) * row);
    path_line(d, box.x + box.w * 0.15, box.y + (LOOK_ROW + 1.94) * row);
    path_line(d, box.x - box.w * 0.04, box.y + (LOOK_ROW + 1.94) * row);
    path_line(d, box.x - box.w * 0.04, box.y + (LOOK_ROW + 0.44) * row);
    path_move(d, middle, box.y + (LOOK_ROW + 1.78) * row);
    path_line(d, middle, box.y + (LOOK_ROW + 1.94) * row);
    path_line(d, box.x + box.w * 0.1, box.y + (LOOK_ROW + 1.94) * row);
    path_stroke(d);
    draw_arrow(d, box.x - box.w * 0.04, box.y + (LOOK_ROW + 0.44) * row,
               box.x + box.w * 0.1, box.y + (LOOK_ROW + 0.44) * row,
               theme->line);
}

void draw_decision(struct drawing *d, const struct stage *stage, struct box box)
{
    const int tile =
        tile_in_view(stage->recording, stage->instant, stage->view);
    const enum step now = step_of(stage->recording, stage->instant, tile);
    const double head = stage->theme->text * 1.4;
    const struct box below = {box.x + box.w * 0.04, box.y + head, box.w * 0.96,
                              box.h - head};
    char line[40] = "what a tile does";

    if (tile >= 0)
        snprintf(line, sizeof line, "what tile %d does", tile);
    use_colour(d, COLOUR_INK);
    draw_text(d, line, stage->theme->text, below.x + below.w / 2,
              box.y + head * 0.4, 0.5, below.w);
    draw_ways(d, stage->theme, below);
    for (int k = 0; k < decision_plate_count; k++)
        draw_plate(d, stage->theme, &decision_plates[k],
                   decision_plates[k].step == now, below);
}
