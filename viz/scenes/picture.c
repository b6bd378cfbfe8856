/* picture.c - head, scene, caption and time bar. */
#include "picture.h"
#include "bar.h"
#include "recording/caption.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The launch that is over, where none runs; or NULL, as in a scan in one pass. */
static const struct event *ended_launch(const struct recording *recording,
                                        const struct instant *instant)
{
    const bool is_pass =
        recording_has_flags(recording) && recording->launches < 2;
    int i = is_pass ? -1 : instant->event;

    while (i >= 0 && recording->event[i].kind != EVENT_LAUNCH)
        i--;
    return i >= 0 && recording->tiles > 0 &&
                   instant->at >= recording->event[i].until
               ? &recording->event[i]
               : NULL;
}

int tile_in_view(const struct recording *recording,
                 const struct instant *instant, const struct view *view)
{
    if (view->follow >= 0 && view->follow < recording->tiles)
        return view->follow;
    if (ended_launch(recording, instant))
        return -1;
    if (view->stage >= 0 && recording->event[view->stage].tile >= 0)
        return recording->event[view->stage].tile;
    return tile_of_instant(recording, instant);
}

/* The two lines of the head, in their short form if there is not enough room. */
static void say_head(const struct recording *recording, const struct view *view,
                     const struct theme *theme, double room,
                     char line[2][HEAD_BYTES])
{
    caption_of_head(recording, false, line);
    const bool fits[] = {
        view->head[0] > 0 || /* side by side: like the others */
            text_width(theme, line[0], theme->text * 1.1) <= room,
        text_width(theme, line[1], theme->small) <= room};
    char brief[2][HEAD_BYTES];

    caption_of_head(recording, true, brief);
    for (int k = 0; k < 2; k++)
        if (!fits[k] || (k == 0 && view->brief))
            memcpy(line[k], brief[k], sizeof brief[k]);
}

static void draw_head(struct drawing *d, const struct recording *recording,
                      const struct view *view, const struct theme *theme,
                      struct box box)
{
    const double first = view->head[0] > 0 ? view->head[0] : 1;
    const double second = view->head[1] > 0 ? view->head[1] : 1;
    char line[2][HEAD_BYTES];

    say_head(recording, view, theme, box.w, line);
    use_colour(d, COLOUR_INK);
    draw_text(d, line[0], theme->text * 1.1 * first, box.x,
              box.y + box.h * 0.32, 0, box.w);
    draw_text(d, line[1], theme->small * second, box.x, box.y + box.h * 0.76, 0,
              box.w);
}

/* The newest event of a tile with a caption; for a followed tile also the ops with
 * which it combines the values seen. */
static const struct event *event_to_tell(const struct recording *recording,
                                         const struct instant *instant,
                                         const struct view *view)
{
    const struct event *op = NULL;

    if (view->stage >= 0)
        return &recording->event[view->stage];
    if (view->follow < 0 && ended_launch(recording, instant))
        return ended_launch(recording, instant);
    for (int i = instant->event; i >= 0; i--) {
        const struct event *const e = &recording->event[i];
        const bool ends_all = e->kind == EVENT_FINDING && e->tile < 0;
        if (recording->tiles > 0 && view->follow >= 0 && !ends_all &&
            e->tile != view->follow)
            continue;
        if (recording->tiles == 0 && recording->hides_blocks &&
            e->kind == EVENT_BARRIER)
            continue;
        if (recording->tiles == 0 || e->kind == EVENT_FINDING)
            return e;
        if (view->follow >= 0 && e->kind == EVENT_OP && !op)
            op = e;
        if (e->kind == EVENT_LOOK && op)
            return op;
        if (e->kind == EVENT_LOOK || e->kind == EVENT_PUBLISH ||
            e->kind == EVENT_TICKET || e->kind == EVENT_PHASE ||
            e->kind == EVENT_LAUNCH)
            return e;
    }
    return NULL;
}

/* The best place to break the first of several lines of a sentence: near its share,
 * preferably after a sentence or clause, and not in a formula. The end: nowhere. */
