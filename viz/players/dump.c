/* dump.c - a picture as text. */
#include "dump.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720 };

/* Text of a trace must not control a terminal. */
static void print_line(FILE *out, const char *text)
{
    for (; *text; text++)
        putc((unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text, out);
    putc('\n', out);
}

static void dump_tiles(const struct recording *recording,
                       const struct instant *instant, FILE *out)
{
    static const char *const doing[PHASES] = {"-",         "load",   "scan",
                                              "look back", "store",  "count",
                                              "reduce",    "scatter"};

    for (int k = 0; k < recording->tiles; k++) {
        const struct tile_now *const now = &instant->tile[k];
        const char *const value = now->prefix ? now->prefix : now->aggregate;
        char line[256];

        snprintf(line, sizeof line, "tile %d: %c %s %s", k, now->flag,
                 value ? value : "-", doing[phase_now(instant, k)]);
        print_line(out, line);
    }
}

/* -------------------------------------------------------------------- marks */

struct page {
    const struct drawing *drawing;
    double across, down; /* pixels of 1280x720 a pixel of the view */
    double shift;        /* of the part that is drawn */
    FILE *out;
};

/* Rounded, and never "-0". */
static double across(const struct page *page, double x)
{
    return round(x * page->across) + 0.0;
}

static double down(const struct page *page, double y)
{
    return round(y * page->down) + 0.0;
}

static void dump_place(const struct page *page, const char *before,
                       const double v[2])
{
    fprintf(page->out, "%s%.0f,%.0f", before, across(page, v[0] + page->shift),
            down(page, v[1]));
}

/* One piece of a path. */
static void dump_piece(const struct page *page, const struct mark *mark)
{
    const double *const v = mark->v;

    switch (mark->kind) {
    case MARK_MOVE: dump_place(page, " ", v); break;
    case MARK_LINE: dump_place(page, "-", v); break;
    case MARK_CLOSE: fputs("-", page->out); break;
    case MARK_ARC:
        dump_place(page, " arc ", v);
        fprintf(page->out, " %.0f", across(page, v[2]));
        break;
    case MARK_BOX:
        dump_place(page, " ", v);
        fprintf(page->out, " %.0fx%.0f", across(page, v[2]), down(page, v[3]));
        break;
    default: break;
    }
}

/* "fill a: 10,20 30x40 50,20 30x40": the action, its colour, and the path. */
static void dump_path(const struct page *page, const struct mark *path,
                      const struct mark *mark)
{
    static const char *const hatches[] = {"plain", "rising", "falling", "level",
                                          "dots"};
    const bool on = mark->colour >= INK_ON;

    fputs(mark->kind == MARK_FILL     ? "fill"
          : mark->kind == MARK_STROKE ? mark->v[1] > 0 ? "dash" : "line"
                                      : hatches[mark->what],
          page->out);
    fprintf(page->out, " %s%s:", on ? "on-" : "",
            colour_name((enum colour)(mark->colour - (on ? INK_ON : 0))));
    for (; path < mark; path++)
        dump_piece(page, path);
    putc('\n', page->out);
}

static void dump_text(const struct page *page, const double place[2], double at,
                      double size, const char *text)
{
    dump_place(page, "text ", place);
    fprintf(page->out, " %s %.0f: ",
            at < 0.25   ? "left"
            : at > 0.75 ? "right"
                        : "middle",
            down(page, size));
    print_line(page->out, text);
}

/* The marks that need no path. */
static void dump_other(struct page *page, const struct mark *mark)
{
    const char *const text = page->drawing->text + mark->text;
    const double *const v = mark->v;

    switch (mark->kind) {
    case MARK_TEXT: dump_text(page, v, v[2], v[6], text); break;
    case MARK_LETTERS:
        for (int k = 1; k <= v[1]; k++)
            dump_text(page, mark[k].v, 0.5, v[0], text);
        break;
    case MARK_IMAGE:
        dump_place(page, "image ", v);
        fprintf(page->out, " %.0fx%.0f\n", v[4], v[5]);
        break;
    case MARK_CLIP: page->shift = v[4]; break;
    default: page->shift = 0; break;
    }
}

static void dump_marks(struct page *page)
{
    const struct drawing *const d = page->drawing;
    const struct mark *path = d->mark;

    for (const struct mark *m = d->mark; m < d->mark + d->marks; m++) {
        if (m->kind < MARK_NEW)
            continue;
        if (m->kind == MARK_NEW || m->kind >= MARK_TEXT)
            path = m + 1;
        if (m->kind >= MARK_TEXT)
            dump_other(page, m);
        else if (m > path && m->kind != MARK_NEW)
            dump_path(page, path, m);
        if (m->kind == MARK_LETTERS)
            m += (int)m->v[1];
        if (!m->keeps)
            path = m + 1;
    }
}

/* Widths that depend on no font: dumps are the same everywhere. */
static double width_of(const struct ruler *ruler, const char *text, double size)
{
    (void)ruler;
    return text_room(text, size);
}

bool dump_picture(const struct recording *recording, const struct view *view,
                  FILE *out)
{
    static const struct ruler ruler = {width_of};
    struct view own = *view;
    struct instant instant;
    struct drawing d;
    struct page page = {&d, WIDTH / view->width, HEIGHT / view->height, 0, out};
    char caption[512];

    if (!instant_open(recording, &instant))
        return false;
    instant_go(recording, &instant, view->at);
    fprintf(out, "scene %s, at %.6g of %.6g\n", scenes[view->scene]->name,
            view->at, recording->duration);
    dump_tiles(recording, &instant, out);
    caption_in_view(recording, &instant, view, caption, sizeof caption);
    fprintf(out, "caption: ");
    print_line(out, caption);
    fprintf(out, "bar: %.1f%%\n",
            100 * view->at / fmax(recording->duration, 1e-9));
    own.ruler = &ruler;
    drawing_open(&d, view->width, view->height);
    draw_picture(&d, recording, &instant, &own);
    const bool whole = !d.failed;
    if (whole)
        dump_marks(&page);
    drawing_close(&d);
    instant_close(&instant);
    return whole;
}

static bool dump_beat(const struct lesson *lesson, double at, FILE *out)
{
    static const struct ruler ruler = {width_of};
    struct theme theme = theme_of(WIDTH, HEIGHT, false, false, NULL);
    struct drawing d;
    struct page page = {&d, 1, 1, 0, out};

    theme.ruler = &ruler;
    drawing_open(&d, WIDTH, HEIGHT);
    lesson_draw(&d, lesson, &theme, WIDTH, HEIGHT, at);
    const bool whole = !d.failed;
    fprintf(out, "at %.2f s: %s\n", at, lesson_at(lesson, at)->says);
    if (whole)
        dump_marks(&page);
    drawing_close(&d);
    return whole;
}

bool dump_lesson(const struct lesson *lesson, double at, FILE *out)
{
    bool whole = true;

    if (at >= 0)
        return dump_beat(lesson, at, out);
    at = lesson_next(lesson, 0, 1);
    for (int k = 0; whole && k < lesson->beats; k++) {
        whole = dump_beat(lesson, at, out);
        at = lesson_next(lesson, at, 1);
    }
    return whole;
}
