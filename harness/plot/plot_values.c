/* plot_values.c - parses the values of `scanlab plot`'s options. */
#include "plot_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sizes.h"

/* Index in `names` of the entry of `length` bytes at `text`, or -1. */
static int index_of(const char *text, size_t length, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == length && strncmp(names[i], text, length) == 0)
            return i;
    return -1;
}

/* A list of names as a set of bits. */
static enum status parse_names(const char *option, const char *text,
                               const char *const *names, unsigned *bits,
                               struct problem *why)
{
    for (;;) {
        const size_t length = strcspn(text, ",");
        const int at = index_of(text, length, names);
        if (at < 0) {
            char typed[41], all[160] = "";
            snprintf(typed, sizeof typed, "%.*s", (int)length, text);
            const char *near = nearest_name(typed, names);
            for (int i = 0; names[i]; i++)
                snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s",
                         i ? ", " : "", names[i]);
            return problem_set(why, WRONG_USE, "%s '%s' is not one of %s%s%s%s",
                               option, typed, all,
                               near ? "; did you mean '" : "", near ? near : "",
                               near ? "'?" : "");
        }
        *bits |= 1u << at;
        if (!text[length])
            return OK;
        text += length + 1;
    }
}

/* One name of a list; its index in *at. */
static enum status parse_name(const char *option, const char *text,
                              const char *const *names, int *at,
                              struct problem *why)
{
    unsigned bits = 0;

    *at = index_of(text, strlen(text), names);
    if (*at >= 0)
        return OK;
    if (parse_names(option, text, names, &bits, why) != OK)
        return WRONG_USE;
    return problem_set(why, WRONG_USE, "%s '%s': want one, not a list", option,
                       text);
}

/* One end of a range: a number or 2^k; empty leaves NAN. */
static bool parse_end(const char *text, size_t length, double *value)
{
    char copy[64], *end;

    *value = NAN;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (length == 0)
        return true;
    *value = strtod(copy, &end);
    if (end != copy && *end == '^') {
        const char *exponent = end + 1;
        *value = pow(*value, strtod(exponent, &end));
        if (end == exponent)
            return false;
    }
    return end != copy && !*end && isfinite(*value);
}

static enum status parse_range(const char *option, const char *text,
                               struct plot_range *range, struct problem *why)
{
    const size_t low = strcspn(text, ":");

    if (text[low] != ':' || !parse_end(text, low, &range->low) ||
        !parse_end(text + low + 1, strlen(text + low + 1), &range->high))
        return problem_set(why, WRONG_USE,
                           "%s '%s': want LO:HI, such as 0:50, 2^10:2^24 or "
                           "0: (one end only)",
                           option, text);
    if (range->low >= range->high)
        return problem_set(why, WRONG_USE,
                           "%s '%s': the low end must be below the high end",
                           option, text);
    return OK;
}

static enum status parse_axes(const char *text, struct plot_choice *choice,
                              struct problem *why)
{
    static const char *const names[] = {"linear", "log-x", "log-y", "log-log",
                                        NULL};
    int at;
    const enum status status = parse_name("--axes", text, names, &at, why);

    if (status == OK) {
        choice->log_x = at & 1 ? 1 : -1;
        choice->log_y = at & 2 ? 1 : -1;
    }
    return status;
}

static enum status parse_threads(const char *text, struct plot_choice *choice,
                                 struct problem *why)
{
    char *end;
    const long threads = strtol(text, &end, 10);

    if (end == text || *end || threads < 1 || threads > 1000000)
        return problem_set(why, WRONG_USE,
                           "--threads '%s': want a whole number, 1 or more",
                           text);
    choice->threads = (double)threads;
    return OK;
}

static enum status parse_sizes(const char *text, struct plot_options *options,
                               struct problem *why)
{
    enum { MOST = 64 };

    free(options->sizes);
    options->sizes = NULL;
    const enum status status =
        sizes_parse(text, 0, &options->sizes, &options->size_count, why);
    if (status != OK)
        return status;
    for (size_t i = 0; i < options->size_count; i++)
        if (options->sizes[i] == 0)
            return problem_set(why, WRONG_USE, "-n '%s': no chart at n = 0",
                               text);
    if (options->size_count > MOST)
        return problem_set(
            why, WRONG_USE,
            "-n '%s': %zu sizes would make as many charts; want at most %d",
            text, options->size_count, MOST);
    return OK;
}

static enum status parse_formats(const char *text, struct plot_choice *choice,
                                 struct problem *why)
{
    static const char *const names[] = {"svg", "png", "pdf", NULL};

    choice->formats = 0;
    return parse_names("--format", text, names, &choice->formats, why);
}

static enum status parse_table(const char *text, struct plot_options *options,
                               struct problem *why)
{
    static const char *const names[] = {"md", "latex", NULL};
    int at;
    const enum status status = parse_name("--table", text, names, &at, why);

    if (status == OK)
        options->table = at == 0 ? PLOT_MARKDOWN : PLOT_LATEX;
    return status;
}

static enum status parse_size(const char *text, struct plot_choice *choice,
                              struct problem *why)
{
    if (plot_size(choice, text))
        return OK;
    return problem_set(why, WRONG_USE,
                       "--size '%s': want paper, projector or WxH in pixels, "
                       "such as 1200x700 (320x160 to 8000x8000)",
                       text);
}

enum status plot_parse_value(int key, const char *text,
                             struct plot_options *options, struct problem *why)
{
    struct plot_choice *choice = &options->choice;

    switch (key) {
    case 'n': return parse_sizes(text, options, why);
    case PLOT_KIND:
        return parse_names("--kind", text, chart_kind_names, &options->kinds,
                           why);
    case PLOT_FORMAT: return parse_formats(text, choice, why);
    case PLOT_TABLE: return parse_table(text, options, why);
    case PLOT_X_RANGE: return parse_range("--x-range", text, &choice->x, why);
    case PLOT_Y_RANGE: return parse_range("--y-range", text, &choice->y, why);
    case PLOT_AXES: return parse_axes(text, choice, why);
    case PLOT_SIZE: return parse_size(text, choice, why);
    default: return parse_threads(text, choice, why);
    }
}
