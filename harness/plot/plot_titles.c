/* plot_titles.c - the text on a chart: file name, title, subtitle, axes. */
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *plot_n_text(double n, char out[32])
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴",
                                         "⁵", "⁶", "⁷", "⁸", "⁹"};
    int exponent;

    if (n < 64 || frexp(n, &exponent) != 0.5 || exponent > 100) {
        snprintf(out, 32, "%.0f", n);
        return out;
    }
    exponent--;
    snprintf(out, 32, "2%s%s", exponent > 9 ? digits[exponent / 10] : "",
             digits[exponent % 10]);
    return out;
}

typedef const char *(*row_name)(const struct plot_row *);

static const char *name_device(const struct plot_row *row)
{
    return row->device;
}

static const char *name_mode(const struct plot_row *row)
{
    return row->mode;
}

static const char *name_pattern(const struct plot_row *row)
{
    return row->pattern;
}

/* Charts of bench rows; brent's has measure rows too, without a mode. */
static bool chart_has_bench(enum chart_kind kind)
{
    return kind == CHART_THROUGHPUT || kind == CHART_FRACTION ||
           kind == CHART_BRENT || kind == CHART_EXPLORE ||
           kind == CHART_ROOFLINE;
}

/* How many different values the rows of this kind show: a name that never
 * changes need not stand in a file's name. */
static bool varies(const struct plot_input *input, enum chart_kind kind,
                   const struct plot_choice *choice, row_name name)
{
    const char *first = NULL;

    for (size_t i = 0; i < input->row_count; i++) {
        const struct plot_row *row = &input->rows[i];
        if (!plot_row_shown(kind, choice, row) || row->published ||
            plot_is_memcpy(row->algorithm) ||
            row->measured == chart_has_bench(kind))
            continue;
        if (!first)
            first = name(row);
        else if (strcmp(first, name(row)) != 0)
            return true;
    }
    return false;
}

static void add_word(char *out, size_t room, const char *before,
                     const char *word)
{
    const size_t used = strlen(out);

    if (*word)
        snprintf(out + used, room - used, "%s%s", used ? before : "", word);
}

static void name_chart(struct chart *chart, const struct plot_input *input,
                       const struct plot_group *group,
                       const struct plot_choice *choice)
{
    const struct plot_row *row = group->first;
    char *name = chart->name;
    const size_t room = sizeof chart->name - 32;

    add_word(name, room, "-", chart_kind_names[chart->kind]);
    if (chart->kind == CHART_EXPLORE)
        add_word(name, room, "-", row->algorithm);
    add_word(name, room, "-", row->monoid);
    if (varies(input, chart->kind, choice, name_device))
        add_word(name, room, "-", row->device);
    if (group->split_kind)
        add_word(name, room, "-", row->kind);
    if (!row->measured && varies(input, chart->kind, choice, name_mode))
        add_word(name, room, "-", row->mode);
    if (varies(input, chart->kind, choice, name_pattern))
        add_word(name, room, "-", row->pattern);
    if (!isnan(chart->n))
        snprintf(name + strlen(name), 32, "-n%.0f", chart->n);
    for (char *c = name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    "0123456789_-",
                    *c))
            *c = '_';
}

/* An application moves other bytes than a scan, which reads and writes n
 * elements: then the chart says neither "prefix sums" nor 2n. */
static bool scans_alone(const struct plot_input *input, enum chart_kind kind,
                        const struct plot_choice *choice)
{
    for (size_t i = 0; i < input->row_count; i++) {
        const struct plot_row *row = &input->rows[i];
        const double of_scan = 2 * row->n * row->elem_bytes / row->median_ns;
        if (plot_row_shown(kind, choice, row) && row->median_ns > 0 &&
            row->elem_bytes > 0 && fabs(row->gbps / of_scan - 1) > 0.05)
            return false;
    }
    return true;
}

static void title_chart(struct chart *chart, const struct plot_input *input,
                        const struct plot_group *group,
                        const struct plot_choice *choice)
{
    static const char *const titles[CHART_KINDS] = {
        "Throughput of prefix sums",
        "How near to memcpy? n = ",
        "Work: operations per element",
        "Depth: the longest chain of operations",
        "Memory traffic at n = ",
        "Time between Brent's bounds, n = ",
        "Clock cycles of one block",
        "which settings are best? n = ",
        "Roofline of prefix sums, n = ",
    };
    const struct plot_style style =
        plot_style_of(group->first->algorithm, 0, 0);
    char n[32] = "";

    if (!isnan(chart->n))
        plot_n_text(chart->n, n);
    if (choice->title)
        snprintf(chart->title, sizeof chart->title, "%s", choice->title);
    else if (isfinite(chart->samples))
        snprintf(chart->title, sizeof chart->title,
                 "How near to memcpy, and the same bits in every run? n = %s",
                 n);
    else if (chart->kind == CHART_THROUGHPUT &&
             !scans_alone(input, chart->kind, choice))
        snprintf(chart->title, sizeof chart->title, "Throughput");
    else if (chart->kind == CHART_EXPLORE)
        snprintf(chart->title, sizeof chart->title, "%.40s: %s%s",
                 style.title ? style.title : group->first->algorithm,
                 titles[chart->kind], n);
    else
        snprintf(chart->title, sizeof chart->title, "%s%s", titles[chart->kind],
                 n);
}

