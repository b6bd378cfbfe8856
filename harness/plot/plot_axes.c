/* plot_axes.c - scales and ranges of a chart's axes.
 *
 * n is shown on a base-2 axis. Heights start at 0 if they are compared as
 * lengths (bars, times, the throughput of large n). Work, depth, cycles and the
 * throughput of small and large n span such wide ranges that they need a base-2
 * axis, on which a depth of log2(n) is a slow curve and a depth of n a
 * diagonal.
 */
#include "plot.h"

#include <math.h>

double plot_place(struct plot_range axis, bool logarithmic, double value)
{
    if (logarithmic)
        return log(value / axis.low) / log(axis.high / axis.low);
    return (value - axis.low) / (axis.high - axis.low);
}

double plot_value(struct plot_range axis, bool logarithmic, double place)
{
    if (logarithmic)
        return axis.low * pow(axis.high / axis.low, place);
    return axis.low + place * (axis.high - axis.low);
}

int plot_tick_step(struct plot_range axis)
{
    const double span = log2(axis.high / axis.low);
    int step = 1;

    while (span / step > 12)
        step *= 2;
    return step;
}

double plot_round_up(double value)
{
    static const double round[] = {1,   1.2, 1.5, 2, 2.5, 3, 3.5, 4,
                                   4.5, 5,   6,   7, 8,   9, 10};
    const double unit = pow(10, floor(log10(value)));
    size_t i = 0;

    while (round[i] * unit < value && round[i] < 10)
        i++;
    return round[i] * unit;
}

double plot_tick_distance(double span, int most)
{
    static const double round[] = {1, 2, 2.5, 5, 10};
    const double unit = pow(10, floor(log10(span / most)));
    size_t i = 0;

    while (round[i] * unit < span / most && round[i] < 10)
        i++;
    return round[i] * unit;
}

/* Takes a value into the range, unless it is NAN or cannot be drawn. */
static void include(struct plot_range *range, double value, bool logarithmic)
{
    if (!isfinite(value) || (logarithmic && value <= 0))
        return;
    range->low = fmin(range->low, value); /* of NAN and x: x */
    range->high = fmax(range->high, value);
}

static struct plot_range span_x(const struct chart *chart)
{
    struct plot_range range = {NAN, NAN};

    for (size_t i = 0; i < chart->count; i++)
        for (size_t j = 0; j < chart->series[i].count; j++)
            include(&range, chart->series[i].points[j].x, true);
    return range;
}

static struct plot_range span_y(const struct chart *chart, bool logarithmic)
{
    struct plot_range range = {NAN, NAN};

    for (size_t i = 0; i < chart->count; i++)
        for (size_t j = 0; j < chart->series[i].count; j++) {
            const struct plot_point *point = &chart->series[i].points[j];
            include(&range, point->y, logarithmic);
            include(&range, point->high, logarithmic);
            include(&range, point->form, logarithmic);
            include(&range, point->form_low, logarithmic);
            include(&range, point->form_high, logarithmic);
        }
    return range;
}

static void fit_x(struct chart *chart)
{
    struct plot_range range = span_x(chart);

    if (chart->log_x) {
        if (range.low == range.high)
            range = (struct plot_range){range.low / 2, range.high * 2};
        const double air = pow(range.high / range.low, 0.015);
        chart->x = (struct plot_range){range.low / air, range.high * air};
    } else {
        chart->x = (struct plot_range){0, range.high * 1.02};
    }
}

static void fit_y(struct chart *chart)
{
    struct plot_range range = span_y(chart, chart->log_y);

    if (chart->log_y && range.high > 0) {
        const double air = fmax(1.15, pow(range.high / range.low, 0.03));
        chart->y = (struct plot_range){range.low / air, range.high * air};
    } else {
        chart->y = (struct plot_range){
            0, plot_round_up(range.high > 0 ? range.high * 1.02 : 1)};
    }
}

/* Bars: from 0. A bar out of all proportion (naive moves n*n/2) is cut by
 * the frame, so that the others can be told apart; its number is printed. */
static void fit_bars(struct chart *chart)
{
    enum { PLAIN = 12, CUT_AT = 8 };
    const double most = span_y(chart, false).high;

    chart->log_x = chart->log_y = false;
    if (chart->kind == CHART_FRACTION) {
        const double room = isfinite(chart->samples) ? 1.3 : 1.12;
        chart->x.high = fmax(1, most) * room;
    } else {
        double fair = 0;
        for (size_t i = 0; i < chart->count; i++)
            for (size_t j = 0; j < chart->series[i].count; j++)
                if (chart->series[i].points[j].y <= CUT_AT)
                    fair = fmax(fair, chart->series[i].points[j].y);
        chart->x.high = most <= PLAIN || fair == 0 ? most * 1.15 : fair * 1.18;
    }
    chart->x.low = 0;
    chart->y = (struct plot_range){0.4, (double)chart->count + 0.6};
}

static void override(struct plot_range *range, struct plot_range chosen)
{
    if (!isnan(chosen.low))
        range->low = chosen.low;
    if (!isnan(chosen.high))
        range->high = chosen.high;
}

static enum status check_range(char axis, struct plot_range range,
                               bool logarithmic, struct problem *why)
{
    if (logarithmic && !(range.low > 0))
        return problem_set(why, WRONG_USE,
                           "--%c-range starts at %g; a logarithmic axis needs "
                           "a start above 0 (see --axes)",
                           axis, range.low);
    if (!(range.low < range.high))
        return problem_set(why, WRONG_USE,
                           "--%c-range: the axis would run from %g to %g; want "
                           "low:high",
                           axis, range.low, range.high);
    return OK;
}

/* Heights that a base-2 axis shows better than one from 0. */
static bool spans_much(enum chart_kind kind, struct plot_range all)
{
    switch (kind) {
    case CHART_DEPTH:
    case CHART_ROOFLINE: return true;
    case CHART_THROUGHPUT:
    case CHART_WORK: return all.high > 24 * fmin(all.low, 1);
    case CHART_CYCLES: return all.high > 12 * all.low;
    default: return false;
    }
}

enum status plot_fit_axes(struct chart *chart, const struct plot_choice *choice,
                          struct problem *why)
{
    const bool bars =
        chart->kind == CHART_FRACTION || chart->kind == CHART_TRAFFIC;

    if (bars) {
        fit_bars(chart);
    } else if (chart->kind == CHART_BRENT) {
        chart->x = (struct plot_range){0.8, span_x(chart).high + 0.2};
        chart->y = (struct plot_range){0, NAN}; /* each panel fits its own */
    } else {
        const struct plot_range all = span_y(chart, true);
        const bool ranks =
            chart->kind == CHART_EXPLORE && chart->axis == EXPLORE_RANK;
        chart->log_x = choice->log_x > 0 || (choice->log_x == 0 && !ranks);
        chart->log_y = choice->log_y > 0 ||
                       (choice->log_y == 0 && spans_much(chart->kind, all));
        fit_x(chart);
        fit_y(chart);
    }
    override(&chart->x, choice->x);
    if (!bars)
        override(&chart->y, choice->y);
    enum status status = check_range('x', chart->x, chart->log_x, why);
    if (status == OK && !(chart->kind == CHART_BRENT && isnan(chart->y.high)))
        status = check_range('y', chart->y, chart->log_y, why);
    return status;
}
