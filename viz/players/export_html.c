/* export_html.c - fills in page/page.html.
 *
 *     page.html                            the page
 *     <title>{{title}} - scanviz</title>   <title>Kogge-Stone - scanviz</title>
 *
 * The part between {{each}} and {{end}} is repeated for each recording. Traces are
 * untrusted: all their text goes through page_text.h.
 */
#include "export_html.h"
#include "page.h"
#include "page_text.h"
#include "paint.h"
#include "recording/caption.h"
#include "recording/pack.h"

#include <cairo-svg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MAX_TILES_PICTURED = 64 }; /* the still picture stays small */

struct page {
    FILE *out;
    struct screen *screen;
    const struct recording *recording; /* the one that is written */
    const struct view *view;
    bool good; /* false: out of memory */
};

/* ------------------------------------------------------------------- words */

static void put_title(struct page *page)
{
    if (page->screen->lesson) {
        fputs("Look-back, and why", page->out);
        return;
    }
    put_html(page->out, page->recording->title);
}

static void put_line(struct page *page, int which, const char *of_film)
{
    char line[2][HEAD_BYTES];

    if (page->screen->lesson) {
        fputs(of_film, page->out);
        return;
    }
    caption_of_head(page->recording, false, line);
    put_html(page->out, line[which]);
}

static void put_head(struct page *page)
{
    put_line(page, 0, "Look-back: why it is fast");
}

static void put_run(struct page *page)
{
    put_line(page, 1, "a film of two recorded runs");
}

/* Writes the colours as CSS properties: the light theme, then the dark one. */
static void put_colours(struct page *page)
{
    static const char *const roots[] = {":root", ":root[data-theme=\"dark\"]"};

    for (int dark = 0; dark < 2; dark++) {
        fprintf(page->out, "%s {\n", roots[dark]);
        for (int k = 0; k < COLOURS; k++)
            fprintf(page->out, "    --%s: #%06x;\n",
                    colour_name((enum colour)k),
                    colour_rgb(dark, (enum colour)k));
        fputs(dark ? "}" : "}\n", page->out);
    }
}

static void put_style(struct page *page)
{
    fputs(page_style, page->out);
}

static void put_script(struct page *page)
{
    fputs(page_script, page->out);
}

/* -------------------------------------------------------------------- bytes */

/* Writes bytes in base 64, 57 of them per line. */
static void put_bytes(FILE *out, const unsigned char *bytes, size_t count)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t k = 0; k < count; k += 3) {
        const size_t left = count - k;
        const unsigned three = (unsigned)bytes[k] << 16 |
                               (left > 1 ? (unsigned)bytes[k + 1] << 8 : 0) |
                               (left > 2 ? bytes[k + 2] : 0u);
        const char four[] = {digit[three >> 18], digit[three >> 12 & 63],
                             left > 1 ? digit[three >> 6 & 63] : '=',
                             left > 2 ? digit[three & 63] : '='};
        fwrite(four, 1, sizeof four, out);
        if (k % 57 == 54)
            putc('\n', out);
    }
}

/* Compresses bytes with zlib, which a browser calls "deflate". */
static void put_compressed(struct page *page, const unsigned char *bytes,
                           size_t count)
{
    uLongf length = compressBound(count);
    unsigned char *const small = malloc(length);

    if (small && compress2(small, &length, bytes, count, 9) == Z_OK)
        put_bytes(page->out, small, length);
    else
        page->good = false;
    free(small);
}

static void put_recording(struct page *page, const struct recording *recording)
{
    unsigned char *bytes;
    size_t count;

    if (!pack_recording(recording, &bytes, &count)) {
        page->good = false;
        return;
    }
    put_compressed(page, bytes, count);
    free(bytes);
}

static void put_data(struct page *page)
{
    put_recording(page, page->recording);
}

/* The rest of a film's data, after its first recording. */
static void put_film(struct page *page)
{
    static const char script[] = "<script type=\"text/plain\"";
    const struct lesson *const lesson = page->screen->lesson;

    if (!lesson)
        return;
    fprintf(page->out, "%s>", script);
    put_recording(page, page->screen->recording[1]);
    fputs("</script>\n<pre hidden id=\"growth\">\n", page->out);
    for (int k = 0; k < lesson->ways->growths; k++) {
        const struct growth *const run = &lesson->ways->growth[k];
        const int *const steps = run->steps;
        fprintf(page->out, "%d %d %d %d", run->tiles, steps[WAY_CHAIN],
                run->by_one, steps[WAY_LOOK_BACK]);
        for (int j = 0; j < run->by_one; j++)
            fprintf(page->out, " %d", run->done_by_one[j]);
        for (int j = 0; j < steps[WAY_LOOK_BACK]; j++)
            fprintf(page->out, " %d", run->done[j]);
        putc('\n', page->out);
    }
    fputs("</pre>", page->out);
}

static void put_code(struct page *page)
{
    put_compressed(page, page_code, page_code_bytes);
}

/* Writes the view as a JavaScript object. */
static void put_view(struct page *page)
{
    const struct view *const v = page->view;
    const char *const words[] = {"false", "true"};
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"scene", v->scene},  {"at", v->at},
                   {"zoom", v->zoom},    {"lookX", v->look_x},
                   {"lookY", v->look_y}, {"follow", v->follow}};

    putc('{', page->out);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        fprintf(page->out, "%s: ", numbers[k].name);
        put_number(page->out, numbers[k].value);
        fputs(", ", page->out);
    }
    fprintf(page->out, "dark: %s, projector: %s, ", words[v->dark],
            words[v->projector]);
    fprintf(page->out, "speaker: %s, diagram: %s, machine: %s}",
            words[v->speaker], words[v->diagram], words[v->machine]);
}