static bool any_part(const struct chart *chart)
{
    for (size_t i = 0; i < chart->count; i++)
        for (size_t j = 0; j < chart->series[i].count; j++)
            if (isfinite(chart->series[i].points[j].part))
                return true;
    return false;
}

/* On how many threads or which device; nothing if a chart compares them. */
static void add_device(struct chart *chart, const struct plot_group *group)
{
    const char *const device = group->first->device;
    char words[96];

    if (chart->kind == CHART_BRENT)
        return;
    if (!strcmp(device, "cpu"))
        snprintf(words, sizeof words, "%.0f thread%s on cpu", group->threads,
                 group->threads == 1 ? "" : "s");
    else
        snprintf(words, sizeof words, "on %.20s", device);
    add_word(chart->subtitle, sizeof chart->subtitle, "  ·  ", words);
}

/* What holds for every row: machine, threads, monoid, kind, mode. */
static void subtitle_chart(struct chart *chart, const struct plot_input *input,
                           const struct plot_group *group)
{
    static const char *const notes[CHART_KINDS] = {
        "bands: 95 % interval of the median",
        "whiskers: 95 % interval; hatched: libraries",
        "points: measured; lines: closed form",
        "points: measured; lines: closed form",
        "dark: read, light: written (light only: closed form); tick: closed "
        "form; →: longer than the frame",
        "band: W/P·t to (W/P + D)·t, t = time of one op on one thread; "
        "outside it: not ops alone take time",
        "loads and stores of global memory are in it, launching is not; "
        "bands: 95 % interval of the median",
        "",
        "",
    };
    const struct plot_row *row = group->first;
    char *out = chart->subtitle;
    const size_t room = sizeof chart->subtitle;
    char words[96];

    if (!chart->model_time) /* the same on every machine */
        add_word(out, room, "  ·  ", input->machine);
    add_device(chart, group);
    snprintf(words, sizeof words, "%.40s", row->monoid);
    if (row->elem_bytes > 0)
        snprintf(words, sizeof words, "%.40s (%.0f bytes)", row->monoid,
                 row->elem_bytes);
    add_word(out, room, "  ·  ", words);
    if (group->split_kind)
        add_word(out, room, "  ·  ", row->kind);
    if (!chart->model_time)
        add_word(out, room, "  ·  ", row->mode);
    if (row->runs > 1) {
        snprintf(words, sizeof words, "median of %.0f runs", row->runs);
        add_word(out, room, "  ·  ", words);
    }
    if (*row->pattern) {
        snprintf(words, sizeof words, "pattern %.40s", row->pattern);
        add_word(out, room, "  ·  ", words);
    }
    /* the key to the picture: a line of its own */
    add_word(out, room, "\n",
             *chart->key ? chart->key
             : chart->kind == CHART_TRAFFIC && !any_part(chart)
                 ? "closed form, not measured on this device; →: longer than "
                   "the frame"
                 : notes[chart->kind]);
    if (isfinite(chart->samples)) {
        if (chart->samples > 0)
            snprintf(words, sizeof words,
                     "results: different outputs in %.0f samples",
                     chart->samples);
        else
            snprintf(words, sizeof words,
                     "results: different outputs in a row's samples");
        add_word(out, room, "  ·  ", words);
    }
    if (chart->published)
        add_word(out, room, "  ·  ", "hollow: published");
}

static void label_axes(struct chart *chart, const struct plot_input *input,
                       const struct plot_choice *choice)
{
    static const char *const x_labels[CHART_KINDS] = {
        "n, elements",
        "fraction of memcpy's throughput (memcpy = 1)",
        "n, elements",
        "n, elements",
        "bytes moved in global memory, in units of n·sizeof(T)",
        "threads P",
        "n, elements",
        "",
        "arithmetic intensity, op applications per byte of global memory"};
    static const char *const sizes[] = {"block size", "elements per section",
                                        "rank of the setting"};
    static const char *const y_labels[CHART_KINDS] = {
        "throughput 2·n·sizeof(T)/time, GB/s",
        "",
        "op applications / n",
        "op applications in a row",
        "",
        "time",
        "clock cycles",
        "fraction of memcpy's throughput",
        "op applications per second, Gop/s"};

    snprintf(chart->x_label, sizeof chart->x_label, "%s",
             chart->kind == CHART_EXPLORE ? sizes[chart->axis]
                                          : x_labels[chart->kind]);
    const bool other_bytes = chart->kind == CHART_THROUGHPUT &&
                             !scans_alone(input, chart->kind, choice);

    snprintf(chart->y_label, sizeof chart->y_label, "%s%s",
             chart->model_time ? "elements per cycle of model time"
             : other_bytes
                 ? "throughput, bytes of inputs and outputs/time, GB/s"
                 : y_labels[chart->kind],
             chart->kind != CHART_BRENT ? ""
             : chart->unit >= 1e9       ? ", s"
             : chart->unit >= 1e6       ? ", ms"
             : chart->unit >= 1e3       ? ", µs"
                                        : ", ns");
}

void plot_title_chart(struct chart *chart, const struct plot_input *input,
                      const struct plot_group *group,
                      const struct plot_choice *choice)
{
    name_chart(chart, input, group, choice);
    title_chart(chart, input, group, choice);
    subtitle_chart(chart, input, group);
    label_axes(chart, input, choice);
}
