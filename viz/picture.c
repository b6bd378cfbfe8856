/* picture.c - head, scene, caption and scrub bar. */
#include "picture.h"
#include "caption.h"

#include <math.h>
#include <stdio.h>

int tile_in_view(const struct recording *recording, const struct moment *moment,
                 const struct view *view)
{
    return view->follow >= 0 && view->follow < recording->tiles
               ? view->follow
               : tile_of_moment(recording, moment);
}

static void draw_head(cairo_t *cr, const struct recording *recording,
                      const struct theme *theme, struct box box)
{
    char line[512];

    snprintf(line, sizeof line, "%s, %s scan of %ld elements of %s",
             recording->title, recording->exclusive ? "exclusive" : "inclusive",
             recording->n, recording->monoid);
    use_colour(cr, theme, COLOUR_INK);
    draw_text(cr, theme, line, theme->text * 1.1, box.x, box.y + box.h * 0.32,
              0, box.w);
    snprintf(line, sizeof line, "%s%s%s on %s, schedule %s",
             recording->algorithm,
             recording->variant && *recording->variant ? ":" : "",
             recording->variant ? recording->variant : "",
             recording->device ? recording->device : "?",
             recording->schedule ? recording->schedule : "-");
    draw_text(cr, theme, line, theme->text * 0.8, box.x, box.y + box.h * 0.78,
              0, box.w);
}

/* The newest event that has words for those who look at tiles. */
static const struct event *event_to_tell(const struct recording *recording,
                                         const struct moment *moment,
                                         const struct view *view)
{
    for (int i = moment->event; i >= 0; i--) {
        const struct event *const e = &recording->event[i];
        if (view->follow >= 0 && e->tile != view->follow)
            continue;
        if (recording->tiles == 0 || e->kind == EVENT_FINDING)
            return e;
        if (e->kind == EVENT_LOOK || e->kind == EVENT_PUBLISH ||
            e->kind == EVENT_TICKET || e->kind == EVENT_PHASE ||
            e->kind == EVENT_LAUNCH)
            return e;
    }
    return NULL;
}

static void draw_caption(cairo_t *cr, const struct recording *recording,
                         const struct moment *moment, const struct view *view,
                         const struct theme *theme, struct box box)
{
    const struct event *const e = event_to_tell(recording, moment, view);
    char line[512] = "nothing has happened yet";

    if (e)
        caption_of(recording, e, line, sizeof line);
    use_colour(cr, theme,
               e && e->kind == EVENT_FINDING ? COLOUR_WARN : COLOUR_INK);
    draw_text(cr, theme, line, theme->text * 1.1, box.x, box.y + box.h / 2, 0,
              box.w);
}

/* How much of the recording is over, and where it is. */
static void draw_bar(cairo_t *cr, const struct recording *recording,
                     const struct moment *moment, const struct theme *theme,
                     struct box box)
{
    const double part = moment->at / fmax(recording->duration, 1e-9);
    struct box done = box;
    char line[80];

    snprintf(line, sizeof line, "%.4g us of %.4g", moment->at,
             recording->duration);
    box.w -= text_width(cr, theme, line, theme->text * 0.8) + theme->text;
    done.w = box.w * fmin(part, 1);
    use_colour(cr, theme, COLOUR_FAINT);
    stroke_box(cr, box, theme->line);
    use_colour(cr, theme, COLOUR_STORE);
    fill_box(cr, done);
    use_colour(cr, theme, COLOUR_INK);
    draw_text(cr, theme, line, theme->text * 0.8, box.x + box.w + theme->text,
              box.y + box.h / 2, 0, 0);
}

void draw_picture(cairo_t *cr, const struct recording *recording,
                  struct moment *moment, const struct view *view)
{
    const struct theme theme =
        theme_of(view->height, view->dark, view->projector,
                 view->font ? view->font : "sans-serif");
    const double edge = theme.text, w = view->width - 2 * edge;
    const double head = theme.text * 2.6, caption = theme.text * 1.8;
    const double bar = theme.text * 0.7;
    const double below = view->height - edge - bar - caption;
    const struct box scene = {edge, edge * 0.5 + head, w,
                              below - head - edge * 1.2};

    moment_go(recording, moment, view->at);
    use_colour(cr, &theme, COLOUR_PAPER);
    cairo_paint(cr);
    draw_head(cr, recording, &theme, (struct box){edge, edge * 0.5, w, head});
    if (recording->tiles == 0 && view->scene == SCENE_TILES) {
        use_colour(cr, &theme, COLOUR_INK);
        draw_text(cr, &theme,
                  "This kernel tells of no tiles: look at its lanes (key 2).",
                  theme.text, view->width / 2, view->height / 2, 0.5, w);
    } else if (view->scene == SCENE_TILES) {
        draw_tiles(cr, recording, moment, view, &theme, scene);
    } else if (view->scene == SCENE_LANES) {
        draw_lanes(cr, recording, moment, view, &theme, scene);
    } else {
        draw_statistics(cr, recording, moment, view, &theme, scene);
    }
    draw_caption(cr, recording, moment, view, &theme,
                 (struct box){edge, below - edge * 0.5, w, caption});
    draw_bar(cr, recording, moment, &theme,
             (struct box){edge, view->height - edge * 0.6 - bar, w, bar});
}
