/* scene_memory.c - the memory of a block, and which thread reads or writes which word.
 *
 *     bank           0   1   2   3
 *     cells[0..3]  | 3 | 4 | 8 | 7 |      words and their values
 *                    | \ | \ |            read: whole lines, filled heads
 *     threads        0   1   2   3
 *                        :   :            write: dashes, open heads
 *     cells[4..7]  |   | 4 | 5 |   |      the second copy
 *
 * One step at a time: from a barrier to the next one. Accesses still to come in
 * the step are faint. Half of the rows are above the threads, so that the two
 * copies of a double buffer are on opposite sides.
 */
#include "memory_arrows.h"
#include "memory_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ----------------------------------------------------------------- numbers */

/* Half of a number would be a different number, and squeezed digits are not
 * legible. */
static bool fits(const struct memory_layout *p, const char *words, double most)
{
    return text_room(words, p->least) * 0.85 <= most;
}

/* All values of the row, or none: a gap means that the value is unknown. */
static bool row_fits(const struct memory_layout *p, int row)
{
    struct box box;

    for (int k = 0; k < p->a->cells; k++) {
        const struct cell *const cell = &p->a->cell[k];
        if (cell->row == row && cell->value && box_of_cell(p, k, &box) &&
            !fits(p, cell->value, box.w))
            return false;
    }
    return true;
}

/* Numbers that fit, or none. */
static void put(struct drawing *d, const struct memory_layout *p,
                const char *words, double x, double y, double at, double most)
{
    draw_whole(d, words, p->letters, x, y, at, most);
}

static struct box middle(struct box box)
{
    return (struct box){box.x + box.w / 2, box.y + box.h / 2, 0, 0};
}

/* ------------------------------------------------------- words and threads */

static bool is_done_now(const struct accesses *a, int cell, bool writes)
{
    const struct step *const step = &a->step[a->now];

    for (int i = step->first; i < step->end; i++)
        if (a->access[i].done && a->access[i].cell == cell &&
            a->access[i].writes == writes)
            return true;
    return false;
}

static void draw_cell(struct drawing *d, const struct stage *stage,
                      const struct memory_layout *p, int number)
{
    const struct cell *const cell = &p->a->cell[number];
    const bool is_empty = cell->shared && !cell->is_written && p->a->warp < 0;
    const double line = stage->theme->line;
    struct box box;

    if (!box_of_cell(p, number, &box))
        return;
    use_colour(d, COLOUR_X);
    fill_box(d, box);
    if (is_empty || cell->at_once > 1) {
        use_colour(d, cell->at_once > 1 ? COLOUR_LOOK : COLOUR_FAINT);
        hatch_box(d, box, HATCH_RISING, p->height / 4,
                  fmin(line * (is_empty ? 0.5 : 1), p->height * 0.05));
    }
    use_colour(d, is_done_now(p->a, number, true)    ? memory_colour(true)
                  : is_done_now(p->a, number, false) ? memory_colour(false)
                                                     : COLOUR_FAINT);
    stroke_box(d, box,
               fmin(cell->in_step ? line * 1.6 : line * 0.7, p->height * 0.1));
    if (is_empty || !cell->value || !row_fits(p, cell->row))
        return;
    use_colour(d, COLOUR_INK);
    put(d, p, cell->value, middle(box).x, middle(box).y, 0.5, box.w);
}

/* At the left of the visible part. */
static void draw_label(struct drawing *d, const struct memory_layout *p,
                       const char *words, double y)
{
    use_colour(d, COLOUR_INK);
    draw_text(d, words, p->letters, p->seen_left - p->least * 0.4, y, 1,
              p->left - p->box.x - p->least * 0.4);
}

/* A name and numbers: on two lines if there is little width, or without the name if
 * two lines do not fit. */
