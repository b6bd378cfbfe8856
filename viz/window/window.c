/* window.c - SDL2: events in, pictures out. Nothing is drawn, and no time is
 * taken, while nothing changes. */
#include "window.h"
#include "display.h"
#include "players/export.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FRAME_MS = 16, SLOWEST = -4, FASTEST = 4, MOST_ZOOM = 64 };
enum { SECONDS = 20 }; /* for the whole recording, at speed 1 */

struct player {
    struct screen *screen;
    struct live *live; /* or NULL */
    struct recording **first;
    struct view view;
    char note[256]; /* beside the time: settings, speed, what went wrong */
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    int width, height;
    bool playing, quits, changed;
    int speed; /* 2 to the power of */
    Uint64 last;
    enum { DRAG_NOTHING, DRAG_BAR, DRAG_SCENE } drag;
    bool moved;  /* since the button went down: then it is no click */
    double x, y; /* where the pointer was */
};

/* ---------------------------------------------------------------- pictures */

static void fit(struct player *p)
{
    int w, h;

    SDL_GetRendererOutputSize(p->renderer, &w, &h);
    if (w == p->width && h == p->height)
        return;
    if (p->texture)
        SDL_DestroyTexture(p->texture);
    p->width = w;
    p->height = h;
    p->texture = SDL_CreateTexture(p->renderer, SDL_PIXELFORMAT_RGB888,
                                   SDL_TEXTUREACCESS_STREAMING, w, h);
    p->view.width = w;
    p->view.height = h;
}

static void show(struct player *p)
{
    void *pixels;
    int pitch;

    fit(p);
    if (SDL_LockTexture(p->texture, NULL, &pixels, &pitch) != 0)
        return;
    cairo_surface_t *const surface = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_RGB24, p->width, p->height, pitch);
    cairo_t *const cr = cairo_create(surface);
    screen_draw(cr, p->screen, &p->view);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    SDL_UnlockTexture(p->texture);
    SDL_RenderCopy(p->renderer, p->texture, NULL, NULL);
    SDL_RenderPresent(p->renderer);
    p->changed = false;
}

/* --------------------------------------------------------------------- time */

static void go_to(struct player *p, double at)
{
    p->view.at = fmin(fmax(at, 0), screen_duration(p->screen));
    p->changed = true;
}

/* To the next event that is told of, or the one before. */
static void step(struct player *p, int by, bool phases)
{
    const struct recording *const r = p->screen->recording[0];
    int i = p->screen->instant[0].event;

    p->playing = false;
    for (i += by; i >= 0 && i < r->events; i += by) {
        const struct event *const e = &r->event[i];
        const bool told =
            e->kind == EVENT_PHASE ||
            (!phases && (e->kind == EVENT_LOOK || e->kind == EVENT_PUBLISH ||
                         e->kind == EVENT_TICKET || r->tiles == 0));
        const bool followed = p->view.follow < 0 || e->tile == p->view.follow;
        if (told && followed &&
            (by > 0 ? e->at > p->view.at : e->at < p->view.at)) {
            go_to(p, e->at);
            return;
        }
    }
    go_to(p, by > 0 ? screen_duration(p->screen) : 0);
}

/* Sets one here, or takes away the one that is. */
static void bookmark(struct view *view)
{
    int k = 0;

    while (k < view->marks && view->mark[k] < view->at)
        k++;
    if (k < view->marks && view->mark[k] <= view->at) {
        view->marks--;
        memmove(&view->mark[k], &view->mark[k + 1],
                (size_t)(view->marks - k) * sizeof *view->mark);
    } else if (view->marks < MOST_MARKS) {
        memmove(&view->mark[k + 1], &view->mark[k],
                (size_t)(view->marks - k) * sizeof *view->mark);
        view->mark[k] = view->at;
        view->marks++;
    }
}

static void go_to_mark(struct player *p, int by)
{
    const struct view *const view = &p->view;
    double to = view->at;

    for (int k = view->marks - 1; by < 0 && k >= 0 && to >= view->at; k--)
        to = view->mark[k] < view->at ? view->mark[k] : to;
    for (int k = 0; by > 0 && k < view->marks && to <= view->at; k++)
        to = view->mark[k];
    p->playing = false;
    if (by > 0 ? to > view->at : to < view->at)
        go_to(p, to);
}

static void play(struct player *p)
{
    const Uint64 now = SDL_GetTicks64();
    const double seconds = (double)(now - p->last) / 1000;

    p->last = now;
    if (!p->playing)
        return;
    go_to(p, p->view.at + screen_duration(p->screen) * seconds / SECONDS *
                              pow(2, p->speed));
    if (p->view.at >= screen_duration(p->screen))
        p->playing = false;
}

/* ------------------------------------------------------------------- export */

/* As a shell takes it. */
static void put_word(const char *before, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:+";

    fputs(before, stdout);
    if (strspn(word, plain) == strlen(word)) {
        fputs(word, stdout);
        return;
    }
    putchar('\'');
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*word);
    putchar('\'');
}

