/* lesson_row.c - acts 1 and 2: the row of tiles with their flags, and the number of
 * tiles that are done. */
#include "lesson_parts.h"

#include <stdio.h>

/* Within their beats: seconds after which boxes change. */
static const double chain_part = 0.5, all_shown = 0.3, early_done = 1.4,
                    own_done = 0.6, others_done = 1.2;

/* ------------------------------------------------------------------- states */

/* The second of the film at which a tile gets its P. */
static double gets_prefix(const struct sheet *s, int tile, bool chain)
{
    const struct lesson_beat *beat = s->lesson->beat;

    if (chain) {
        while (beat->act != ACT_CHAIN || beat->k != tile)
            beat++;
        return beat->begin + beat->seconds * (tile ? chain_part : 0.1);
    }
    return tile == 0                ? act_begins(s, ACT_ALL) + all_shown
           : tile <= s->ways->early ? act_begins(s, ACT_EARLY) + early_done
           : tile == s->ways->followed
               ? act_begins(s, ACT_DONE) + own_done
               : act_begins(s, ACT_OTHERS) + others_done;
}

char shows_now(const struct sheet *s, int tile, double *since)
{
    const bool chain = s->beat->act < ACT_OWN;
    const double prefix = gets_prefix(s, tile, chain);
    const double shown = act_begins(s, ACT_ALL) + all_shown;
    const bool has_prefix = s->seconds >= prefix;

    *since = s->seconds - (has_prefix ? prefix : shown);
    return has_prefix ? 'P' : !chain && s->seconds >= shown ? 'A' : 'X';
}

/* ---------------------------------------------------------------------- row */

static void draw_own(const struct sheet *s, int tile)
{
    const double middle = edge_of(tile) + WIDE / 2.0, y = BOX_Y + 82;
    char words[64];
    size_t used = 0;

    snprintf(words, sizeof words, "own %lld", s->ways->own[tile]);
    if (s->seconds < s->lesson->beat[1].begin + 0.4) {
        for (const char *c = s->ways->elements[tile]; *c; c++)
            if (*c != ' ' && used + 2 < sizeof words) {
                if (used)
                    words[used++] = '+';
                words[used++] = *c;
            }
        words[used] = '\0';
    }
    write_ink(s, words, used ? 15 : 20, middle, y, 0.5);
}

static void draw_tile(const struct sheet *s, int tile)
{
    double since;
    const char flag = shows_now(s, tile, &since);
    const double grow = flag == 'X' ? 0 : 2 * (1 - eased(since, 0, 0.3));
    const double middle = edge_of(tile) + WIDE / 2.0;
    const enum colour colour = flag == 'P'   ? COLOUR_P
                               : flag == 'A' ? COLOUR_A
                                             : COLOUR_X;
    char words[24] = {flag, 0};

    sheet_box(s,
              (struct box){edge_of(tile) - grow, BOX_Y - grow, WIDE + 2 * grow,
                           BOX_H + 2 * grow},
              flag == 'P'   ? FILL_P
              : flag == 'A' ? FILL_A
                            : FILL_X);
    write_on(s, words, 30, middle, BOX_Y + 38, 0.5, colour, true);
    if (flag == 'X') {
        draw_own(s, tile);
        return;
    }
    snprintf(words, sizeof words, "%lld",
             flag == 'P' ? s->ways->total[tile] : s->ways->own[tile]);
    write_on(s, words, 40, middle, BOX_Y + 86, 0.5, colour, true);
}

static void draw_elements(const struct sheet *s, int tile)
{
    const struct box cell = {edge_of(tile), 106, WIDE, 40};

    sheet_box(s, cell, FILL_OWN);
    write_ink(s, s->ways->elements[tile], 20, cell.x + WIDE / 2.0, cell.y + 28,
              0.5);
}

static void frame_tile(const struct sheet *s, int tile)
{
    sheet_frame(
        s, (struct box){edge_of(tile) - 3, 103, WIDE + 6, BOX_Y + BOX_H - 100},
        5, COLOUR_INK);
}

void draw_row(const struct sheet *s)
{
    const enum act act = s->beat->act;

    for (int k = 0; k < ROW_TILES; k++) {
        draw_elements(s, k);
        if (act != ACT_WANTED)
            draw_tile(s, k);
    }
    if (act >= ACT_FOLLOW && act <= ACT_OTHERS)
        frame_tile(s, s->ways->followed);
}

/* ------------------------------------------------------------------ counter */

/* A square for each tile that has its P, those of one step side by side. */
static void draw_squares(const struct sheet *s, int way)
{
    const double side = 12, y = 35;
    double x = 752, since;

    for (int step = 1; step <= ROW_TILES; step++) {
        const double before = x;
        for (int k = 0; k < ROW_TILES; k++) {
            if (s->ways->step[way][k] != step || shows_now(s, k, &since) != 'P')
                continue;
            sheet_box(s, (struct box){x, y - side, side, side}, FILL_P);
            x += side * 1.1;
        }
        x += x > before ? side * 0.4 : 0;
    }
}

/* The step that this beat shows. */
static int step_now(const struct sheet *s)
{
    const struct two_ways *const ways = s->ways;
    const int k = s->beat->k < 0            ? 0
                  : s->beat->k >= ROW_TILES ? ROW_TILES - 1
                                            : s->beat->k;

    return s->beat->act < ACT_OWN    ? ways->step[WAY_CHAIN][k]
           : s->beat->act <= ACT_ALL ? 1
           : s->beat->act <= ACT_EARLY
               ? ways->step[WAY_LOOK_BACK][1]
               : ways->step[WAY_LOOK_BACK][ROW_TILES - 1];
}

void draw_counter(const struct sheet *s)
{
    const bool again = s->beat->act >= ACT_OWN;
    char words[32];

    draw_squares(s, again ? WAY_LOOK_BACK : WAY_CHAIN);
    snprintf(words, sizeof words, "Step %d", step_now(s));
    write_ink(s, words, 28, 644, 36, 1);
    write_faint(s, "tiles done", 17, 746, 36, 1);
}
