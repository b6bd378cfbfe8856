/* export_html.c - fills page/page.html in.
 *
 *     page.html                            the page
 *     <title>{{title}} - scanviz</title>   <title>Kogge-Stone - scanviz</title>
 *
 * An event is a row of numbers, and its caption a pattern with the numbers that
 * belong there, for few patterns make all captions:
 *
 *     "words":["tile \1 loads its elements", ...]   \1 is where a number goes
 *     [2,4711,17,3,[0,17],5,4800,1]             "tile 17 loads its elements"
 *
 * A trace may come from anywhere: each text of it goes through put_html() or
 * put_json_text().
 */
#include "export_html.h"
#include "caption.h"
#include "page.h"

#include <cairo-svg.h>
#include <float.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS = 20 };             /* for the whole recording, at speed 1 */
enum { MOST_TILES_PICTURED = 64 }; /* the still picture stays small */
enum { MOST_DIGITS = 15 };         /* that a number of JavaScript keeps */
enum { PLACE = '\1' };             /* of a number, in a caption's pattern */

struct page {
    FILE *out;
    const struct recording *recording;
    const struct view *view;
    json_t *pattern; /* from a caption's pattern to its number */
    json_t *words;   /* the patterns by number */
    bool good;
};

/* ------------------------------------------------------------------- texts */

/* Control characters are no text, and one of them means PLACE. */
static unsigned char shown(char c)
{
    return (unsigned char)c < ' ' || c == 127 ? ' ' : (unsigned char)c;
}

static void put_html(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: putc(shown(*text), out); break;
        }
}

/* Without the characters that end a script, begin a comment in one, or are a
 * line's end to JavaScript alone (U+2028 and U+2029). */
static void put_json_text(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++)
        if (strchr("\"\\<>&'", *text) || *text == PLACE)
            fprintf(out, "\\u%04x", (unsigned)*text);
        else if (!strncmp(text, "\xe2\x80\xa8", 3) ||
                 !strncmp(text, "\xe2\x80\xa9", 3)) {
            fprintf(out, "\\u%04x", text[2] == '\xa8' ? 0x2028u : 0x2029u);
            text += 2;
        } else
            putc(shown(*text), out);
    putc('"', out);
}

static void put_json_text_or_null(FILE *out, const char *text)
{
    if (text)
        put_json_text(out, text);
    else
        fputs("null", out);
}

/* The shortest of those that read as the same number. */
static void put_number(FILE *out, double x)
{
    char text[32];

    x = fmax(fmin(x, DBL_MAX), -DBL_MAX);
    snprintf(text, sizeof text, "%.15g", x);
    if (strtod(text, NULL) != x)
        snprintf(text, sizeof text, "%.17g", x);
    fputs(text, out);
}

/* ---------------------------------------------------------------- captions */

/* Takes the numbers out: each is followed by a ',' in `numbers`, which is as
 * long as `caption` is twice. */
static void take_numbers(char *caption, char *numbers)
{
    char *to = caption;

    for (const char *from = caption; *from;) {
        const size_t digits = strspn(from, "0123456789");
        if (digits == 0) {
            *to++ = (char)shown(*from++);
        } else if (digits > MOST_DIGITS || (digits > 1 && *from == '0')) {
            memmove(to, from, digits);
            to += digits;
        } else {
            *numbers++ = ',';
            memcpy(numbers, from, digits);
            numbers += digits;
            *to++ = PLACE;
        }
        from += digits;
    }
    *to = *numbers = 0;
}

/* The number of a pattern, a new one if need be; -1: out of memory. */
static long number_of(struct page *page, const char *pattern)
{
    const json_t *known = json_object_get(page->pattern, pattern);
    const size_t number = json_array_size(page->words);

    if (known)
        return (long)json_integer_value(known);
    return json_array_append_new(page->words, json_string_nocheck(pattern)) ==
                       0 &&
                   json_object_set_new_nocheck(
                       page->pattern, pattern,
                       json_integer((json_int_t)number)) == 0
               ? (long)number
               : -1;
}