static char *break_of(const struct theme *theme, char *line, int lines,
                      double size, double width)
{
    const double length = (double)strlen(line);
    char *best = line + strlen(line);
    double least = INFINITY;

    for (char *c = line + 1; *c; c++) {
        if (*c != ' ')
            continue;
        double cost = fabs((double)(c - line) / length - 1.0 / lines);
        cost -= strchr(".?!", c[-1]) ? 0.25 : strchr(",;:", c[-1]) ? 0.1 : 0;
        cost += strchr("+*=", c[-1]) || strchr("+*=", c[1]) ? 0.5 : 0;
        *c = '\0';
        if (text_width(theme, line, size) > width ||
            text_width(theme, c + 1, size) > width * (lines - 1))
            cost += 1;
        *c = ' ';
        if (cost < least) {
            least = cost;
            best = c;
        }
    }
    return best;
}

/* Draws a sentence on as few lines as possible. */
static void draw_lines(struct drawing *d, const struct theme *theme, char *line,
                       int most, struct box box)
{
    const double size = fmin(theme->text * 1.1, box.h * 0.9);
    const double lower = fmax(fmin(theme->text * 0.95, box.h * 0.9 / most), 1);
    int lines = 2;

    if (text_width(theme, line, size) <= box.w) {
        draw_text(d, line, size, box.x, box.y + box.h / 2, 0, box.w);
        return;
    }
    while (lines < most && text_width(theme, line, lower) > 0.9 * lines * box.w)
        lines++;
    for (int k = 0; k < lines && *line; k++) {
        char *const end = k + 1 == lines
                              ? line + strlen(line)
                              : break_of(theme, line, lines - k, lower, box.w);
        const bool is_last = !*end;
        *end = 0;
        draw_text(d, line, lower, box.x,
                  box.y + box.h * (0.5 + (k - (lines - 1) * 0.5) * 1.04 / most),
                  0, box.w);
        line = is_last ? end : end + 1;
    }
}

/* Whether the last sentence is due: at the end of the recording, if no tile is followed
 * except that of the story. The sentence is the story's, or says that all tiles are
 * done. */
static bool is_over(const struct recording *recording, const struct view *view)
{
    const bool in_view = view->follow < 0 || view->follow == recording->follow;

    if (view->stage >= 0 || view->beside || !in_view ||
        view->at < recording->duration)
        return false;
    return recording->end || recording->ranks > 0 ||
           (recording->tiles > 0 && !recording->finding &&
            !recording->lacks_some &&
            (recording->first_p >= 0 || recording->launches > 1 ||
             !recording_has_flags(recording)));
}

/* Whether the event is the last of its tile, and its block has ended. */
static bool is_done(const struct recording *r, const struct instant *instant,
                    const struct event *e)
{
    return e && e->tile >= 0 && e->kind == EVENT_PHASE &&
           e->phase == PHASE_STORE && instant->at >= r->tile[e->tile].until &&
           !r->tile[e->tile].unfinished;
}

/* The stop whose question or answer is in view, or NULL. */
static const struct stop *stop_in_view(const struct recording *recording,
                                       const struct view *view)
{
    return view->asks >= 0 && view->asks / 2 < recording->stops
               ? &recording->stop[view->asks / 2]
               : NULL;
}

/* In the scene `ways`: how many elements of the newest pass are in place, if one was
 * written after the event of the caption; or 0. */
static int placed_in_view(const struct recording *r,
                          const struct instant *instant,
                          const struct view *view, const struct event *e,
                          int *pass)
{
    int placed = 0;
    bool newest = false;

    for (*pass = r->passes; *pass > 0 && placed == 0;) {
        const struct way *const way = r->way[--*pass];
        for (int k = 0; scenes[view->scene] == &scene_ways && k < r->ways;
             k++) {
            placed += way[k].event <= instant->event;
            newest |= way[k].event <= instant->event &&
                      (!e || &r->event[way[k].event] > e);
        }
    }
    return newest ? placed : 0;
}

/* "Pass 1: 12 of 48 elements are in place." */
static void caption_of_ways(const struct recording *r, int placed, int pass,
                            char *line, size_t bytes)
{
    char which[24] = "";

    if (r->passes > 1)
        snprintf(which, sizeof which, "Pass %d: ", pass + 1);
    snprintf(line, bytes, "%s%d of %d elements are in place.", which, placed,
             r->ways);
}

