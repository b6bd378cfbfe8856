/* menu.c - see menu.h.
 *
 *     scanviz plays scans that were recorded. Choose a story: ...
 *     deep      tile 15 takes in twelve aggregates, window by window
 *     waiting   ...
 */
#include "menu.h"
#include "recording/story.h"

#include <math.h>

struct menu {
    struct view view;
    int chosen, count;
    bool ends;
};

static struct box row_of(const struct menu *m, int row)
{
    const struct theme theme = theme_in(&m->view);
    const double head = theme.text * 5, edge = theme.text;
    const double h =
        fmin((m->view.height - head - edge) / m->count, theme.text * 2.4);

    return (struct box){edge, head + row * h, m->view.width - 2 * edge, h};
}

static int row_at(const struct menu *m, double x, double y)
{
    for (int k = 0; k < m->count; k++) {
        const struct box box = row_of(m, k);
        if (x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h)
            return k;
    }
    return -1;
}

static void draw_row(struct drawing *d, const struct menu *m, int k)
{
    const struct box box = row_of(m, k);
    const double size = fmin(d->theme.text, box.h * 0.7);
    const double y = box.y + box.h / 2, pad = size * 0.6;

    use_colour(d, k == m->chosen ? COLOUR_SCAN : COLOUR_X);
    fill_box(d, (struct box){box.x, box.y, box.w, box.h * 0.9});
    if (k == m->chosen)
        use_ink_on(d, COLOUR_SCAN);
    else
        use_colour(d, COLOUR_INK);
    draw_text(d, story_name(k), size, box.x + pad, y - box.h * 0.05, 0,
              box.w * 0.16);
    draw_text(d, story_line(k), size, box.x + box.w * 0.18, y - box.h * 0.05, 0,
              box.w * 0.8);
}

static void draw_menu(struct drawing *d, const struct menu *m)
{
    const struct view *const view = &m->view;

    d->theme = theme_in(view);
    const double text = d->theme.text, w = view->width - 2 * text;
    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){0, 0, view->width, view->height});
    use_colour(d, COLOUR_INK);
    draw_text(d,
              "scanviz plays recorded scans: which tile publishes what, and "
              "which tile looks at which",
              text * 1.1, text, text * 1.4, 0, w);
    draw_text(
        d,
        "Choose a story with the mouse, or with Up, Down and Enter; q "
        "quits. Your own run: scanlab trace ALGORITHM, then scanviz FILE.",
        text, text, text * 3.2, 0, w);
    for (int k = 0; k < m->count; k++)
        draw_row(d, m, k);
}

static void show(struct surface *surface, struct menu *m)
{
    cairo_t *const cr = surface_begin(surface);
    struct drawing d;

    if (!cr)
        return;
    m->view.width = surface->width;
    m->view.height = surface->height;
    drawing_open(&d, m->view.width, m->view.height);
    draw_menu(&d, m);
    paint(cr, &d);
    drawing_close(&d);
    surface_show(surface, cr);
}

static void take_key(struct menu *m, SDL_Keycode code)
{
    switch (code) {
    case SDLK_UP: m->chosen = (m->chosen + m->count - 1) % m->count; return;
    case SDLK_DOWN: m->chosen = (m->chosen + 1) % m->count; return;
    case SDLK_HOME: m->chosen = 0; return;
    case SDLK_END: m->chosen = m->count - 1; return;
    case SDLK_l: m->view.dark = !m->view.dark; return;
    case SDLK_p: m->view.projector = !m->view.projector; return;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
    case SDLK_SPACE: m->ends = true; return;
    case SDLK_q:
    case SDLK_ESCAPE:
        m->chosen = -1;
        m->ends = true;
        return;
    default: return;
    }
}

static void take(struct menu *m, const SDL_Event *event, double scale)
{
    int row;

    switch (event->type) {
    case SDL_QUIT:
        m->chosen = -1;
        m->ends = true;
        return;
    case SDL_KEYDOWN: take_key(m, event->key.keysym.sym); return;
    case SDL_MOUSEMOTION:
        row = row_at(m, event->motion.x * scale, event->motion.y * scale);
        m->chosen = row >= 0 ? row : m->chosen;
        return;
    case SDL_MOUSEBUTTONUP:
        row = row_at(m, event->button.x * scale, event->button.y * scale);
        m->ends = row >= 0;
        m->chosen = row >= 0 ? row : m->chosen;
        return;
    default: return;
    }
}

int menu_choose(struct surface *surface, const struct view *view, int chosen)
{
    struct menu m = {.view = *view, .chosen = chosen, .count = story_count()};
    struct paint_ruler ruler;
    SDL_Event event;

    if (!paint_ruler_open(&ruler, view->font))
        return -1;
    m.view.ruler = &ruler.ruler;
    while (!m.ends) {
        show(surface, &m);
        if (SDL_WaitEvent(&event))
            do
                take(&m, &event, surface_scale(surface));
            while (!m.ends && SDL_PollEvent(&event));
    }
    paint_ruler_close(&ruler);
    return m.chosen;
}
