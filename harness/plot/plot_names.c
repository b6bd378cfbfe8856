/* plot_names.c - the name and style of each series. */
#include "plot.h"

#include <stdlib.h>
#include <string.h>

static int by_x(const void *a, const void *b)
{
    const struct plot_point *p = a, *q = b;

    if (p->published != q->published)
        return p->published ? 1 : -1;
    return (p->x > q->x) - (p->x < q->x);
}

/* How many series before this one share its algorithm; *others: how many
 * of the others do at all. */
static size_t variant_rank(const struct chart *chart, size_t at, size_t *others)
{
    size_t rank = 0;

    *others = 0;
    for (size_t i = 0; i < chart->count; i++)
        if (i != at && strcmp(chart->series[i].algorithm,
                              chart->series[at].algorithm) == 0) {
            ++*others;
            rank += i < at;
        }
    return rank;
}

/* "block=1024,double" -> "double": how large a block has to be, so that it is
 * the only one, is not what a chart of its cycles compares. */
static void drop_sizes(const char *variant, char out[96])
{
    size_t used = 0;

    out[0] = '\0';
    while (*variant) {
        const size_t length = strcspn(variant, ",");
        if (strncmp(variant, "block=", 6) != 0 &&
            strncmp(variant, "items=", 6) != 0 && used + length + 2 < 96)
            used += (size_t)sprintf(out + used, "%s%.*s", used ? "," : "",
                                    (int)length, variant);
        variant += length + (variant[length] == ',');
    }
}

/* The variant as its label has it; whole where two would look the same. */
static void short_variant(const struct chart *chart, size_t at, char out[96])
{
    char other[96];

    snprintf(out, 96, "%.95s", chart->series[at].variant);
    if (chart->kind != CHART_CYCLES)
        return;
    drop_sizes(chart->series[at].variant, out);
    for (size_t i = 0; i < chart->count; i++) {
        drop_sizes(chart->series[i].variant, other);
        if (i != at && !strcmp(other, out) &&
            !strcmp(chart->series[i].algorithm, chart->series[at].algorithm))
            snprintf(out, 96, "%.95s", chart->series[at].variant);
    }
}

static size_t count_own(const struct plot_series *series)
{
    size_t own = 0;

    for (size_t j = 0; j < series->count; j++)
        own += !series->points[j].published;
    return own;
}

/* "decoupled look-back:whole"; of a library the version: "CUB 3.5.0"; of what
 * others have published whose it is: "decoupled look-back, RTX 2080Ti". */
static void label_series(struct plot_series *series, const char *words)
{
    const struct plot_style *style = &series->style;
    const bool version = style->library && *series->variant;

    snprintf(series->label, sizeof series->label, "%.40s%s%.95s",
             style->title ? style->title : series->algorithm,
             version            ? " "
             : !*words          ? ""
             : series->own == 0 ? ", "
                                : ":",
             version ? series->variant : words);
}

/* Times of parameters that were given are not those of the plain name. */
static bool is_timed_variant(const struct chart *chart,
                             const struct plot_series *series)
{
    return (chart->kind == CHART_THROUGHPUT || chart->kind == CHART_FRACTION ||
            chart->kind == CHART_ROOFLINE) &&
           !plot_is_memcpy(series->algorithm) && !series->style.library;
}

void plot_name_series(struct chart *chart)
{
    size_t unknown = 0;

    for (size_t i = 0; i < chart->count; i++) {
        struct plot_series *series = &chart->series[i];
        size_t others;
        const size_t rank = variant_rank(chart, i, &others);
        char words[96];
        series->own = count_own(series);
        series->style = plot_style_of(series->algorithm, unknown, rank);
        short_variant(chart, i, words);
        const bool variant = (others > 0 || series->own == 0 ||
                              is_timed_variant(chart, series)) &&
                             *words;
        snprintf(series->name, sizeof series->name, "%.45s%s%.95s",
                 series->algorithm, variant ? ":" : "", variant ? words : "");
        label_series(series, variant ? words : "");
        if (!*series->style.name && rank == 0)
            unknown++;
        qsort(series->points, series->count, sizeof *series->points, by_x);
        if (chart->kind == CHART_TRAFFIC && series->points[0].alone)
            strncat(series->label, ", one thread",
                    sizeof series->label - strlen(series->label) - 1);
    }
}
