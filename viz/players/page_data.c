/* page_data.c - a recording as JSON.
 *
 * An event is a row of numbers, and its caption a pattern with the numbers that
 * belong there, for few patterns make all captions:
 *
 *     "words":["tile \1 loads its elements", ...]   \1 is where a number goes
 *     [2,4711,17,3,[0,17],5,2,4800,1]           "tile 17 loads its elements"
 */
#include "page_data.h"
#include "recording/caption.h"
#include "scenes/decision.h"
#include "page_text.h"
#include "scenes/signs.h"

#include <stdlib.h>
#include <string.h>

enum { SECONDS = 20 };     /* for the whole recording, at speed 1 */
enum { MOST_DIGITS = 15 }; /* that a number of JavaScript keeps */

/* ---------------------------------------------------------------- captions */

/* Takes the numbers out: each is followed by a ',' in `numbers`, which is as
 * long as `caption` is twice. */
static void take_numbers(char *caption, char *numbers)
{
    char *to = caption;

    for (const char *from = caption; *from;) {
        const size_t digits = strspn(from, "0123456789");
        if (digits == 0) {
            *to++ = (char)shown_letter(*from++);
        } else if (digits > MOST_DIGITS || (digits > 1 && *from == '0')) {
            memmove(to, from, digits);
            to += digits;
        } else {
            *numbers++ = ',';
            memcpy(numbers, from, digits);
            numbers += digits;
            *to++ = PLACE_OF_NUMBER;
        }
        from += digits;
    }
    *to = *numbers = 0;
}

long page_word(struct page *page, const char *pattern)
{
    const json_t *known = json_object_get(page->number, pattern);
    const size_t number = json_array_size(page->words);

    if (known)
        return (long)json_integer_value(known);
    page->good =
        page->good &&
        json_array_append_new(page->words, json_string_nocheck(pattern)) == 0 &&
        json_object_set_new_nocheck(page->number, pattern,
                                    json_integer((json_int_t)number)) == 0;
    return (long)number;
}