void caption_in_view(const struct recording *recording,
                     const struct instant *instant, const struct view *view,
                     char *line, size_t bytes)
{
    const struct event *const e = event_to_tell(recording, instant, view);
    const struct stop *const stop = stop_in_view(recording, view);
    int pass;
    const int placed = placed_in_view(recording, instant, view, e, &pass);

    if (stop)
        caption_of_stop(stop, view->asks & 1, line, bytes);
    else if (is_over(recording, view))
        caption_of_end(recording, line, bytes);
    else if (placed > 0)
        caption_of_ways(recording, placed, pass, line, bytes);
    else if (e && e == ended_launch(recording, instant) && view->stage < 0)
        caption_of_ended(recording, e, instant->at, line, bytes);
    else if (is_done(recording, instant, e))
        snprintf(line, bytes, "Tile %d is done.", e->tile);
    else if (e)
        caption_of(recording, e, instant->event, line, bytes);
    else if (view->follow >= 0)
        snprintf(line, bytes, "No block has taken tile %d yet.", view->follow);
    else
        snprintf(line, bytes, "Nothing has happened yet.");
}

void remark_in_view(const struct recording *recording,
                    const struct instant *instant, const struct view *view,
                    char *line, size_t bytes, bool *warns)
{
    const struct event *const e = event_to_tell(recording, instant, view);

    const struct stop *const stop = stop_in_view(recording, view);

    *line = 0;
    if (stop)
        remark_on_stop(stop, line, bytes);
    else if (e)
        remark_on(recording, e, line, bytes);
    *warns = e && e->kind == EVENT_FINDING && !stop;
}

/* A picture that is higher than wide has room for one more line. */
static int caption_lines(const struct view *view)
{
    return view->height > view->width ? 3 : 2;
}

static void draw_caption(struct drawing *d, const struct recording *recording,
                         const struct instant *instant, const struct view *view,
                         const struct theme *theme, struct box box)
{
    const struct event *const e = event_to_tell(recording, instant, view);
    char line[512], remark[512];
    bool warns;

    if (view->greets && !(e && e->kind == EVENT_FINDING))
        snprintf(
            line, sizeof line,
            "A recorded run. This scene: %s. Space plays, ? shows all keys, "
            "m the stories.",
            scenes[view->scene]->about);
    else
        caption_in_view(recording, instant, view, line, sizeof line);
    remark_in_view(recording, instant, view, remark, sizeof remark, &warns);
    use_colour(d, warns ? COLOUR_WARN : COLOUR_INK);
    if (stop_in_view(recording, view))
        stroke_box(
            d,
            (struct box){box.x - theme->text * 0.3, box.y - theme->text * 0.15,
                         box.w + theme->text * 0.6, box.h + theme->text * 0.45},
            theme->line * 2);
    if (!view->speaker) {
        draw_lines(d, theme, line, caption_lines(view), box);
        return;
    }
    const struct box above = {box.x, box.y, box.w, box.h * 0.62};
    draw_lines(d, theme, line, 2, above);
    use_colour(d, COLOUR_STORE);
    draw_text(d, remark, theme->text, box.x, box.y + box.h * 0.84, 0, box.w);
}

/* ------------------------------------------------------------------ layout */

struct theme theme_in(const struct view *view)
{
    struct theme theme =
        theme_of(view->width, view->height, view->dark, view->projector,
                 view->font ? view->font : "sans-serif");

    theme.ruler = view->ruler;
    if (view->bare) { /* like the text around it: see page.css */
        theme.least =
            fmax(view->text * (view->projector ? 0.6 : 0.9), theme.least);
        theme.text = fmax(view->text, theme.least);
        theme.small = fmax(theme.text * 0.8, theme.least);
        theme.line = view->text * (view->projector ? 0.1 : 0.075);
    }
    return theme;
}

struct layout {
    struct box head, scene, caption, bar;
};

static struct layout layout_of(const struct view *view)
{
    const double text = theme_in(view).text;

    if (view->bare)
        return (struct layout){.scene = {0, 0, view->width, view->height}};
    const double edge = text, w = view->width - 2 * edge;
    const double head = text * 2.6, bar = text * 0.7;
    const double caption =
        text * (view->speaker ? 3.4 : 1.05 * caption_lines(view));
    const double below = view->height - edge - bar - caption;

    return (struct layout){
        .head = {edge, edge * 0.5, w, head},
        .scene = {edge, edge * 0.5 + head, w, below - head - edge * 1.5},
        .caption = {edge, below - edge * 0.5, w, caption},
        .bar = {edge + view->left, view->height - edge * 0.6 - bar,
                w - view->left, bar}};
}