static void put_caption(struct page *page, const struct event *event)
{
    char caption[512], numbers[2 * sizeof caption];

    caption_of(page->recording, event, caption, sizeof caption);
    take_numbers(caption, numbers);
    const long number = number_of(page, caption);
    page->good = page->good && number >= 0;
    fprintf(page->out, "[%ld%s]", number, numbers);
}

/* ------------------------------------------------------------------ events */

static const char *const kind_names[] = {
    [EVENT_LAUNCH] = "launch", [EVENT_BLOCK] = "block",
    [EVENT_PHASE] = "phase",   [EVENT_WAIT] = "wait",
    [EVENT_TICKET] = "ticket", [EVENT_PUBLISH] = "publish",
    [EVENT_LOOK] = "look",     [EVENT_BARRIER] = "barrier",
    [EVENT_FLAG] = "flag",     [EVENT_OP] = "op",
    [EVENT_ACCESS] = "access", [EVENT_FINDING] = "finding"};

/* Whether a caption tells of it: as event_to_tell() of picture.c has it. */
static bool is_told(const struct recording *recording,
                    const struct event *event)
{
    switch (event->kind) {
    case EVENT_LAUNCH:
    case EVENT_PHASE:
    case EVENT_TICKET:
    case EVENT_PUBLISH:
    case EVENT_LOOK:
    case EVENT_FINDING: return true;
    default: return recording->tiles == 0;
    }
}

/* What a speaker may say to it, as a pattern without numbers; -1: nothing. */
static void put_remark(struct page *page, const struct event *event)
{
    char remark[512];
    long number = -1;

    remark_on(event, remark, sizeof remark);
    if (*remark) {
        number = number_of(page, remark);
        page->good = page->good && number >= 0;
    }
    fprintf(page->out, ",%ld", number);
}

static void put_details(FILE *out, const struct event *event)
{
    switch (event->kind) {
    case EVENT_BLOCK:
    case EVENT_PHASE:
        putc(',', out);
        put_number(out, event->until);
        if (event->kind == EVENT_PHASE)
            fprintf(out, ",%d", (int)event->phase);
        return;
    case EVENT_PUBLISH:
        fprintf(out, ",\"%c\",", event->publish.state);
        put_json_text_or_null(out, event->publish.value);
        return;
    case EVENT_LOOK:
        fprintf(out, ",%d,", event->look.first);
        put_json_text(out, event->look.flags);
        fprintf(out, ",%d", event->look.found);
        return;
    default: return;
    }
}

/* [kind, at, tile, row, caption or 0, remark, what else there is] */
static void put_event(struct page *page, const struct event *event)
{
    FILE *const out = page->out;

    fprintf(out, "[%d,", (int)event->kind);
    put_number(out, event->at);
    fprintf(out, ",%d,%d,", event->tile, event->row);
    if (is_told(page->recording, event))
        put_caption(page, event);
    else
        putc('0', out);
    put_remark(page, event);
    put_details(out, event);
    putc(']', out);
}

/* Those that are told of, and blocks for the lanes. */
static void put_events(struct page *page)
{
    const struct recording *const r = page->recording;
    const char *comma = "";

    fputs("\"events\":[", page->out);
    for (int i = 0; i < r->events && page->good; i++) {
        const struct event *const event = &r->event[i];
        if (event->kind != EVENT_BLOCK && !is_told(r, event))
            continue;
        fprintf(page->out, "%s\n", comma);
        put_event(page, event);
        comma = ",";
    }
    fputs("]", page->out);
}

static void put_words(const struct page *page)
{
    const json_t *word;
    size_t k;

    fputs(",\n\"words\":[", page->out);
    json_array_foreach(page->words, k, word)
    {
        fputs(k ? ",\n" : "\n", page->out);
        put_json_text(page->out, json_string_value(word));
    }
    fputs("]", page->out);
}

/* -------------------------------------------------------------------- data */

