/* plot_labels.c - the names at the ends of the curves.
 *
 *         ____.---  lookback          curves that reach the right edge have
 *     ___/ ___.---\ three_kernel      their names in the margin, spread until
 *     ____/--------\tbb               none covers another, with a thin line
 *       '--. naive                    from curve to name if a name had to move
 *
 * A curve that ends earlier has its name next to its end, at the first place
 * that is free of curves and of other names. The lines of a search have long
 * names, and the points of a roofline are close: all of these names are in the
 * margin, each after its marker.
 */
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double plot_text_width(const char *text, double font)
{
    double letters = 0;

    for (; *text; text++)
        letters += ((unsigned char)*text & 0xc0) != 0x80; /* UTF-8 heads */
    return 0.6 * font * letters;
}

/* Isotonic regression: with i*gap taken off, "at least gap apart" becomes
 * "ascending", and neighbours in the wrong order share their mean. */
void plot_spread(double *at, size_t count, double gap, double low, double high)
{
    if (count > 1 && gap * (double)(count - 1) > high - low)
        gap = (high - low) / (double)(count - 1);
    for (size_t i = 0; i < count; i++)
        at[i] -= (double)i * gap;
    for (size_t i = 1; i < count; i++) {
        size_t first = i;
        double sum = at[i];
        while (first > 0 && at[first - 1] > sum / (double)(i - first + 1))
            sum += at[--first];
        for (size_t j = first; j <= i; j++)
            at[j] = sum / (double)(i - first + 1);
    }
    const double most = count ? high - (double)(count - 1) * gap : high;
    for (size_t i = 0; i < count; i++)
        at[i] = fmax(low, fmin(at[i], most)) + (double)i * gap;
}

/* ---- names in the margin ---- */

static const struct plot_label *sorted_labels; /* qsort takes no context */

static int by_end(const void *a, const void *b)
{
    const size_t i = *(const size_t *)a, j = *(const size_t *)b;
    const double p = sorted_labels[i].end_y, q = sorted_labels[j].end_y;

    return p != q ? (p > q) - (p < q) : (i > j) - (i < j);
}

static void spread_margin(struct plot_label *labels, size_t count,
                          const struct plot_frame *frame, double font)
{
    size_t *order = malloc((count + 1) * sizeof *order);
    double *at = malloc((count + 1) * sizeof *at);
    size_t used = 0;

    for (size_t i = 0; order && at && i < count; i++)
        if (labels[i].text && labels[i].in_margin)
            order[used++] = i;
    if (used > 0) {
        sorted_labels = labels;
        qsort(order, used, sizeof *order, by_end);
        for (size_t i = 0; i < used; i++)
            at[i] = labels[order[i]].end_y;
        plot_spread(at, used, 1.25 * font, 0, frame->top - frame->bottom);
        for (size_t i = 0; i < used; i++)
            labels[order[i]].y = at[i];
    }
    free(order);
    free(at);
}

/* ---- names inside the frame ---- */

/* Half a line of text, in units of the font. */
#define HALF 0.55

struct box {
    double left, right, bottom, top;
};

static struct box box_of(const struct plot_label *label, double font)
{
    return (struct box){label->x - 0.2 * font,
                        label->x + plot_text_width(label->text, font) +
                            0.2 * font,
                        label->y - HALF * font, label->y + HALF * font};
}

static bool inside(const struct box *box, double x, double y)
{
    return x > box->left && x < box->right && y > box->bottom && y < box->top;
}

struct canvas {
    const struct chart *chart;
    double width, height;
};

static void pixel_of(const struct canvas *canvas,
                     const struct plot_point *point, double *x, double *y)
{
    const struct chart *chart = canvas->chart;

    *x = canvas->width * plot_place(chart->x, chart->log_x, point->x);
    *y = canvas->height * plot_place(chart->y, chart->log_y, point->y);
}