/* ----------------------------------------------------------------- picture */

static cairo_status_t to_file(void *file, const unsigned char *from,
                              unsigned bytes)
{
    return fwrite(from, 1, bytes, file) == bytes ? CAIRO_STATUS_SUCCESS
                                                 : CAIRO_STATUS_WRITE_ERROR;
}

/* The time by which half of all flags are published. */
static double busy_time(const struct recording *recording)
{
    int published = 0, i = 0;

    for (int k = 0; k < recording->events; k++)
        published += recording->event[k].kind == EVENT_PUBLISH;
    if (published == 0)
        return recording->duration / 2;
    for (published = (published + 1) / 2; published > 0; i++)
        published -= recording->event[i].kind == EVENT_PUBLISH;
    return recording->event[i - 1].at;
}

/* The picture at the view's time; instead of the beginning, where nothing is visible
 * yet, at busy_time(). */
static bool draw_svg(struct screen *screen, struct view view, FILE *out)
{
    cairo_surface_t *const surface = cairo_svg_surface_create_for_stream(
        to_file, out, view.width, view.height);
    cairo_t *const cr = cairo_create(surface);

    if (view.at <= 0 && !screen->lesson)
        view.at = busy_time(screen->recording[0]);
    paint_screen(cr, screen, &view);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    const bool drawn = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return drawn;
}

/* Omits everything before <svg>, and the namespaces in it, which HTML defines. Omits
 * the head too, since the page has one. Letters are shapes, so the picture contains no
 * text of the trace. */
static void put_svg(const struct page *page, const char *svg)
{
    const double above = scene_window(page->view).y;
    const char *body = strstr(svg, "<svg");

    body = body ? strchr(body, '>') : NULL;
    if (!body)
        return;
    fprintf(page->out,
            "<svg viewBox=\"0 %g %g %g\" role=\"img\" "
            "aria-label=\"an instant of the run\"",
            above, page->view->width, page->view->height - above);
    fputs(body, page->out);
}

static void put_picture(struct page *page)
{
    struct screen *const screen = page->screen;
    char *svg = NULL;
    size_t bytes;
    FILE *memory;
    int tiles = 0;

    for (int k = 0; k < screen->shown; k++)
        tiles += screen->recording[k]->tiles;
    if (tiles > MAX_TILES_PICTURED) {
        fputs("There are too many tiles for a picture here.</p>", page->out);
        return;
    }
    memory = open_memstream(&svg, &bytes);
    page->good = page->good && memory;
    if (!memory)
        return;
    const bool drawn = draw_svg(screen, *page->view, memory);
    if (fclose(memory) == 0 && drawn) {
        fputs("The picture shows one instant.</p>\n", page->out);
        put_svg(page, svg);
    } else {
        fputs("</p>", page->out);
    }
    free(svg);
}

/* ------------------------------------------------------------------- whole */

static const struct {
    const char *name;
    void (*put)(struct page *page);
} blanks[] = {
    {"title", put_title},     {"head", put_head},   {"run", put_run},
    {"colours", put_colours}, {"style", put_style}, {"script", put_script},
    {"picture", put_picture}, {"data", put_data},   {"film", put_film},
    {"code", put_code},       {"view", put_view}};

static void put_blank(struct page *page, const char *name, size_t length)
{
    for (size_t k = 0; k < sizeof blanks / sizeof *blanks; k++)
        if (strlen(blanks[k].name) == length &&
            !strncmp(name, blanks[k].name, length))
            blanks[k].put(page);
}

/* Writes the template up to `end`. */
static void put_part(struct page *page, const char *from, const char *end)
{
    const char *open, *close;

    while ((open = strstr(from, "{{")) && open < end &&
           (close = strstr(open, "}}"))) {
        fwrite(from, 1, (size_t)(open - from), page->out);
        put_blank(page, open + 2, (size_t)(close - open - 2));
        from = close + 2;
    }
    fwrite(from, 1, (size_t)(end - from), page->out);
}

static void put_page(struct page *page)
{
    static const char each[] = "{{each}}", after[] = "{{end}}";
    const char *const begin = strstr(page_html, each);
    const char *const end = strstr(page_html, after);

    put_part(page, page_html, begin);
    for (int k = 0; k < page->screen->shown; k++) {
        page->recording = page->screen->recording[k];
        put_part(page, begin + strlen(each), end);
    }
    page->recording = page->screen->recording[0];
    put_part(page, end + strlen(after), end + strlen(end));
}

static bool is_there(const struct screen *screen, const struct scene *scene)
{
    for (int k = 0; k < screen->shown; k++)
        if (!scene->lacks || !scene->lacks(screen->recording[k]))
            return true;
    return false;
}

/* The requested scene; if no recording has it, the first one that a recording has. */
static int scene_to_begin(const struct screen *screen, int scene)
{
    if (is_there(screen, scenes[scene]))
        return scene;
    for (int k = 0; k < scene_count; k++)
        if (is_there(screen, scenes[k]))
            return k;
    return scene;
}

bool export_html_is_there(void)
{
    return page_code_bytes > 0;
}

bool export_html(FILE *out, struct screen *screen, const struct view *view)
{
    struct view own = *view;
    struct page page = {.out = out,
                        .screen = screen,
                        .recording = screen->recording[0],
                        .view = &own,
                        .good = true};

    own.scene = scene_to_begin(screen, view->scene);
    put_page(&page);
    return page.good;
}