static void draw_two(struct drawing *d, const struct memory_layout *p,
                     const char *words, int name, double y)
{
    char line[80];

    if (!p->is_narrow || !words[name]) {
        draw_label(d, p, words, y);
        return;
    }
    const bool two = p->apart >= p->letters * 2;
    const double half = two ? p->letters / 2 : 0;
    snprintf(line, sizeof line, "%.*s", name, words);
    if (two) /* both above the end of the scene */
        y = fmin(y, p->box.y + p->box.h - p->letters * 1.1);
    if (two)
        draw_label(d, p, line, y - half);
    draw_label(d, p, words + name, y + half);
}

static void draw_row_label(struct drawing *d, const struct memory_layout *p,
                           int k)
{
    const char *const first = p->a->cell[p->a->row[p->row[k]].first].word;
    char line[80];

    memory_name_row(p->a, p->row[k], line, sizeof line);
    draw_two(d, p, line, word_name(first), p->row_y[k] + p->height / 2);
}

/* "threads 32..63" */
static void draw_warp_label(struct drawing *d, const struct memory_layout *p,
                            int w)
{
    const int first =
        (w + (p->a->warp >= 0 ? p->a->warp : p->first_warp)) * LANES;
    const int last = (int)fmin(first + LANES, p->a->threads) - 1;
    char line[80] = "threads";

    if (p->is_narrow)
        snprintf(line, sizeof line, "threads%d..%d", first, last);
    draw_two(d, p, line, (int)strlen("threads"), p->warp_y[w] + p->height / 2);
}

/* The place of a row of global memory that this step does not access. */
static void draw_free_place(struct drawing *d, const struct memory_layout *p)
{
    const double y = p->row_y[p->rows] + p->height / 2;

    draw_label(d, p, "global", y);
    draw_text(d, "not accessed in this step", p->letters, p->seen_left, y, 0,
              p->box.x + p->box.w - p->left);
}

static void draw_threads(struct drawing *d, const struct stage *stage,
                         const struct memory_layout *p, int warp)
{
    const struct accesses *const a = p->a;
    const struct step *const step = &a->step[a->now];
    const int first = (warp + (a->warp >= 0 ? a->warp : p->first_warp)) * LANES;
    char number[32];
    struct box box;

    for (int t = first; t < first + LANES && t < a->threads; t++) {
        bool acts = false;
        if (!box_of_thread(p, t, &box))
            continue;
        for (int i = step->first; i < step->end; i++)
            acts |= a->access[i].thread == t;
        const bool is_newest =
            a->newest >= step->first && a->access[a->newest].thread == t;
        use_colour(d, is_newest ? COLOUR_SCAN : COLOUR_PAPER);
        fill_box(d, box);
        use_colour(d, acts ? COLOUR_INK : COLOUR_FAINT);
        stroke_box(
            d, box,
            fmin(stage->theme->line * (acts ? 1.4 : 0.7), p->height * 0.1));
        use_colour(d, COLOUR_INK);
        if (is_newest)
            use_ink_on(d, COLOUR_SCAN);
        snprintf(number, sizeof number, "%d", first + LANES - 1);
        if (!fits(p, number, box.w))
            continue; /* the name of the row has them */
        snprintf(number, sizeof number, "%d", t);
        put(d, p, number, middle(box).x, middle(box).y, 0.5, box.w);
    }
}

/* ------------------------------------------------------------------- heads */

/* The number of each bank; below it, how many words it must serve for one access. */
static void draw_banks(struct drawing *d, const struct memory_layout *p)
{
    const double under = p->head_y + p->least * 1.25;
    char number[32];
    int step = 1;

    draw_label(d, p, "bank", p->head_y);
    if (p->a->banks_in_conflict > 0)
        draw_label(d, p, "at once", under);
    while (step * p->column < p->least)
        step *= 2;
    for (int bank = 0; bank < p->columns; bank++) {
        const double x = p->left + (bank + 0.5) * p->column;
        if (x < p->seen_left)
            continue;
        use_colour(d, COLOUR_INK);
        snprintf(number, sizeof number, "%d", bank);
        if (bank % step == 0)
            put(d, p, number, x, p->head_y, 0.5, p->column * 0.95 * step);
        if (p->a->at_once[bank] < 2)
            continue;
        use_colour(d, COLOUR_LOOK);
        fill_box(d, (struct box){x - p->column * 0.42, under - p->least * 0.6,
                                 p->column * 0.84, p->least * 1.2});
        use_ink_on(d, COLOUR_LOOK);
        snprintf(number, sizeof number, "%d", p->a->at_once[bank]);
        put(d, p, number, x, under, 0.5, p->column * 0.84);
    }
}