double time_axis(const struct stage *stage)
{
    return fmax(fmax(stage->recording->duration, stage->view->axis), 1e-9);
}

struct box scene_window(const struct view *view)
{
    return layout_of(view).scene;
}

struct box bar_window(const struct view *view)
{
    return layout_of(view).bar;
}

double bar_time(const struct recording *recording, const struct view *view,
                double x)
{
    const struct theme theme = theme_in(view);
    const struct stage stage = {recording, NULL, view, &theme};
    const struct box bar = bar_of(&stage, bar_window(view));

    return time_axis(&stage) * (x - bar.x) / bar.w;
}

struct box scene_box(const struct view *view)
{
    const struct box window = scene_window(view);
    const double w = window.w * view->zoom;
    const double h =
        scenes[view->scene]->wide ? window.h : window.h * view->zoom;
    const double x = window.w / 2 - view->look_x * w;
    const double y = window.h / 2 - view->look_y * h;

    return (struct box){window.x + fmin(fmax(x, window.w - w), 0),
                        window.y + fmin(fmax(y, window.h - h), 0), w, h};
}

double head_fit(const struct recording *recording, const struct view *view,
                int which)
{
    const struct theme theme = theme_in(view);
    const double size = which == 0 ? theme.text * 1.1 : theme.small;
    char line[2][HEAD_BYTES];

    caption_of_head(recording, view->brief && which == 0, line);
    return fmin(1, layout_of(view).head.w /
                       fmax(text_width(&theme, line[which], size), 1));
}

void view_go(struct view *view, double at)
{
    view->at = at;
    view->stage = -1;
    view->part = 1;
    view->until = INT_MAX;
    view->asks = -1;
}

struct view view_of(double width, double height)
{
    return (struct view){.width = width,
                         .height = height,
                         .stage = -1,
                         .asks = -1,
                         .part = 1,
                         .until = INT_MAX,
                         .follow = -1,
                         .zoom = 1,
                         .look_x = 0.5,
                         .look_y = 0.5,
                         .hover_x = -1,
                         .hover_y = -1};
}

/* ------------------------------------------------------------------- scene */

static void draw_scene(struct drawing *d, const struct stage *stage)
{
    const struct scene *const scene = scenes[stage->view->scene];
    const struct box window = scene_window(stage->view);
    const char *const lacks =
        scene->lacks ? scene->lacks(stage->recording) : NULL;

    if (lacks) {
        use_colour(d, COLOUR_INK);
        draw_text(d, lacks, stage->theme->text, window.x + window.w / 2,
                  window.y + window.h / 2, 0.5, window.w);
        return;
    }
    if (stage->view->zoom > 1)
        drawing_clip(d, window, 0);
    scene->draw(d, stage, scene_box(stage->view));
    if (stage->view->zoom > 1)
        drawing_clip_end(d);
    use_round_joins(d, false);
}

static bool inside(struct box box, double x, double y)
{
    return x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h;
}

int tile_at_pixel(const struct recording *recording,
                  const struct instant *instant, const struct view *view,
                  double x, double y)
{
    const struct theme theme = theme_in(view);
    const struct stage stage = {recording, instant, view, &theme};
    const struct scene *const scene = scenes[view->scene];

    return scene->tile_at && inside(scene_window(view), x, y) &&
                   !(scene->lacks && scene->lacks(recording))
               ? scene->tile_at(&stage, scene_box(view), x, y)
               : -1;
}

/* The description of the point under the pointer, in a box beside it. */
static void draw_tooltip(struct drawing *d, const struct stage *stage)
{
    const struct view *const view = stage->view;
    const struct scene *const scene = scenes[view->scene];
    const double size = stage->theme->small, pad = size * 0.6;
    char line[512];

    if (!scene->tell ||
        !inside(scene_window(view), view->hover_x, view->hover_y) ||
        (scene->lacks && scene->lacks(stage->recording)) ||
        !scene->tell(stage, scene_box(view), view->hover_x, view->hover_y, line,
                     sizeof line))
        return;
    struct box box = {view->hover_x + size, view->hover_y + size,
                      text_width(stage->theme, line, size) + 2 * pad,
                      size + 2 * pad};
    box.w = fmin(box.w, view->width);
    box.x = fmax(0, fmin(box.x, view->width - box.w));
    if (box.y + box.h > view->height)
        box.y = view->hover_y - size - box.h;
    use_colour(d, COLOUR_PAPER);
    fill_box(d, box);
    use_colour(d, COLOUR_INK);
    stroke_box(d, box, stage->theme->line);
    draw_text(d, line, size, box.x + pad, box.y + box.h / 2, 0,
              box.w - 2 * pad);
}