static void put_caption(struct page *page, const struct event *event)
{
    char caption[512], numbers[2 * sizeof caption];

    caption_of(page->recording, event, caption, sizeof caption);
    take_numbers(caption, numbers);
    fprintf(page->out, "[%ld%s]", page_word(page, caption), numbers);
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

/* Whether it is told of when its tile is followed: what that tile combines
 * after it has looked. `looks` knows the tiles that have. */
static bool is_told_of_tile(const struct event *event, bool *looks)
{
    if (event->tile < 0)
        return false;
    if (event->kind == EVENT_OP)
        return looks[event->tile];
    if (event->kind == EVENT_LOOK || event->kind == EVENT_PHASE ||
        event->kind == EVENT_PUBLISH || event->kind == EVENT_TICKET)
        looks[event->tile] = event->kind == EVENT_LOOK;
    return false;
}

/* What a speaker may say to it, as a pattern without numbers; -1: nothing. */
static void put_remark(struct page *page, const struct event *event)
{
    char remark[512];

    remark_on(event, remark, sizeof remark);
    fprintf(page->out, ",%ld", *remark ? page_word(page, remark) : -1);
}

static void put_details(FILE *out, const struct event *event)
{
    switch (event->kind) {
    case EVENT_BLOCK:
    case EVENT_PHASE:
        putc(',', out);
        put_number(out, event->until);
        fprintf(out, ",%d",
                event->kind == EVENT_PHASE ? (int)event->phase : event->block);
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

/* [kind, at, tile, row, caption or 0, remark, step of a decision, what else
 * there is] */
static void put_event(struct page *page, const struct event *event, bool told)
{
    FILE *const out = page->out;

    fprintf(out, "[%d,", (int)event->kind);
    put_number(out, event->at);
    fprintf(out, ",%d,%d,", event->tile, event->row);
    if (told)
        put_caption(page, event);
    else
        putc('0', out);
    put_remark(page, event);
    fprintf(out, ",%d", (int)decision_step(event));
    put_details(out, event);
    putc(']', out);
}

/* Those that are told of, and blocks for the lanes. */
static void put_events(struct page *page)
{
    const struct recording *const r = page->recording;
    bool *const looks = calloc((size_t)r->tiles + 1, sizeof *looks);
    const char *comma = "";

    page->good = page->good && looks;
    fputs("\"events\":[", page->out);
    for (int i = 0; i < r->events && page->good; i++) {
        const struct event *const event = &r->event[i];
        const bool of_tile = is_told_of_tile(event, looks);
        const bool told = is_told(r, event) || of_tile;
        if (event->kind != EVENT_BLOCK && !told)
            continue;
        fprintf(page->out, "%s\n", comma);
        put_event(page, event, told);
        comma = ",";
    }
    fputs("],\n", page->out);
    free(looks);
}

static void put_words(const struct page *page)
{
    const json_t *word;
    size_t k;

    fputs("\"words\":[", page->out);
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
    fprintf(page->out, "\"dark\":%s,\"projector\":%s,", words[v->dark],
            words[v->projector]);
    fprintf(page->out, "\"speaker\":%s,\"diagram\":%s},\n", words[v->speaker],
            words[v->diagram]);
}

/* [first element, how many] */
static void put_tiles(const struct page *page)
{
    const struct recording *const r = page->recording;

    fprintf(page->out, "\"finding\":%s,\n\"tile\":[",
            r->finding ? "true" : "false");
    for (int k = 0; k < r->tiles; k++) {
        const struct tile *const tile = &r->tile[k];
        fprintf(page->out, "%s[%ld,%ld]", k ? "," : "", tile->begin,
                tile->count);
    }
    fputs("],\n", page->out);
}

const char *const page_colours[COLOURS] = {
    [COLOUR_PAPER] = "paper", [COLOUR_INK] = "ink",   [COLOUR_FAINT] = "faint",
    [COLOUR_X] = "x",         [COLOUR_A] = "a",       [COLOUR_P] = "p",
    [COLOUR_LOAD] = "load",   [COLOUR_SCAN] = "scan", [COLOUR_LOOK] = "look",
    [COLOUR_STORE] = "store", [COLOUR_WARN] = "warn"};

static void put_sign(FILE *out, const struct sign *sign)
{
    static const char *const hatches[] = {[HATCH_NONE] = "none",
                                          [HATCH_RISING] = "rising",
                                          [HATCH_FALLING] = "falling",
                                          [HATCH_LEVEL] = "level",
                                          [HATCH_DOTS] = "dots"};

    fputs("{\"words\":", out);
    put_json_text(out, sign->words);
    fprintf(out, ",\"colour\":\"%s\",\"hatch\":\"%s\"}",
            page_colours[sign->colour], hatches[sign->hatch]);
}

static void put_signs(FILE *out)
{
    fputs("\"flagSigns\":{", out);
    for (const char *flag = "XAP-"; *flag; flag++) {
        fprintf(out, "%s\"%c\":", *flag == 'X' ? "" : ",\n", *flag);
        put_sign(out, sign_of_flag(*flag));
    }
    fputs("},\n\"phaseSigns\":[", out);
    for (int phase = PHASE_NONE; phase < PHASES; phase++) {
        fputs(phase > PHASE_NONE ? ",\n" : "", out);
        put_sign(out, sign_of_phase((enum phase)phase));
    }
    fputs("],\n", out);
}

/* [step, row, left, width, first line, second line] */
static void put_plates(FILE *out)
{
    fputs("\"plates\":[", out);
    for (int k = 0; k < decision_plate_count; k++) {
        const struct plate *const plate = &decision_plates[k];
        fprintf(out, "%s[%d,%d,%g,%g,", k ? "," : "", (int)plate->step,
                plate->row, plate->left, plate->width);
        put_json_text(out, plate->first);
        putc(',', out);
        put_json_text(out, plate->second);
        putc(']', out);
    }
    fputs("],\n", out);
}

void page_put_data(struct page *page)
{
    const struct recording *const r = page->recording;
    FILE *const out = page->out;

    fprintf(out, "{\"seconds\":%d,\n\"n\":%ld,\n\"steps\":%s,\n", SECONDS, r->n,
            r->steps ? "true" : "false");
    fputs("\"duration\":", out);
    put_number(out, r->duration);
    fputs(",\n", out);
    put_view(page);
    put_scenes(page);
    put_texts(out, "colours", page_colours, COLOURS);
    put_texts(out, "kinds", kind_names, sizeof kind_names / sizeof *kind_names);
    put_texts(out, "rows", r->row_name, r->rows);
    put_signs(out);
    put_plates(out);
    put_tiles(page);
    put_events(page);
    page_put_memory(page);
    page_put_network(page);
    put_words(page);
    fputs("}", out);
}