static void put_texts(FILE *out, const char *name, const char *const *text,
                      int count)
{
    fprintf(out, "\"%s\":[", name);
    for (int k = 0; k < count; k++) {
        if (k)
            putc(',', out);
        put_json_text_or_null(out, text[k]);
    }
    fputs("],\n", out);
}

static void put_scenes(const struct page *page)
{
    FILE *const out = page->out;

    fputs("\"scenes\":[", out);
    for (int k = 0; k < scene_count; k++) {
        const struct scene *const scene = scenes[k];
        fputs(k ? ",\n{\"name\":" : "{\"name\":", out);
        put_json_text(out, scene->name);
        fputs(",\"about\":", out);
        put_json_text(out, scene->about);
        fputs(",\"lacks\":", out);
        put_json_text_or_null(out, scene->lacks ? scene->lacks(page->recording)
                                                : NULL);
        putc('}', out);
    }
    fputs("],\n", out);
}

static void put_view(const struct page *page)
{
    const struct view *const v = page->view;
    const char *const words[] = {"false", "true"};
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"scene", v->scene},  {"at", v->at},
                   {"zoom", v->zoom},    {"lookX", v->look_x},
                   {"lookY", v->look_y}, {"follow", v->follow}};

    fputs("\"view\":{", page->out);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        fprintf(page->out, "\"%s\":", numbers[k].name);
        put_number(page->out, numbers[k].value);
        putc(',', page->out);
    }
    fprintf(page->out, "\"dark\":%s,\"projector\":%s,\"speaker\":%s},\n",
            words[v->dark], words[v->projector], words[v->speaker]);
}

/* [first element, how many, end of its block or null] */
static void put_tiles(const struct page *page)
{
    const struct recording *const r = page->recording;

    fprintf(page->out, "\"finding\":%s,\n\"tile\":[",
            r->finding ? "true" : "false");
    for (int k = 0; k < r->tiles; k++) {
        const struct tile *const tile = &r->tile[k];
        fprintf(page->out, "%s[%ld,%ld,", k ? "," : "", tile->begin,
                tile->count);
        if (tile->until > tile->from)
            put_number(page->out, tile->until);
        else
            fputs("null", page->out);
        putc(']', page->out);
    }
    fputs("],\n", page->out);
}

static const char *const colour_names[COLOURS] = {
    [COLOUR_PAPER] = "paper", [COLOUR_INK] = "ink",   [COLOUR_FAINT] = "faint",
    [COLOUR_X] = "x",         [COLOUR_A] = "a",       [COLOUR_P] = "p",
    [COLOUR_LOAD] = "load",   [COLOUR_SCAN] = "scan", [COLOUR_LOOK] = "look",
    [COLOUR_STORE] = "store", [COLOUR_WARN] = "warn"};

static void put_data(struct page *page)
{
    const struct recording *const r = page->recording;
    FILE *const out = page->out;

    fprintf(out, "{\"seconds\":%d,\n\"duration\":", SECONDS);
    put_number(out, r->duration);
    fputs(",\n", out);
    put_view(page);
    put_scenes(page);
    put_texts(out, "colours", colour_names, COLOURS);
    put_texts(out, "kinds", kind_names, sizeof kind_names / sizeof *kind_names);
    put_texts(out, "rows", r->row_name, r->rows);
    put_tiles(page);
    put_events(page);
    put_words(page);
    fputs("}", out);
}

/* ------------------------------------------------------------------- words */

static void put_title(struct page *page)
{
    put_html(page->out, page->recording->title);
}

/* The two lines of draw_head() in picture.c. */
static void put_head(struct page *page)
{
    const struct recording *const r = page->recording;

    put_html(page->out, r->title);
    fprintf(page->out, ", %s scan of %ld element%s of ",
            r->exclusive ? "exclusive" : "inclusive", r->n,
            r->n == 1 ? "" : "s");
    put_html(page->out, r->monoid);
}

