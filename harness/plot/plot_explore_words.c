/* plot_explore_words.c - the names of a search's lines, and the subtitle.
 *
 *     brent_kung=2                 no sequential     all lines: brent_kung=2
 *     brent_kung=2,sequential=4 -> sequential=4
 *     brent_kung=2,sequential=8    sequential=8
 */
#include "plot_explore.h"

#include <math.h>
#include <string.h>

/* ---- their names ---- */

/* The settings that all lines have. */
void plot_explore_common(const struct spots *spots, char out[WORDS])
{
    char setting[WORDS];
    size_t first = 0;

    out[0] = '\0';
    while (first < spots->count && !plot_explore_begins_line(spots, first))
        first++;
    for (const char *list = spots->at[first].line;
         plot_explore_next(&list, setting);) {
        bool all = true;
        for (size_t i = 0; i < spots->count && all; i++)
            all = !plot_explore_begins_line(spots, i) ||
                  plot_explore_has(spots->at[i].line, setting);
        if (all)
            plot_explore_add(out, setting);
    }
}

/* What is left of a line's settings without those. */
static void other_settings(const char *line, const char *common,
                           char out[WORDS])
{
    char setting[WORDS];

    out[0] = '\0';
    while (plot_explore_next(&line, setting))
        if (!plot_explore_has(common, setting))
            plot_explore_add(out, setting);
}

/* A line without any of the settings that other lines have: "default factor";
 * of rules, "no sequential". */
static void label_plain(struct chart *chart, const char *common,
                        struct plot_series *series)
{
    char names[WORDS] = "", own[WORDS], setting[WORDS];

    for (size_t i = 0; i < chart->count; i++) {
        other_settings(chart->series[i].name, common, own);
        for (const char *list = own; plot_explore_next(&list, setting);) {
            setting[strcspn(setting, "=")] = '\0';
            if (!plot_explore_has(names, setting))
                plot_explore_add(names, setting);
        }
    }
    snprintf(series->label, sizeof series->label, "%s %.100s",
             chart->axis == EXPLORE_SECTION ? "no" : "default", names);
}

void plot_explore_label(struct chart *chart, char common[WORDS])
{
    char own[WORDS], other[WORDS];

    for (size_t i = 0; i < chart->count; i++) /* the same, in another order? */
        for (size_t j = 0; j < i; j++) {
            other_settings(chart->series[i].name, common, own);
            other_settings(chart->series[j].name, common, other);
            if (strcmp(own, other) == 0)
                common[0] = '\0';
        }
    for (size_t i = 0; i < chart->count && chart->count > 1; i++) {
        struct plot_series *const series = &chart->series[i];
        other_settings(series->name, common, own);
        if (*own)
            snprintf(series->label, sizeof series->label, "%.159s", own);
        else
            label_plain(chart, common, series);
    }
    for (size_t i = 0; i < chart->count; i++)
        snprintf(chart->series[i].name, sizeof chart->series[i].name, "%s",
                 chart->count > 1 ? chart->series[i].label
                                  : chart->series[i].algorithm);
}

/* ---- the subtitle ---- */

static void add_words(struct chart *chart, const char *words)
{
    const size_t used = strlen(chart->key);

    snprintf(chart->key + used, sizeof chart->key - used, "%s%s",
             used ? "  ·  " : "", words);
}

static size_t count_left_out(const struct plot_input *input,
                             const struct plot_row *first, const char *state)
{
    size_t count = 0;

    for (size_t i = 0; i < plot_left_out(input); i++) {
        const struct plot_row *const row = &input->left_out[i];
        count += row->file == first->file && row->n == first->n &&
                 strcmp(row->algorithm, first->algorithm) == 0 &&
                 strcmp(row->state, state) == 0;
    }
    return count;
}

static void count_states(struct chart *chart, const struct plot_input *input,
                         const struct plot_row *first, size_t timed)
{
    static const struct {
        const char *state, *words;
    } states[] = {{"timed", "too noisy"},  {"refused", "refused"},
                  {"failed", "failed"},    {"wrong", "wrong"},
                  {"proved", "not timed"}, {"waiting", "not reached"}};
    char words[160];

    snprintf(words, sizeof words, "%zu timed", timed);
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        const size_t count = count_left_out(input, first, states[i].state);
        const size_t used = strlen(words);
        if (count)
            snprintf(words + used, sizeof words - used, ", %zu %s", count,
                     states[i].words);
    }
    add_words(chart, words);
}

static bool any_interval(const struct chart *chart)
{
    for (size_t i = 0; i < chart->count; i++)
        for (size_t j = 0; j < chart->series[i].count; j++)
            if (chart->series[i].points[j].low <
                chart->series[i].points[j].high)
                return true;
    return false;
}

void plot_explore_write_key(struct chart *chart, const struct plot_input *input,
                            const struct spots *spots, const char *common)
{
    const struct plot_row *const best = spots->at[0].row;
    const size_t lines = plot_explore_lines(spots);
    char words[WORDS + 32];

    count_states(chart, input, best, spots->count);
    if (lines > EXPLORE_LINES) {
        snprintf(words, sizeof words, "the best %d of %zu lines", EXPLORE_LINES,
                 lines);
        add_words(chart, words);
    }
    snprintf(words, sizeof words, "best: %s",
             *best->variant ? best->variant : "the default");
    add_words(chart, words);
    if (*common) {
        snprintf(words, sizeof words, "all lines: %s", common);
        add_words(chart, words);
    }
    for (size_t i = 0; i < spots->count; i++)
        if (spots->at[i].row->incumbent && *spots->at[i].row->variant) {
            snprintf(words, sizeof words, "%s: %s",
                     plot_explore_incumbent(spots->at[i].row),
                     spots->at[i].row->variant);
            add_words(chart, words);
        }
    if (any_interval(chart))
        add_words(chart, "whiskers: 95 % interval");
}
