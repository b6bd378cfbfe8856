/* player_mouse.c - a bar that is dragged, a scene that is zoomed, a tile that
 * is clicked. */
#include "player.h"

#include <math.h>

enum { MOST_ZOOM = 64 };

static void scrub(struct player *p, double x)
{
    double left;
    const int part = screen_part_at(p->screen, &p->view, x);
    const struct view view = screen_part(p->screen, &p->view, part, &left);

    p->playing = false;
    player_go_to(p, bar_time(p->screen->recording[part], &view, x - left));
}

/* The part of the scene that is at a pixel. */
static void part_at(const struct player *p, double x, double y, double part[2])
{
    double left;
    const struct view view = screen_part(
        p->screen, &p->view, screen_part_at(p->screen, &p->view, x), &left);
    const struct box box = scene_box(&view);

    part[0] = (x - left - box.x) / box.w;
    part[1] = (y - box.y) / box.h;
}

/* So that this part of the scene is at that pixel. */
static void put_part(struct player *p, const double part[2], double x, double y)
{
    double left;
    const struct view view = screen_part(
        p->screen, &p->view, screen_part_at(p->screen, &p->view, x), &left);
    const struct box window = scene_window(&view);
    const struct box box = scene_box(&view);
    const double w = box.w, h = box.h;
    const double half_x = window.w / w / 2, half_y = window.h / h / 2;

    p->view.look_x = part[0] - (x - left - window.x - window.w / 2) / w;
    p->view.look_y = part[1] - (y - window.y - window.h / 2) / h;
    p->view.look_x = fmin(fmax(p->view.look_x, half_x), 1 - half_x);
    p->view.look_y = fmin(fmax(p->view.look_y, half_y), 1 - half_y);
}

void player_zoom(struct player *p, double x, double y, double by)
{
    double part[2];

    part_at(p, x, y, part);
    p->view.zoom = fmin(fmax(p->view.zoom * by, 1), MOST_ZOOM);
    put_part(p, part, x, y);
    p->changed = true;
}

void player_press(struct player *p, double x, double y)
{
    p->moved = false;
    p->drag = y >= bar_window(&p->view).y - 4 ? DRAG_BAR : DRAG_SCENE;
    if (p->drag == DRAG_BAR)
        scrub(p, x);
}

void player_move(struct player *p, double x, double y)
{
    double part[2];

    if (p->drag == DRAG_BAR) {
        scrub(p, x);
    } else if (p->drag == DRAG_SCENE && p->view.zoom > 1 &&
               (p->moved || hypot(x - p->x, y - p->y) > 3)) {
        p->moved = true;
        part_at(p, p->x, p->y, part);
        put_part(p, part, x, y);
        p->changed = true;
    }
    if (p->drag == DRAG_NOTHING || p->moved) {
        p->x = x;
        p->y = y;
    }
    p->view.hover_x = p->drag == DRAG_NOTHING ? x : -1;
    p->view.hover_y = p->drag == DRAG_NOTHING ? y : -1;
    p->changed = true;
}

void player_release(struct player *p, double x, double y)
{
    if (p->drag == DRAG_SCENE && !p->moved) {
        double left;
        const int part = screen_part_at(p->screen, &p->view, x);
        const struct view view = screen_part(p->screen, &p->view, part, &left);
        p->view.follow =
            tile_at_pixel(p->screen->recording[part], &p->screen->instant[part],
                          &view, x - left, y);
        p->changed = true;
    }
    p->drag = DRAG_NOTHING;
}
