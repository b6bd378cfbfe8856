/* plot_sound.c - rows that contradict themselves or each other. */
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one row ---- */

static bool is_one_of(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(text, *words) == 0)
            return true;
    return false;
}

enum status plot_check_verified(const struct csv *csv, size_t row, bool *failed,
                                struct problem *why)
{
    static const char *const no[] = {"no",     "0",     "false",
                                     "failed", "wrong", NULL};
    static const char *const yes[] = {"",   "yes",   "1",        "true",
                                      "ok", "right", "verified", NULL};
    const char *const cell = csv_cell(csv, row, csv_column(csv, "verified"));

    *failed = is_one_of(cell, no);
    return *failed || is_one_of(cell, yes)
               ? OK
               : problem_set(why, WRONG_USE,
                             "%s:%zu: verified is '%.60s'; want 1 or 0",
                             csv->path, csv->lines[row], cell);
}

enum status plot_check_intervals(const struct csv *csv, size_t at,
                                 const struct plot_row *row,
                                 struct problem *why)
{
    const struct {
        const char *name;
        double low, high;
    } intervals[] = {
        {"ci_low_ns", row->ci_low_ns, row->ci_high_ns},
        {"of_memcpy_low", row->of_memcpy_low, row->of_memcpy_high},
        {"work_form_low", row->work_form_low, row->work_form_high},
        {"depth_form_low", row->depth_form_low, row->depth_form_high},
        {"cycles_low", row->cycles_low, row->cycles_high},
    };

    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++)
        if (intervals[i].low > intervals[i].high)
            return problem_set(why, WRONG_USE,
                               "%s:%zu: %s is %.9g, above the interval's other "
                               "end, %.9g",
                               csv->path, csv->lines[at], intervals[i].name,
                               intervals[i].low, intervals[i].high);
    return OK;
}

bool plot_too_noisy(const struct plot_row *row)
{
    const double half = (row->ci_high_ns - row->ci_low_ns) / 2;

    return !row->measured && !row->published && half > row->median_ns / 2;
}

/* ---- rows of one file ---- */

/* What tells rows apart: all but what was measured. */
static const char *const key_columns[] = {
    "run_id",     "algorithm", "variant", "device",  "monoid",
    "elem_bytes", "kind",      "n",       "threads", "block",
    "items",      "mode",      "seed",    "pattern"};
enum { KEYS = sizeof key_columns / sizeof *key_columns };

struct keyed {
    const struct csv *csv;
    int column[KEYS];
    size_t row;
};

static int compare_keys(const void *a, const void *b)
{
    const struct keyed *const x = a, *const y = b;

    for (int k = 0; k < KEYS; k++) {
        const int order = strcmp(csv_cell(x->csv, x->row, x->column[k]),
                                 csv_cell(y->csv, y->row, y->column[k]));
        if (order != 0)
            return order;
    }
    return 0;
}

static int by_key(const void *a, const void *b)
{
    const struct keyed *const x = a, *const y = b;
    const int order = compare_keys(a, b);

    return order ? order : (x->row > y->row) - (x->row < y->row);
}

enum status plot_check_duplicates(const struct csv *csv, struct problem *why)
{
    struct keyed *const keyed = calloc(csv->rows + 1, sizeof *keyed);
    enum status status = OK;

    if (!keyed)
        return problem_set(why, MACHINE_LACKS,
                           "not enough memory for the charts");
    for (size_t i = 0; i < csv->rows; i++) {
        keyed[i] = (struct keyed){.csv = csv, .row = i};
        for (int k = 0; k < KEYS; k++)
            keyed[i].column[k] =
                i ? keyed[0].column[k] : csv_column(csv, key_columns[k]);
    }
    qsort(keyed, csv->rows, sizeof *keyed, by_key);
    for (size_t i = 1; i < csv->rows && status == OK; i++)
        if (compare_keys(&keyed[i - 1], &keyed[i]) == 0)
            status = problem_set(
                why, WRONG_USE,
                "%s:%zu: the same row as line %zu: %s at n = %s twice",
                csv->path, csv->lines[keyed[i].row],
                csv->lines[keyed[i - 1].row],
                csv_cell(csv, keyed[i].row, keyed[i].column[1]),
                csv_cell(csv, keyed[i].row, keyed[i].column[7]));
    free(keyed);
    return status;
}
