/* dump.c - a picture as text. */
#include "dump.h"

#include <math.h>

enum { WIDTH = 1280, HEIGHT = 720 };

/* What a trace says must not give orders to a terminal. */
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

/* Where the texts go. */
struct page {
    struct listener listener; /* the first: it is given back */
    double across, down;      /* pixels of 1280x720 a pixel of the view */
    FILE *out;
};

static void dump_text(const struct listener *listener,
                      const struct written *text)
{
    const struct page *const page = (const struct page *)listener;

    fprintf(page->out,
            "text %.0f,%.0f %s %.0f: ", round(text->x * page->across) + 0.0,
            round(text->y * page->down) + 0.0,
            text->at < 0.25   ? "left"
            : text->at > 0.75 ? "right"
                              : "middle",
            round(text->size * page->down));
    print_line(page->out, text->text);
}

bool dump_picture(const struct recording *recording, const struct view *view,
                  FILE *out)
{
    const struct page page = {
        {dump_text}, WIDTH / view->width, HEIGHT / view->height, out};
    struct view heard = *view;
    struct instant instant;
    char caption[512];

    if (!instant_open(recording, &instant))
        return false;
    cairo_surface_t *const surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)view->width, (int)view->height);
    cairo_t *const cr = cairo_create(surface);
    instant_go(recording, &instant, view->at);
    fprintf(out, "scene %s, at %.6g of %.6g\n", scenes[view->scene]->name,
            view->at, recording->duration);
    dump_tiles(recording, &instant, out);
    caption_in_view(recording, &instant, view, caption, sizeof caption);
    fprintf(out, "caption: ");
    print_line(out, caption);
    fprintf(out, "bar: %.1f%%\n",
            100 * view->at / fmax(recording->duration, 1e-9));
    heard.listener = &page.listener;
    draw_picture(cr, recording, &instant, &heard);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    instant_close(&instant);
    return true;
}