/* As scanviz-1.png, or the first such name that is free; prints the command
 * that would have written it. */
static void export_view(struct player *p)
{
    static const struct film none = {0};
    struct view view = p->view;
    char path[40], why[4096];

    view.hover_x = view.hover_y = -1;
    view.help = false;
    view.note = NULL;
    for (int k = 1; k < 1000; k++) {
        snprintf(path, sizeof path, "scanviz-%d.png", k);
        if (access(path, F_OK) != 0)
            break;
    }
    if (export_picture(p->screen, &view, &none, path, why, sizeof why) !=
        EXPORTED) {
        fprintf(stderr, "scanviz: %s\n", why);
        return;
    }
    if (p->live)
        printf("%s -o live.json && scanviz live.json", p->live->command);
    else
        put_word("scanviz ", p->screen->recording[0]->path);
    if (p->screen->shown > 1)
        put_word(" --with ", p->screen->recording[1]->path);
    printf(" --scene %s --at %.17g --size %dx%d%s%s", scenes[view.scene]->name,
           view.at, (int)view.width, (int)view.height,
           view.dark ? " --theme dark" : "",
           view.projector ? " --theme projector" : "");
    printf("%s%s", view.diagram ? " --diagram" : "",
           view.speaker ? " --speaker" : "");
    if (view.follow >= 0)
        printf(" --follow %d", view.follow);
    if (view.zoom > 1)
        printf(" --zoom %.6g,%.6g,%.6g", view.zoom, view.look_x, view.look_y);
    printf(" --export %s\n", path);
    fflush(stdout);
}

/* --------------------------------------------------------------------- keys */

/* What stands beside the time. */
static void take_note(struct player *p, const char *why)
{
    const int much = 1 << abs(p->speed);
    char speed[16] = "";

    if (p->speed)
        snprintf(speed, sizeof speed, "x%s%d", p->speed < 0 ? "1/" : "", much);
    snprintf(p->note, sizeof p->note, "%s%s%s", why ? why : "",
             p->live && !why ? p->live->said : "", speed);
    if (p->live && !why && *speed)
        snprintf(p->note, sizeof p->note, "%s   %s", p->live->said, speed);
    p->view.note = *p->note ? p->note : NULL;
}

static void set_speed(struct player *p, int speed)
{
    p->speed = speed < SLOWEST ? SLOWEST : speed > FASTEST ? FASTEST : speed;
    take_note(p, NULL);
}

/* ---------------------------------------------------------------- live runs */

static void run_again(struct player *p, enum live_change change)
{
    struct recording *made;
    char why[1024];

    if (!p->live)
        return;
    live_change(p->live, change);
    if (!live_run(p->live, &made, why, sizeof why)) {
        take_note(p, why);
        return;
    }
    if (!screen_replace(p->screen, made)) {
        recording_close(made);
        take_note(p, "out of memory");
        return;
    }
    recording_close(*p->first);
    *p->first = made;
    p->view.follow = -1;
    p->playing = true;
    p->last = SDL_GetTicks64();
    take_note(p, NULL);
    go_to(p, 0);
}

static void key(struct player *p, SDL_Keycode code)
{
    p->changed = true;
    switch (code) {
    case SDLK_SPACE:
        if (!p->playing && p->view.at >= screen_duration(p->screen))
            p->view.at = 0;
        p->playing = !p->playing;
        p->last = SDL_GetTicks64();
        return;
    case SDLK_RIGHT: step(p, 1, false); return;
    case SDLK_LEFT: step(p, -1, false); return;
    case SDLK_PAGEDOWN: step(p, 1, true); return;
    case SDLK_PAGEUP: step(p, -1, true); return;
    case SDLK_HOME: go_to(p, 0); return;
    case SDLK_END: go_to(p, screen_duration(p->screen)); return;
    case SDLK_UP: set_speed(p, p->speed + 1); return;
    case SDLK_DOWN: set_speed(p, p->speed - 1); return;
    case SDLK_l: p->view.dark = !p->view.dark; return;
    case SDLK_d: p->view.diagram = !p->view.diagram; return;
    case SDLK_s: p->view.speaker = !p->view.speaker; return;
    case SDLK_b: bookmark(&p->view); return;
    case SDLK_LEFTBRACKET: go_to_mark(p, -1); return;
    case SDLK_RIGHTBRACKET: go_to_mark(p, 1); return;
    case SDLK_p: p->view.projector = !p->view.projector; return;
    case SDLK_ESCAPE:
        if (p->view.help)
            p->view.help = false;
        else
            p->view.follow = -1;
        return;
    case SDLK_0: p->view.zoom = 1; return;
    case SDLK_SLASH:
    case SDLK_QUESTION:
    case SDLK_h: p->view.help = !p->view.help; return;
    case SDLK_e: export_view(p); return;
    case SDLK_r: run_again(p, LIVE_RESIDENCY); return;
    case SDLK_o: run_again(p, LIVE_ORDER); return;
    case SDLK_n: run_again(p, LIVE_SEED); return;
    case SDLK_t: run_again(p, LIVE_TICKETS); return;
    case SDLK_y: run_again(p, LIVE_LATENCY); return;
    case SDLK_c:
        p->screen->shown = p->screen->shown < p->screen->count ? 2 : 1;
        return;
    case SDLK_q: p->quits = true; return;
    default: break;
    }
    if (code >= SDLK_1 && code < SDLK_1 + scene_count) {
        p->view.scene = (int)(code - SDLK_1);
        p->view.zoom = 1;
    }
}

