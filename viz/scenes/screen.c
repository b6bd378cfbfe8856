/* screen.c - see screen.h. */
#include "screen.h"
#include "recording/network.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool screen_open(struct screen *screen,
                 struct recording *const recording[MAX_SHOWN])
{
    *screen = (struct screen){.count = 0};
    for (int k = 0; k < MAX_SHOWN && recording[k]; k++) {
        screen->recording[k] = recording[k];
        screen->shown = ++screen->count;
        if (!instant_open(recording[k], &screen->instant[k]))
            return false;
    }
    return true;
}

bool screen_replace(struct screen *screen, const struct recording *first)
{
    struct instant instant;

    if (!instant_open(first, &instant))
        return false;
    instant_close(&screen->instant[0]);
    screen->instant[0] = instant;
    screen->recording[0] = first;
    return true;
}

void screen_close(struct screen *screen)
{
    for (int k = 0; k < screen->count; k++)
        instant_close(&screen->instant[k]);
}

void screen_play(struct screen *screen, const struct lesson *lesson)
{
    screen->lesson = lesson;
    screen->shown = 1;
}

double screen_duration(const struct screen *screen)
{
    double longest = screen->lesson ? screen->lesson->seconds : 0;

    for (int k = 0; !screen->lesson && k < screen->shown; k++)
        longest = fmax(longest, screen->recording[k]->duration);
    return longest;
}

/* The left edge of a part, or after the last one the right end. */
static double left_of(const struct screen *screen, const struct view *view,
                      int part)
{
    return part < screen->shown ? floor(view->width * part / screen->shown)
                                : view->width;
}

int screen_part_at(const struct screen *screen, const struct view *view,
                   double x)
{
    int part = 0;

    while (part + 1 < screen->shown && x >= left_of(screen, view, part + 1))
        part++;
    return part;
}

double screen_axis(const struct screen *screen)
{
    for (int k = 1; k < screen->shown; k++)
        if (screen->recording[k]->steps != screen->recording[0]->steps)
            return 0;
    return screen->shown > 1 ? screen_duration(screen) : 0;
}

int screen_levels(const struct screen *screen)
{
    int levels = 0;

    for (int k = 0; k < screen->shown; k++) {
        const struct network *const network = screen->recording[k]->network;
        if (network && network->depth > levels)
            levels = network->depth;
    }
    return levels;
}

struct view screen_part(const struct screen *screen, const struct view *view,
                        int part, double *left)
{
    struct view own = *view;

    *left = 0;
    if (screen->shown > 1) {
        *left = left_of(screen, view, part);
        own.width = left_of(screen, view, part + 1) - *left;
        own.hover_x -= *left;
        own.help = false;
        if (screen_part_at(screen, view, view->hover_x) != part)
            own.hover_x = own.hover_y = -1;
    }
    if (screen_axis(screen) > 0)
        own.axis = screen_axis(screen);
    own.levels = screen_levels(screen);
    own.at = fmin(view->at, screen->recording[part]->duration);
    if (part > 0) /* events belong to the first recording */
        view_go(&own, own.at);
    else if (screen->shown > 1)
        own.asks = -1; /* questions are shown over all parts */
    own.beside = screen->shown > 1;
    return own;
}

static double fit_line(const struct screen *screen, const struct view *view,
                       int which)
{
    double fit = 1, left;

    for (int k = 0; k < screen->shown; k++) {
        const struct view own = screen_part(screen, view, k, &left);
        fit = fmin(fit, head_fit(screen->recording[k], &own, which));
    }
    return fit;
}

/* Heads side by side have the same size, and are brief if that is small. */
static void fit_heads(const struct screen *screen, struct view *view)
{
    const double least = 0.85;

    view->brief = fit_line(screen, view, 0) < least;
    for (int which = 0; which <= 1; which++)
        view->head[which] = fit_line(screen, view, which);
}

/* The bar of a film, beside the buttons of a window. */
static struct box film_bar(const struct view *view)
{
    const struct box bar = bar_window(view);
    const double left = fmin(view->left, view->width - 2 * bar.h);

    return (struct box){left, bar.y, view->width - bar.h - left, bar.h};
}

double screen_time_at(const struct screen *screen, const struct view *view,
                      double x)
{
    const int part = screen_part_at(screen, view, x);
    double left;
    const struct view own = screen_part(screen, view, part, &left);
    const struct box bar = film_bar(view);

    return screen->lesson ? (x - bar.x) / bar.w * screen->lesson->seconds
                          : bar_time(screen->recording[part], &own, x - left);
}

static void draw_film(struct drawing *d, const struct screen *screen,
                      const struct view *view)
{
    const struct theme theme = theme_in(view);
    const struct lesson_beat *const beat = lesson_at(screen->lesson, view->at);
    const double at = view->still ? lesson_rest(beat) : view->at;
    struct box bar = film_bar(view);

    if (view->left <= 0) { /* no window */
        lesson_draw(d, screen->lesson, &theme, view->width, view->height, at);
        return;
    }
    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){0, 0, view->width, view->height});
    lesson_draw(d, screen->lesson, &theme, view->width, bar.y - 4, at);
    use_colour(d, COLOUR_FAINT);
    stroke_box(d, bar, theme.line);
    bar.w *= view->at / screen->lesson->seconds;
    fill_box(d, bar);
    if (view->help)
        draw_keys(d, view);
}

/* The text over all parts: questions, and the last sentence of a story with several
 * recordings. */
static bool is_said_by_all(const struct screen *screen, const struct view *view)
{
    const struct recording *const r = screen->recording[0];

    return screen->shown > 1 &&
           (view->asks >= 0 ||
            (r->partners > 0 && r->end && view->at >= screen_duration(screen)));
}

void screen_says(const struct screen *screen, const struct view *view,
                 char *words, size_t bytes)
{
    size_t used = 0;
    char line[512];

    *words = '\0';
    if (screen->lesson)
        snprintf(words, bytes, "%s", lesson_at(screen->lesson, view->at)->says);
    const bool one = !screen->lesson && is_said_by_all(screen, view);
    for (int k = 0; !screen->lesson && k < (one ? 1 : screen->shown); k++) {
        double left;
        const struct view own =
            one ? *view : screen_part(screen, view, k, &left);
        caption_in_view(screen->recording[k], &screen->instant[k], &own, line,
                        sizeof line);
        snprintf(words + used, bytes - used, "%s%s", k ? "\n" : "", line);
        used = strlen(words);
    }
}

void screen_draw(struct drawing *d, struct screen *screen,
                 const struct view *view)
{
    struct view fitting = *view;
    double left;

    if (screen->lesson) {
        draw_film(d, screen, view);
        return;
    }
    if (screen->shown > 1)
        fit_heads(screen, &fitting);
    for (int k = 0; k < screen->shown; k++) {
        const struct view own = screen_part(screen, &fitting, k, &left);
        drawing_clip(d, (struct box){0, 0, own.width, own.height}, left);
        draw_picture(d, screen->recording[k], &screen->instant[k], &own);
        drawing_clip_end(d);
    }
    use_colour(d, COLOUR_FAINT);
    for (int k = 1; k < screen->shown; k++)
        fill_box(
            d, (struct box){left_of(screen, view, k) - 1, 0, 2, view->height});
    if (screen->shown < 2)
        return;
    if (is_said_by_all(screen, view)) {
        struct view first = screen_part(screen, view, 0, &left);
        first.asks = view->asks;
        first.beside = false;
        draw_whole_caption(d, screen->recording[0], &screen->instant[0], &first,
                           view->width);
    }
    if (view->help)
        draw_keys(d, view);
}