/* How many of 16 steps along every piece of curve fall into the box. */
static int curves_in(const struct canvas *canvas, const struct box *box)
{
    enum { STEPS = 16 };
    int hits = 0;

    for (size_t i = 0; i < canvas->chart->count; i++) {
        const struct plot_series *series = &canvas->chart->series[i];
        for (size_t j = 0; j < series->count; j++) {
            const size_t before = j > 0 && j < series->own ? j - 1 : j;
            double x, y, from_x, from_y;
            pixel_of(canvas, &series->points[j], &x, &y);
            pixel_of(canvas, &series->points[before], &from_x, &from_y);
            hits += inside(box, x, y) ? STEPS / 2 : 0; /* a marker */
            for (int step = 1; step <= STEPS; step++) {
                const double part = step / (double)STEPS;
                hits += inside(box, from_x + part * (x - from_x),
                               from_y + part * (y - from_y));
            }
        }
    }
    return hits;
}

static double cost(const struct canvas *canvas, const struct plot_label *labels,
                   size_t at, double font)
{
    const struct box box = box_of(&labels[at], font);
    double sum = hypot(labels[at].y - labels[at].end_y,
                       fmax(0, fmax(box.left - labels[at].end_x,
                                    labels[at].end_x - box.right)));

    for (size_t i = 0; i < canvas->chart->count; i++) {
        if (i == at || !labels[i].text || (i > at && !labels[i].in_margin))
            continue;
        const struct box other = box_of(&labels[i], font);
        if (box.left < other.right && other.left < box.right &&
            box.bottom < other.top && other.bottom < box.top)
            sum += 4000;
    }
    if (box.left < 0 || box.right > canvas->width || box.bottom < 0 ||
        box.top > canvas->height)
        sum += 20000;
    return sum + 60 * curves_in(canvas, &box);
}

static void place_inside(const struct canvas *canvas, struct plot_label *labels,
                         size_t at, double font)
{
    struct plot_label *label = &labels[at];
    const double width = plot_text_width(label->text, font);
    const double beside[] = {0.8 * font, -width / 2, -width - 0.8 * font};
    double best_cost = INFINITY, best_x = 0, best_y = 0;

    for (int side = 0; side < 3; side++)
        for (int step = -24; step <= 24; step++) {
            if (side == 1 && abs(step) < 4)
                continue; /* on the point itself */
            label->x = label->end_x + beside[side];
            label->y = label->end_y + step * 0.28 * font;
            const double this_cost = cost(canvas, labels, at, font);
            if (this_cost < best_cost) {
                best_cost = this_cost;
                best_x = label->x;
                best_y = label->y;
            }
        }
    label->x = best_x;
    label->y = best_y;
    const struct box box = box_of(label, font);
    label->on_curve = curves_in(canvas, &box) > 0;
}

/* ---- all names ---- */

bool plot_has_markers_in_margin(const struct chart *chart)
{
    return chart->kind == CHART_EXPLORE || chart->kind == CHART_ROOFLINE;
}

/* The last point in view, our own if there is one. */
static bool find_end(const struct canvas *canvas,
                     const struct plot_series *series, double *x, double *y)
{
    for (size_t j = series->own ? series->own : series->count; j-- > 0;) {
        pixel_of(canvas, &series->points[j], x, y);
        if (*x >= 0 && *x <= canvas->width && *y >= 0 && *y <= canvas->height)
            return true;
    }
    return false;
}

void plot_place_labels(const struct chart *chart,
                       const struct plot_frame *frame, double font,
                       struct plot_label *labels)
{
    const struct canvas canvas = {chart, frame->right - frame->left,
                                  frame->top - frame->bottom};

    for (size_t i = 0; i < chart->count; i++) {
        struct plot_label *label = &labels[i];
        *label = (struct plot_label){.text = NULL};
        if (!find_end(&canvas, &chart->series[i], &label->end_x, &label->end_y))
            continue;
        label->text = *chart->series[i].label ? chart->series[i].label : NULL;
        label->in_margin = plot_has_markers_in_margin(chart) ||
                           (label->end_x > canvas.width - 1.5 * font &&
                            chart->series[i].own > 0);
        label->x = canvas.width + 1.4 * font;
        label->y = label->end_y;
    }
    spread_margin(labels, chart->count, frame, font);
    for (size_t i = 0; i < chart->count; i++)
        if (labels[i].text && !labels[i].in_margin)
            place_inside(&canvas, labels, i, font);
}