/* ------------------------------------------------------------------- mouse */

static void scrub(struct player *p, double x)
{
    double left;
    const int part = screen_part_at(p->screen, &p->view, x);
    const struct view view = screen_part(p->screen, &p->view, part, &left);

    p->playing = false;
    go_to(p, bar_time(p->screen->recording[part], &view, x - left));
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

static void zoom_about(struct player *p, double x, double y, double by)
{
    double part[2];

    part_at(p, x, y, part);
    p->view.zoom = fmin(fmax(p->view.zoom * by, 1), MOST_ZOOM);
    put_part(p, part, x, y);
    p->changed = true;
}

static void press(struct player *p, double x, double y)
{
    p->moved = false;
    p->drag = y >= bar_window(&p->view).y - 4 ? DRAG_BAR : DRAG_SCENE;
    if (p->drag == DRAG_BAR)
        scrub(p, x);
}

static void move(struct player *p, double x, double y)
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

static void release(struct player *p, double x, double y)
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

/* SDL tells points of the screen; pictures are of pixels. */
static double pixels_of(const struct player *p)
{
    int w, h;

    SDL_GetWindowSize(p->window, &w, &h);
    return w > 0 ? p->width / (double)w : 1;
}

static void take(struct player *p, const SDL_Event *event)
{
    const double scale = pixels_of(p);
    int x, y;

    switch (event->type) {
    case SDL_QUIT: p->quits = true; return;
    case SDL_KEYDOWN: key(p, event->key.keysym.sym); return;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE)
            p->view.hover_x = p->view.hover_y = -1;
        p->changed = true;
        return;
    case SDL_MOUSEWHEEL:
        SDL_GetMouseState(&x, &y);
        zoom_about(p, x * scale, y * scale, pow(1.25, event->wheel.y));
        return;
    case SDL_MOUSEBUTTONDOWN:
        press(p, event->button.x * scale, event->button.y * scale);
        p->x = event->button.x * scale;
        p->y = event->button.y * scale;
        return;
    case SDL_MOUSEBUTTONUP:
        release(p, event->button.x * scale, event->button.y * scale);
        return;
    case SDL_MOUSEMOTION:
        move(p, event->motion.x * scale, event->motion.y * scale);
        return;
    default: return;
    }
}

/* --------------------------------------------------------------------- open */

/* SDL has drivers that draw where no one can see it. */
static bool is_seen(void)
{
    const char *const driver = SDL_GetCurrentVideoDriver();

    return getenv("SDL_VIDEODRIVER") || !strcmp(driver, "x11") ||
           !strcmp(driver, "wayland");
}

static bool open_window(struct player *p, char *why, size_t bytes)
{
    char title[256];

    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    if (!display_answers(why, bytes))
        return false;
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || !is_seen()) {
        snprintf(why, bytes,
                 "no display: %s; --export FILE.png writes a picture without "
                 "one",
                 *SDL_GetError() ? SDL_GetError() : "no screen was found");
        return false;
    }
    snprintf(title, sizeof title, "%s - scanviz",
             p->screen->recording[0]->title);
    p->window = SDL_CreateWindow(
        title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
        (int)p->view.width, (int)p->view.height,
        SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    p->renderer = p->window ? SDL_CreateRenderer(p->window, -1, 0) : NULL;
    if (!p->renderer)
        snprintf(why, bytes, "no window: %s", SDL_GetError());
    return p->renderer != NULL;
}

bool window_run(struct screen *screen, const struct view *view,
                struct live *live, struct recording **first, char *why,
                size_t bytes)
{
    struct player player = {.screen = screen,
                            .live = live,
                            .first = first,
                            .view = *view,
                            .changed = true};
    SDL_Event event;

    take_note(&player, NULL);
    const bool opened = open_window(&player, why, bytes);
    while (opened && !player.quits) {
        if (player.changed)
            show(&player);
        if (player.playing ? SDL_WaitEventTimeout(&event, FRAME_MS)
                           : SDL_WaitEvent(&event))
            do
                take(&player, &event);
            while (SDL_PollEvent(&event));
        play(&player);
    }
    if (player.texture)
        SDL_DestroyTexture(player.texture);
    if (player.renderer)
        SDL_DestroyRenderer(player.renderer);
    if (player.window)
        SDL_DestroyWindow(player.window);
    SDL_Quit();
    return opened;
}