/* -------------------------------------------------------------------- help */

void draw_keys(struct drawing *d, const struct view *view)
{
    const struct theme theme = theme_in(view);
    static const char *const keys[][2] = {
        {"Space", "play, pause"},
        {"Right, Left", "next event, previous event"},
        {"PgDn, PgUp", "next phase, previous phase"},
        {"Home, End", "beginning, end"},
        {"Up, Down", "faster, slower"},
        {"wheel, drag, 0", "zoom, pan, fit"},
        {"click, Esc", "follow a tile, stop following"},
        {"c", "the second trace, side by side"},
        {"d", "a tile's decisions, as a diagram beside the tiles"},
        {"k, v", "play by event or by the run's clock; motion on, off"},
        {"r, o, n, t, y", "with --live: residency, order, seed, tickets, "
                          "latency"},
        {"l, p, s", "light or dark, projector, remarks for a speaker"},
        {"b, [ and ]", "bookmark; previous, next bookmark or question"},
        {"e", "save this view as a picture"},
        {"m, Tab", "the stories, the next scene"},
        {"?, q", "this help, quit"},
    };
    const int count = sizeof keys / sizeof *keys;
    const double row = view->height * 0.96 / (count + scene_count + 1);
    const double size = fmin(theme.text * 0.9, row * 0.75);
    const double h = row * (count + scene_count + 1);
    const double w = fmin(view->width * 0.96, size * 56);
    const struct box box = {(view->width - w) / 2, (view->height - h) / 2, w,
                            h};
    double y = box.y + row;

    d->theme = theme;
    use_colour(d, COLOUR_PAPER);
    fill_box(d, box);
    use_colour(d, COLOUR_INK);
    stroke_box(d, box, theme.line * 1.5);
    for (int k = 0; k < count; k++, y += row) {
        draw_text(d, keys[k][0], size, box.x + w * 0.03, y, 0, w * 0.22);
        draw_text(d, keys[k][1], size, box.x + w * 0.26, y, 0, w * 0.72);
    }
    for (int k = 0; k < scene_count; k++, y += row) {
        char line[160];
        snprintf(line, sizeof line, "%d  %s", k + 1, scenes[k]->name);
        draw_text(d, line, size, box.x + w * 0.03, y, 0, w * 0.22);
        draw_text(d, scenes[k]->about, size, box.x + w * 0.26, y, 0, w * 0.72);
    }
}

/* ------------------------------------------------------------------- whole */

void draw_whole_caption(struct drawing *d, const struct recording *recording,
                        const struct instant *instant, const struct view *view,
                        double width)
{
    const struct theme theme = theme_in(view);
    struct box box = layout_of(view).caption;

    box.w = width - 2 * box.x;
    d->theme = theme;
    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){0, box.y - theme.text * 0.15, width,
                             box.h + theme.text * 0.6});
    draw_caption(d, recording, instant, view, &theme, box);
}

void draw_bare(struct drawing *d, const struct recording *recording,
               struct instant *instant, const struct view *view)
{
    const struct theme theme = theme_in(view);
    const struct stage stage = {recording, instant, view, &theme};

    instant_go_until(recording, instant, view->at, view->until);
    d->theme = theme;
    draw_scene(d, &stage);
    draw_tooltip(d, &stage);
}

void draw_picture(struct drawing *d, const struct recording *recording,
                  struct instant *instant, const struct view *view)
{
    const struct theme theme = theme_in(view);
    const struct layout layout = layout_of(view);
    const struct stage stage = {recording, instant, view, &theme};

    instant_go_until(recording, instant, view->at, view->until);
    d->theme = theme;
    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){0, 0, view->width, view->height});
    draw_head(d, recording, view, &theme, layout.head);
    draw_scene(d, &stage);
    draw_caption(d, recording, instant, view, &theme, layout.caption);
    draw_bar(d, &stage, layout.bar);
    draw_tooltip(d, &stage);
    if (view->help)
        draw_keys(d, view);
}