/* These lines do not move with zoom. */
static void draw_words(struct drawing *d, const struct stage *stage,
                       const struct memory_layout *p)
{
    const struct box top = scene_window(stage->view);
    const double y = top.y + p->text * 1.9;
    char line[512];

    memory_say_step(p->a, p->a->now, line, sizeof line);
    use_colour(d, COLOUR_INK);
    draw_text(d, line, p->text, top.x, top.y + p->text * 0.6, 0, top.w);
    const double room =
        top.w - memory_draw_legend(d, stage, p, top.x, y, top.w);
    memory_say_conflicts(p->a, p->left_out, line, sizeof line);
    if (room > p->text * 3)
        draw_text(d, line, stage->theme->small, top.x + top.w, y, 1, room);
}

/* Names of rows, and the head above: they hide the parts of the scene below them. */
static void draw_margins(struct drawing *d, const struct stage *stage,
                         const struct memory_layout *p)
{
    const struct box window = scene_window(stage->view);

    use_colour(d, COLOUR_PAPER);
    fill_box(
        d, (struct box){window.x, window.y, p->seen_left - window.x, window.h});
    for (int k = 0; k < p->rows; k++)
        draw_row_label(d, p, k);
    for (int w = 0; w < p->warps; w++)
        draw_warp_label(d, p, w);
    if (p->rows < p->places && p->a->row[p->row[p->rows - 1]].shared)
        draw_free_place(d, p);
    use_colour(d, COLOUR_PAPER);
    fill_box(
        d, (struct box){window.x, window.y, window.w, p->head_end - window.y});
    draw_banks(d, p);
    draw_words(d, stage, p);
}

static void draw(struct drawing *d, const struct stage *stage, struct box box)
{
    const struct accesses *const a =
        accesses_at(stage->recording, stage->instant, stage->view->follow);

    if (!a)
        return;
    const struct memory_layout p = memory_layout_of(a, stage, box);
    memory_draw_arrows(d, stage, &p);
    for (int k = 0; k < a->cells; k++)
        draw_cell(d, stage, &p, k);
    for (int w = 0; w < p.warps; w++)
        draw_threads(d, stage, &p, w);
    draw_margins(d, stage, &p);
}

static const char *lacks(const struct recording *recording)
{
    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        if (e->kind == EVENT_ACCESS)
            return e->memory.bytes > 0
                       ? NULL
                       : "This trace does not record which memory is shared: "
                         "record it again.";
    }
    if (recording->real)
        return "Only the simulated machine records loads and stores.";
    return recording->n > 64
               ? "Loads and stores are recorded up to n = 64: trace a smaller "
                 "scan."
               : "This trace has no loads and stores.";
}

/* -------------------------------------------------------------------- hover */

static bool inside(struct box box, double x, double y)
{
    return x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h;
}

static bool tell(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes)
{
    const struct accesses *const a =
        accesses_at(stage->recording, stage->instant, stage->view->follow);
    struct box at;
    bool told = false;

    if (!a)
        return false;
    const struct memory_layout p = memory_layout_of(a, stage, box);
    for (int k = 0; k < a->cells && !told; k++)
        if (box_of_cell(&p, k, &at) && inside(at, x, y)) {
            memory_tell_word(a, k, line, bytes);
            told = true;
        }
    for (int t = 0; t < a->threads && !told; t++)
        if (box_of_thread(&p, t, &at) && inside(at, x, y)) {
            memory_tell_thread(a, t, line, bytes);
            told = true;
        }
    return told;
}

const struct scene scene_memory = {
    .name = "memory",
    .about =
        "the memory of a block: which thread accesses which word, and banks",
    .lacks = lacks,
    .draw = draw,
    .tell = tell,
};
