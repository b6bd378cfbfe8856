/* plot_table.c - a chart's numbers as a table in Markdown or LaTeX.
 *
 *     over n (throughput, work, cycles)     at one n (all other kinds)
 *
 *     | n    | lookback | tbb |             | algorithm | fraction | 95 % ... |
 *     | 2¹⁰  |     1.92 |     |             | lookback  |     0.96 |          |
 *
 * LaTeX needs no package: tabular and \hline.
 */
#include "plot.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 64, CELL = 192 };

/* A row on its way out. */
struct line {
    char cells[COLUMNS][CELL];
    size_t count;
};

static void add(struct line *line, const char *text)
{
    if (line->count < COLUMNS)
        snprintf(line->cells[line->count++], CELL, "%s", text);
}

static void add_number(struct line *line, const char *format, double value)
{
    char text[CELL] = "";

    if (isfinite(value))
        snprintf(text, sizeof text, format, value);
    add(line, text);
}

/* ---- the two formats ---- */

/* Superscript digits at `text` as LaTeX; returns the place after them. */
static const char *put_power(const char *text, FILE *out)
{
    static const char *const superscripts[] = {"⁰", "¹", "²", "³", "⁴",
                                               "⁵", "⁶", "⁷", "⁸", "⁹"};
    const char *const start = text;

    for (int digit = 0; digit < 10; digit++) {
        const size_t length = strlen(superscripts[digit]);
        if (strncmp(text, superscripts[digit], length) != 0)
            continue;
        fputs(text == start ? "\\textsuperscript{" : "", out);
        fputc('0' + digit, out);
        text += length;
        digit = -1; /* another digit may follow */
    }
    if (text > start)
        fputc('}', out);
    return text;
}

static void put_text(enum plot_table format, const char *text, FILE *out)
{
    while (*text) {
        const char *after = format == PLOT_LATEX ? put_power(text, out) : text;
        if (after > text) {
            text = after;
            continue;
        }
        if (format == PLOT_LATEX && strncmp(text, "·", 2) == 0) {
            fputs("$\\cdot$", out);
            text += strlen("·");
            continue;
        }
        if (format == PLOT_LATEX && *text == '\\')
            fputs("\\textbackslash{}", out);
        else if (format == PLOT_LATEX && strchr("~^", *text))
            fprintf(out, "\\%c{}", *text);
        else if (format == PLOT_LATEX && strchr("&%$#_{}", *text))
            fprintf(out, "\\%c", *text);
        else if (format == PLOT_MARKDOWN && strchr("|\\*_`<[", *text))
            fprintf(out, "\\%c", *text);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
        text++;
    }
}

static void put_line(enum plot_table format, const struct line *line, FILE *out)
{
    for (size_t i = 0; i < line->count; i++) {
        if (format == PLOT_MARKDOWN)
            fputs(i ? " | " : "| ", out);
        else if (i)
            fputs(" & ", out);
        put_text(format, line->cells[i], out);
    }
    fputs(format == PLOT_MARKDOWN ? " |\n" : " \\\\\n", out);
}

/* "Throughput of prefix sums: GB/s": a table has no axis that says the unit. */
static void put_caption(const struct chart *chart, FILE *out)
{
    const char *unit = *chart->y_label ? chart->y_label : chart->x_label;

    put_text(PLOT_LATEX, chart->title, out);
    fputs(". Values: ", out);
    put_text(PLOT_LATEX, unit, out);
}

static void put_head(enum plot_table format, const struct chart *chart,
                     const struct line *head, FILE *out)
{
    char facts[sizeof chart->subtitle]; /* without the key to the picture */

    snprintf(facts, sizeof facts, "%.*s", (int)strcspn(chart->subtitle, "\n"),
             chart->subtitle);
    if (format == PLOT_MARKDOWN) {
        fputs("**", out);
        put_text(format, chart->title, out);
        fputs("**  \n", out);
        put_text(format, facts, out);
        fputs("\n\n", out);
        put_line(format, head, out);
        for (size_t i = 0; i < head->count; i++)
            fputs(i ? " ---: |" : "| :--- |", out);
        fputc('\n', out);
        return;
    }
    fputs("\\begin{table}\n\\caption{", out);
    put_caption(chart, out);
    fputs("}\n% ", out);
    put_text(format, facts, out);
    fputs("\n\\begin{tabular}{l", out);
    for (size_t i = 1; i < head->count; i++)
        fputc('r', out);
    fputs("}\n\\hline\n", out);
    put_line(format, head, out);
    fputs("\\hline\n", out);
}

static void put_foot(enum plot_table format, FILE *out)
{
    if (format == PLOT_LATEX)
        fputs("\\hline\n\\end{tabular}\n\\end{table}\n", out);
}

/* ---- over n ---- */

static bool next_x(const struct chart *chart, double after, double *x)
{
    *x = INFINITY;
    for (size_t i = 0; i < chart->count; i++)
        for (size_t j = 0; j < chart->series[i].own; j++) {
            const double here = chart->series[i].points[j].x;
            if (here > after && here < *x)
                *x = here;
        }
    return isfinite(*x);
}

