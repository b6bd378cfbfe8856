/* memory_arrows.c - shows which thread reads or writes which word. */
#include "memory_arrows.h"

#include <math.h>
#include <stdio.h>

/* A read goes from the word's left half to the thread's, a write from the
 * thread's right half to the word's: so the two are told apart at their ends,
 * too. */
static void ends_of(const struct memory_layout *p, bool writes, struct box cell,
                    struct box thread, double end[4])
{
    const bool above = cell.y < thread.y;
    const double part = writes ? 0.68 : 0.32;
    const double cell_x = cell.x + fmin(cell.w, p->column) * part;
    const double thread_x = thread.x + thread.w * part;
    const double cell_y = above ? cell.y + cell.h : cell.y;
    const double thread_y = above ? thread.y : thread.y + thread.h;

    end[0] = writes ? thread_x : cell_x;
    end[1] = writes ? thread_y : cell_y;
    end[2] = writes ? cell_x : thread_x;
    end[3] = writes ? cell_y : thread_y;
}

static void draw_tip(struct drawing *d, const double end[4], bool writes,
                     double size)
{
    const double angle = atan2(end[3] - end[1], end[2] - end[0]);
    const double open = writes ? 0.6 : 0.4;

    path_move(d, end[2] - size * cos(angle - open),
              end[3] - size * sin(angle - open));
    path_line(d, end[2], end[3]);
    path_line(d, end[2] - size * cos(angle + open),
              end[3] - size * sin(angle + open));
    if (writes) {
        path_stroke(d);
    } else {
        path_close(d);
        path_fill(d);
    }
}

static void draw_line(struct drawing *d, const double end[4], bool writes,
                      double width, double head)
{
    use_width(d, width);
    if (writes)
        use_dash(d, width * 3.5, width * 2);
    path_move(d, end[0], end[1]);
    path_line(d, end[2], end[3]);
    path_stroke(d);
    use_dash(d, 0, 0);
    if (head > 0)
        draw_tip(d, end, writes, head);
}

enum colour memory_colour(bool writes)
{
    return writes ? COLOUR_WARN : COLOUR_STORE;
}

static void draw_access(struct drawing *d, const struct stage *stage,
                        const struct memory_layout *p, int access, bool lit)
{
    const struct access *const x = &p->a->access[access];
    const double line = fmin(stage->theme->line, p->column * 0.06);
    const bool newest = lit || access == p->a->newest;
    struct box cell, thread;
    double end[4];

    if (!box_of_cell(p, x->cell, &cell) ||
        !box_of_thread(p, x->thread, &thread))
        return;
    ends_of(p, x->writes, cell, thread, end);
    use_colour(d, lit       ? COLOUR_INK
                  : x->done ? memory_colour(x->writes)
                            : COLOUR_FAINT);
    draw_line(d, end, x->writes,
              line * (newest    ? 2.4
                      : x->done ? 1.1
                                : 0.5),
              x->done ? fmin(p->column * 0.4, p->text * (newest ? 0.8 : 0.45))
                      : 0);
}

/* The two accesses of a finding, once it has happened. */
static void draw_culprits(struct drawing *d, const struct stage *stage,
                          const struct memory_layout *p)
{
    const struct step *const step = &p->a->step[p->a->now];
    const struct recording *const r = stage->recording;

    if (r->found < 0 || stage->instant->event < r->found)
        return;
    for (int i = step->first; i < step->end; i++)
        if (p->a->access[i].event == r->culprit[0] ||
            p->a->access[i].event == r->culprit[1])
            draw_access(d, stage, p, i, true);
}

/* First future accesses, then past ones, and the newest on top. */
void memory_draw_arrows(struct drawing *d, const struct stage *stage,
                        const struct memory_layout *p)
{
    const struct accesses *const a = p->a;
    const struct step *const step = &a->step[a->now];

    for (int done = 0; done <= 1; done++)
        for (int i = step->first; i < step->end; i++)
            if (a->access[i].done == done && i != a->newest)
                draw_access(d, stage, p, i, false);
    if (a->newest >= step->first)
        draw_access(d, stage, p, a->newest, false);
    draw_culprits(d, stage, p);
}

double memory_draw_legend(struct drawing *d, const struct stage *stage,
                          const struct memory_layout *p, double left, double y,
                          double most)
{
    const struct accesses *const a = p->a;
    const struct step *const step = &a->step[a->now];
    const double size = stage->theme->small;
    double x = left;

    for (int writes = 0; writes <= 1; writes++) {
        const double end[] = {x, y, x + size * 2, y};
        const double room = most / 2 - size * 3.2;
        int done = 0, all = 0;
        char line[48];
        for (int i = step->first; i < step->end; i++)
            if (a->access[i].writes == writes) {
                all++;
                done += a->access[i].done;
            }
        use_colour(d, memory_colour(writes));
        draw_line(d, end, writes, stage->theme->line * 1.6, size * 0.55);
        snprintf(line, sizeof line, "%d of %d %s", done, all,
                 writes ? "writes" : "reads");
        use_colour(d, COLOUR_INK);
        draw_text(d, line, size, end[2] + size * 0.4, y, 0, room);
        x = end[2] + size * 1.2 + fmin(text_room(line, size), room);
    }
    return x - left;
}