static void put_run(struct page *page)
{
    const struct recording *const r = page->recording;

    put_html(page->out, r->algorithm);
    if (r->variant && *r->variant) {
        putc(':', page->out);
        put_html(page->out, r->variant);
    }
    fputs(" on ", page->out);
    put_html(page->out, r->device ? r->device : "?");
    if (!r->schedule)
        return;
    fputs(", schedule ", page->out);
    put_html(page->out, r->schedule);
}

/* As properties of CSS: those of the light theme, and over them the dark. */
static void put_colours(struct page *page)
{
    static const char *const roots[] = {":root", ":root[data-theme=\"dark\"]"};

    for (int dark = 0; dark < 2; dark++) {
        fprintf(page->out, "%s {\n", roots[dark]);
        for (int k = 0; k < COLOURS; k++)
            fprintf(page->out, "    --%s: #%06x;\n", colour_names[k],
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

/* ----------------------------------------------------------------- picture */

static cairo_status_t to_file(void *file, const unsigned char *from,
                              unsigned bytes)
{
    return fwrite(from, 1, bytes, file) == bytes ? CAIRO_STATUS_SUCCESS
                                                 : CAIRO_STATUS_WRITE_ERROR;
}

/* When half of what is published is. */
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

/* Of the view's time; the beginning, where nothing has happened yet, is no
 * picture. */
static bool draw_svg(const struct page *page, FILE *out)
{
    cairo_surface_t *const surface = cairo_svg_surface_create_for_stream(
        to_file, out, page->view->width, page->view->height);
    struct view view = *page->view;
    struct moment moment;
    const bool good = moment_open(page->recording, &moment);

    if (view.at <= 0)
        view.at = busy_time(page->recording);
    if (good) {
        cairo_t *const cr = cairo_create(surface);
        draw_picture(cr, page->recording, &moment, &view);
        cairo_destroy(cr);
        moment_close(&moment);
    }
    cairo_surface_finish(surface);
    const bool drawn = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return good && drawn;
}

/* Without what stands before <svg> and the names of namespaces in it: HTML has
 * its own. Nor is the head seen: the page has one. Letters are shapes, so no
 * text of the trace is in it. */
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
    char *svg = NULL;
    size_t bytes;
    FILE *memory;

    if (page->recording->tiles > MOST_TILES_PICTURED) {
        fputs("There are too many tiles for a picture here.</p>", page->out);
        return;
    }
    memory = open_memstream(&svg, &bytes);
    page->good = page->good && memory;
    if (!memory)
        return;
    const bool drawn = draw_svg(page, memory);
    if (fclose(memory) == 0 && drawn) {
        fputs("This is a picture of one instant.</p>\n", page->out);
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
} blanks[] = {{"title", put_title},     {"head", put_head},
              {"run", put_run},         {"colours", put_colours},
              {"style", put_style},     {"script", put_script},
              {"picture", put_picture}, {"data", put_data}};

static void put_blank(struct page *page, const char *name, size_t length)
{
    for (size_t k = 0; k < sizeof blanks / sizeof *blanks; k++)
        if (strlen(blanks[k].name) == length &&
            !strncmp(name, blanks[k].name, length))
            blanks[k].put(page);
}

static void put_page(struct page *page)
{
    const char *from = page_html, *open, *close;

    while ((open = strstr(from, "{{")) && (close = strstr(open, "}}"))) {
        fwrite(from, 1, (size_t)(open - from), page->out);
        put_blank(page, open + 2, (size_t)(close - open - 2));
        from = close + 2;
    }
    fputs(from, page->out);
}

bool export_html(FILE *out, const struct recording *recording,
                 const struct view *view)
{
    struct page page = {.out = out,
                        .recording = recording,
                        .view = view,
                        .pattern = json_object(),
                        .words = json_array(),
                        .good = true};

    page.good = page.pattern && page.words;
    if (page.good)
        put_page(&page);
    json_decref(page.pattern);
    json_decref(page.words);
    return page.good;
}
