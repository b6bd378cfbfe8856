/* buttons.c - see buttons.h. */
#include "buttons.h"

#include <math.h>

/* The one with the scene's name is wider. */
static double width_of(const struct theme *theme, int button)
{
    return theme->text * (button == BUTTON_SCENE ? 5.2 : 1.6);
}

static struct box box_of(const struct view *view, int button)
{
    const struct theme theme = theme_in(view);
    const struct box bar = bar_window(view);
    const double h = theme.text * 1.3;
    struct box box = {theme.text, bar.y + (bar.h - h) / 2, 0, h};

    for (int k = 0; k < button; k++)
        box.x += width_of(&theme, k) + theme.text * 0.25;
    box.w = width_of(&theme, button);
    return box;
}

double buttons_width(const struct view *view)
{
    const struct theme theme = theme_in(view);
    double width = theme.text * 0.75;

    for (int k = 0; k < BUTTONS; k++)
        width += width_of(&theme, k) + theme.text * 0.25;
    return width;
}

/* A triangle that points to the right, by -1 to the left. */
static void draw_triangle(struct drawing *d, double x, double y, double size,
                          int to)
{
    path_move(d, x - to * size * 0.5, y - size * 0.6);
    path_line(d, x + to * size * 0.6, y);
    path_line(d, x - to * size * 0.5, y + size * 0.6);
    path_close(d);
    path_fill(d);
}

static void draw_post(struct drawing *d, double x, double y, double size)
{
    fill_box(d, (struct box){x - size * 0.12, y - size * 0.6, size * 0.24,
                             size * 1.2});
}

static void draw_sign(struct drawing *d, const struct view *view, int button,
                      bool playing, struct box box)
{
    const struct theme *const theme = &d->theme;
    const double x = box.x + box.w / 2, y = box.y + box.h / 2;
    const double size = box.h * 0.5;
    const char *const words = button == BUTTON_SLOWER   ? "-"
                              : button == BUTTON_FASTER ? "+"
                              : button == BUTTON_HELP
                                  ? "?"
                                  : scenes[view->scene]->name;

    if (button == BUTTON_PLAY && playing) {
        draw_post(d, x - size * 0.35, y, size);
        draw_post(d, x + size * 0.35, y, size);
    } else if (button == BUTTON_PLAY) {
        draw_triangle(d, x, y, size, 1);
    } else if (button == BUTTON_BACK || button == BUTTON_STEP) {
        const int to = button == BUTTON_STEP ? 1 : -1;
        draw_triangle(d, x - to * size * 0.2, y, size, to);
        draw_post(d, x + to * size * 0.55, y, size);
    } else {
        draw_text(d, words, theme->small, x, y, 0.5, box.w * 0.94);
    }
}

/* The description of the button under the pointer, above it. */
static void draw_name(struct drawing *d, const struct view *view, int button)
{
    static const char *const names[BUTTONS] = {
        [BUTTON_BACK] = "previous event (Left)",
        [BUTTON_PLAY] = "play, pause (Space)",
        [BUTTON_STEP] = "next event (Right)",
        [BUTTON_SLOWER] = "slower (Down)",
        [BUTTON_FASTER] = "faster (Up)",
        [BUTTON_SCENE] = "another scene (1, 2, 3, ...)",
        [BUTTON_HELP] = "all keys (?)"};
    const struct theme *const theme = &d->theme;
    const struct box at = box_of(view, button);
    const double size = theme->small, pad = size * 0.5;
    const struct box box = {at.x, at.y - size * 2.1,
                            text_width(theme, names[button], size) + 2 * pad,
                            size * 1.8};

    use_colour(d, COLOUR_PAPER);
    fill_box(d, box);
    use_colour(d, COLOUR_INK);
    stroke_box(d, box, theme->line);
    draw_text(d, names[button], size, box.x + pad, box.y + box.h / 2, 0, 0);
}

void draw_buttons(struct drawing *d, const struct view *view, bool playing)
{
    const int hovered = button_at(view, view->hover_x, view->hover_y);

    d->theme = theme_in(view);
    for (int k = 0; k < BUTTONS; k++) {
        const struct box box = box_of(view, k);
        use_colour(d, k == hovered ? COLOUR_SCAN : COLOUR_X);
        fill_box(d, box);
        use_colour(d, COLOUR_FAINT);
        stroke_box(d, box, d->theme.line);
        if (k == hovered)
            use_ink_on(d, COLOUR_SCAN);
        else
            use_colour(d, COLOUR_INK);
        draw_sign(d, view, k, playing, box);
    }
    if (hovered >= 0)
        draw_name(d, view, hovered);
}

enum button button_at(const struct view *view, double x, double y)
{
    for (int k = 0; k < BUTTONS; k++) {
        const struct box box = box_of(view, k);
        if (x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h)
            return (enum button)k;
    }
    return BUTTON_NONE;
}