/* Measured value; the closed form beside it where the two differ. */
static void add_value(struct line *line, const struct chart *chart,
                      const struct plot_series *series, double x)
{
    const bool whole =
        chart->kind == CHART_DEPTH || chart->kind == CHART_CYCLES;
    const char *format = whole ? "%.0f" : "%.3g";
    char text[CELL] = "";

    for (size_t j = 0; j < series->own; j++) {
        const struct plot_point *point = &series->points[j];
        if (point->x != x)
            continue;
        const int used = snprintf(text, sizeof text, format, point->y);
        if (isfinite(point->form) && point->form != point->y) {
            char form[CELL / 2];
            snprintf(form, sizeof form, format, point->form);
            snprintf(text + used, sizeof text - (size_t)used, " (form %s)",
                     form);
        }
    }
    add(line, text);
}

static void table_over_n(const struct chart *chart, enum plot_table format,
                         FILE *out)
{
    struct line line = {.count = 0};
    char n[32];

    add(&line, "n");
    for (size_t i = 0; i < chart->count; i++)
        if (chart->series[i].own > 0)
            add(&line, chart->series[i].label);
    put_head(format, chart, &line, out);
    for (double x = -1; next_x(chart, x, &x);) {
        line.count = 0;
        add(&line, plot_n_text(x, n));
        for (size_t i = 0; i < chart->count; i++)
            if (chart->series[i].own > 0)
                add_value(&line, chart, &chart->series[i], x);
        put_line(format, &line, out);
    }
}

/* ---- at one n ---- */

static void add_point(struct line *line, const struct chart *chart,
                      const struct plot_point *point)
{
    if (chart->kind == CHART_FRACTION) {
        add_number(line, "%.3f", point->y);
        add_number(line, "%.3f", point->low);
        add_number(line, "%.3f", point->high);
        if (isfinite(chart->samples)) {
            add_number(line, "%.0f", point->results);
            add_number(line, "%.0f",
                       isfinite(point->results) ? point->samples : NAN);
        }
    } else if (chart->kind == CHART_TRAFFIC) {
        add_number(line, "%.3f", point->part);
        add_number(line, "%.3f", point->y - point->part);
        add_number(line, "%.3f", isnan(point->part) ? NAN : point->y);
        add_number(line, "%.3f", point->form);
    } else if (chart->kind == CHART_ROOFLINE) {
        add_number(line, "%.3g", point->x);
        add_number(line, "%.4g", point->y);
        add_number(line, "%.4g", point->form);
        add_number(line, "%.3f", point->y / point->form);
    } else if (chart->kind == CHART_EXPLORE) {
        add_number(line, "%.0f", point->x);
        add_number(line, "%.3g", point->y);
        add_number(line, "%.3g", point->low);
        add_number(line, "%.3g", point->high);
    } else {
        add_number(line, "%.0f", point->x);
        add_number(line, "%.4g", point->form_low / chart->unit);
        add_number(line, "%.4g", point->y / chart->unit);
        add_number(line, "%.4g", point->form_high / chart->unit);
    }
}

static const char *point_name(const struct chart *chart, size_t series,
                              const struct plot_point *point)
{
    if (chart->kind != CHART_EXPLORE)
        return chart->series[series].label;
    return *point->variant ? point->variant : "the default";
}

static void table_at_n(const struct chart *chart, enum plot_table format,
                       FILE *out)
{
    static const char *const fraction[] = {"algorithm", "fraction of memcpy",
                                           "95 % from", "to", NULL};
    static const char *const bits[] = {
        "algorithm",         "fraction of memcpy", "95 % from", "to",
        "different results", "of samples",         NULL};
    static const char *const traffic[] = {
        "algorithm",   "read", "written", "bytes / (n·sizeof(T))",
        "closed form", NULL};
    static const char *const seconds[] = {"algorithm", "threads",     "W/P·t",
                                          "measured",  "(W/P + D)·t", NULL};
    static const char *const units[] = {" (ns)", " (us)", " (ms)", " (s)"};
    const char *const search[] = {"setting",   chart->x_label, chart->y_label,
                                  "95 % from", "to",           NULL};
    static const char *const roofline[] = {"algorithm", "op / byte", "Gop/s",
                                           "roof",      "of roof",   NULL};
    const char *const *heads = chart->kind == CHART_EXPLORE    ? search
                               : chart->kind == CHART_ROOFLINE ? roofline
                               : isfinite(chart->samples)      ? bits
                               : chart->kind == CHART_FRACTION ? fraction
                               : chart->kind == CHART_TRAFFIC  ? traffic
                                                               : seconds;
    struct line line = {.count = 0};

    for (size_t i = 0; heads[i]; i++) {
        add(&line, heads[i]);
        if (heads == seconds && i == 3)
            strcat(line.cells[i], units[(int)(log10(chart->unit) / 3 + 0.5)]);
    }
    put_head(format, chart, &line, out);
    for (size_t i = 0; i < chart->count; i++)
        for (size_t j = 0; j < chart->series[i].count; j++) {
            const struct plot_point *point = &chart->series[i].points[j];
            char name[CELL];
            if (chart->kind == CHART_ROOFLINE && isnan(point->form))
                continue; /* the roof itself */
            line.count = 0;
            snprintf(name, sizeof name, "%s%s", point_name(chart, i, point),
                     point->published ? " (published)" : "");
            add(&line, name);
            add_point(&line, chart, point);
            put_line(format, &line, out);
        }
}

void plot_write_table(const struct chart *chart, enum plot_table format,
                      FILE *out)
{
    if (isnan(chart->n))
        table_over_n(chart, format, out);
    else
        table_at_n(chart, format, out);
    put_foot(format, out);
}
