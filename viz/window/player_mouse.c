/* player_mouse.c - dragging the bar, zooming and panning the scene, clicking a
 * tile. */
#include "buttons.h"
#include "player.h"
#include "scenes/moves.h"

#include <math.h>

static void scrub(struct player *p, double x)
{
    p->playing = false;
    player_go_to(p, screen_time_at(p->screen, &p->view, x));
}

/* The view of a part, to be copied back to the whole view; *left is its left
 * edge. */
static struct view part_of(const struct player *p, double x, double *left)
{
    return screen_part(p->screen, &p->view,
                       screen_part_at(p->screen, &p->view, x), left);
}

static void look_as(struct player *p, const struct view *part)
{
    p->view.zoom = part->zoom;
    p->view.look_x = part->look_x;
    p->view.look_y = part->look_y;
    p->changed = true;
}

void player_zoom(struct player *p, double x, double y, double by)
{
    double left;
    struct view view = part_of(p, x, &left);

    zoom_at(&view, x - left, y, by);
    look_as(p, &view);
}

/* Pans by the distance from the pointer's last place. */
static void pan_to(struct player *p, double x, double y)
{
    double left;
    struct view view = part_of(p, p->x, &left);

    pan(&view, (struct point){p->x - left, p->y}, (struct point){x - left, y});
    look_as(p, &view);
}

/* The action of the button's key. */
static void press_button(struct player *p, enum button button)
{
    static const SDL_Keycode keys[BUTTONS] = {
        [BUTTON_BACK] = SDLK_LEFT,    [BUTTON_PLAY] = SDLK_SPACE,
        [BUTTON_STEP] = SDLK_RIGHT,   [BUTTON_SLOWER] = SDLK_DOWN,
        [BUTTON_FASTER] = SDLK_UP,    [BUTTON_SCENE] = SDLK_TAB,
        [BUTTON_HELP] = SDLK_QUESTION};

    player_key(p, keys[button]);
}

void player_press(struct player *p, double x, double y)
{
    const enum button button = button_at(&p->view, x, y);

    p->moved = false;
    p->view.greets = false;
    p->changed = true;
    if (button != BUTTON_NONE && !p->view.help) {
        p->drag = DRAG_BUTTON;
        press_button(p, button);
        return;
    }
    p->drag = y >= bar_window(&p->view).y - 4 ? DRAG_BAR : DRAG_SCENE;
    if (p->drag == DRAG_BAR)
        scrub(p, x);
}

void player_move(struct player *p, double x, double y)
{
    if (p->drag == DRAG_BAR) {
        scrub(p, x);
    } else if (p->drag == DRAG_SCENE && p->view.zoom > 1 &&
               (p->moved || hypot(x - p->x, y - p->y) > 3)) {
        p->moved = true;
        pan_to(p, x, y);
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
