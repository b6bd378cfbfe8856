/* memory_layout.c - see memory_layout.h. */
#include "memory_layout.h"

#include <math.h>

enum { GLOBAL_ROWS = 2 };

static int columns_of(const struct accesses *a)
{
    long long columns = a->threads < LANES ? a->threads : LANES;

    for (int k = 0; k < a->cells; k++) {
        const struct cell *const cell = &a->cell[k];
        const long long end =
            (cell->byte % ROW_BYTES + cell->bytes - 1) / BANK_BYTES + 1;
        if (end > columns)
            columns = end;
    }
    return columns < 8 ? 8 : columns > BANKS ? BANKS : (int)columns;
}

/* The largest number of rows of global memory in a step of the block: other steps keep
 * this room free, so that nothing jumps. */
static int global_rows(const struct accesses *a)
{
    int most = 0;

    for (int s = 0; s < a->steps; s++) {
        int row[GLOBAL_ROWS], rows = 0;
        for (int i = a->step[s].first; i < a->step[s].end; i++) {
            const int r = a->cell[a->access[i].cell].row;
            int seen = 0;
            while (seen < rows && row[seen] != r)
                seen++;
            if (!a->row[r].shared && seen == rows && rows < GLOBAL_ROWS)
                row[rows++] = r;
        }
        if (rows > most)
            most = rows;
    }
    return most;
}

/* Chooses up to `most` rows, in order, and prefers rows of the step; without `idle`,
 * only rows of the step. */
static void choose_rows(struct memory_layout *p, bool shared, int most,
                        bool idle)
{
    const struct accesses *const a = p->a;
    int touched = 0, used = 0;

    for (int r = 0; r < a->rows; r++)
        touched += a->row[r].shared == shared && a->row[r].in_step;
    int others = idle ? most - touched : 0;
    for (int r = 0; r < a->rows; r++)
        if (a->row[r].shared == shared &&
            (a->row[r].in_step ? used++ < most : others-- > 0))
            p->row[p->rows++] = r;
    if (touched > most)
        p->left_out += touched - most;
}

/* The warps of the newest access, if not all fit. */
static void choose_warps(struct memory_layout *p)
{
    const struct accesses *const a = p->a;
    const int warps = (a->threads + LANES - 1) / LANES;
    const int at = a->newest >= 0 ? a->newest : a->step[a->now].first;
    const int newest = a->access[at].thread / LANES;

    p->warps = a->warp >= 0 ? 1 : warps < MAX_WARPS ? warps : MAX_WARPS;
    p->first_warp = newest < p->warps           ? 0
                    : newest + p->warps > warps ? warps - p->warps
                                                : newest;
}

static double head_of(const struct memory_layout *p)
{
    return p->text * 3.2 + p->least * 2.5;
}

/* From top to bottom: bank numbers, rows, threads, rows. */
static void place_rows(struct memory_layout *p, int shared, int global)
{
    const int all = p->places = shared + global;
    const int above = shared > 0 ? (shared + 1) / 2 : (all + 1) / 2;
    const double head = head_of(p);
    const double free = p->box.h - head - p->height * (all + p->warps);
    const int small = all + p->warps - 2 - (all > above);
    const double gap = fmin(p->height * 0.8, free * 0.4 / (small + 1));
    const double big = (free - gap * small) / (all > above ? 2 : 1);
    double y = p->box.y + head;

    p->apart = p->height + gap;

    for (int k = 0; k < all; k++) {
        if (k == above) {
            y += big - gap;
            for (int w = 0; w < p->warps; w++, y += p->height + gap)
                p->warp_y[w] = y;
            y += big - gap;
        }
        p->row_y[k] = y;
        y += p->height + gap;
    }
    for (int w = 0; all <= above && w < p->warps; w++)
        p->warp_y[w] = y + big - gap + w * (p->height + gap);
}

/* Makes `rows` rows fit if possible; returns how many do. */
static int choose_height(struct memory_layout *p, int rows)
{
    int fit = 0;

    for (int flat = 0; flat <= 1 && fit < rows; flat++) {
        p->height = flat ? p->least * 1.4 : fmax(p->text, p->least) * 1.25;
        const double free = p->box.h - head_of(p) - p->height * (p->warps + 4);
        fit = (int)fmin(MAX_ROWS, fmax(2, free / (p->height * 1.35)));
    }
    return fit;
}

/* Names of rows are short if two digits would not fit otherwise. */
static void place_columns(struct memory_layout *p, const struct stage *stage)
{
    const struct box window = scene_window(stage->view);

    for (int narrow = 0; narrow <= 1; narrow++) {
        const double names = p->least * (narrow ? 4 : 6.6);
        p->left = p->box.x + names;
        p->seen_left = window.x + names;
        p->column = (p->box.x + p->box.w - p->left) / p->columns;
        p->is_narrow = narrow;
        if (p->column >= p->least)
            break;
    }
    p->head_y = window.y + p->text * 3.4;
    p->head_end = p->head_y + p->least * 2;
}

struct memory_layout memory_layout_of(const struct accesses *a,
                                      const struct stage *stage, struct box box)
{
    const double text = stage->theme->text;
    struct memory_layout p = {.a = a,
                              .text = text,
                              .least = stage->theme->least,
                              .box = box,
                              .columns = columns_of(a)};
    int in_shared = 0;

    place_columns(&p, stage);
    choose_warps(&p);
    for (int r = 0; r < a->rows; r++)
        in_shared += a->row[r].shared;
    int global = global_rows(a);
    if (in_shared == 0)
        global = a->rows;
    const int fit = choose_height(&p, in_shared + global);
    if (global > fit - (in_shared > 0))
        global = fit - (in_shared > 0);
    const int shared = in_shared < fit - global ? in_shared : fit - global;
    p.letters =
        fmax(p.least, fmin(fmin(text * 0.9, p.height * 0.75), p.column * 0.6));
    choose_rows(&p, true, shared, true);
    choose_rows(&p, false, global, in_shared == 0);
    place_rows(&p, shared, global);
    return p;
}

bool box_of_cell(const struct memory_layout *p, int cell, struct box *box)
{
    const struct cell *const c = &p->a->cell[cell];
    const double gap = p->column * 0.08;
    const long long column = c->byte % ROW_BYTES / BANK_BYTES;
    const double wide = (c->bytes + BANK_BYTES - 1) / BANK_BYTES;

    for (int k = 0; k < p->rows; k++)
        if (p->row[k] == c->row) {
            *box = (struct box){
                p->left + column * p->column + gap / 2, p->row_y[k],
                fmin(wide, p->columns - column) * p->column - gap, p->height};
            return true;
        }
    return false;
}

bool box_of_thread(const struct memory_layout *p, int thread, struct box *box)
{
    const int warp =
        thread / LANES - (p->a->warp >= 0 ? p->a->warp : p->first_warp);
    const double gap = p->column * 0.08;

    if (warp < 0 || warp >= p->warps || thread % LANES >= p->columns)
        return false;
    *box = (struct box){p->left + thread % LANES * p->column + gap / 2,
                        p->warp_y[warp], p->column - gap, p->height};
    return true;
}
