/* runs_report.c - rows of several runs side by side. */
#include "runs.h"
#include "base/paths.h"
#include "base/sizes.h"
#include "base/table.h"
#include "plot/csv.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char more_columns[] =
    ",runs,runs_median_ns,within_low_ns,within_high_ns,runs_low_ns,"
    "runs_high_ns,runs_of_memcpy,runs_of_memcpy_low,runs_of_memcpy_high";

struct runs {
    int count;
    struct csv csv; /* of the first run */
    json_t **document;
};

/* One row of the first run, found again in the others. */
struct merged {
    size_t row;
    int wrong;         /* the first run in which it was, from 1; 0: none */
    const char *fault; /* there */
    bool unjudged;     /* there its code was not run to its end */
    int runs;          /* that have it */
    struct runs_spread times, ratio;
};

/* ---------------------------------------------------------------- reading */

static enum status read_document(const char *csv, json_t **out,
                                 struct problem *why)
{
    char path[PATH_MAX];
    json_error_t error;

    path_format(path, sizeof path, "%.*s.json", (int)strlen(csv) - 4, csv);
    *out = json_load_file(path, 0, &error);
    return *out ? OK
                : problem_set(why, MACHINE_LACKS, "%s:%d: %s", path, error.line,
                              error.text);
}

static const char *cell(const struct runs *r, size_t row, const char *name)
{
    return csv_cell(&r->csv, row, csv_column(&r->csv, name));
}

static bool is_memcpy(const json_t *row)
{
    const char *name = json_string_value(json_object_get(row, "algorithm"));
    return name && !strcmp(name, "memcpy");
}

static bool same_text(const json_t *a, const json_t *b, const char *key)
{
    return json_equal(json_object_get(a, key), json_object_get(b, key)) ||
           (!json_object_get(a, key) && !json_object_get(b, key));
}

static bool same_field(const json_t *a, const json_t *b)
{
    return same_text(a, b, "monoid") && same_text(a, b, "kind") &&
           same_text(a, b, "pattern") && same_text(a, b, "mode") &&
           same_text(a, b, "n") && same_text(a, b, "threads");
}

/* Which copy is the fastest may change; it is the roof all the same. */
static bool same_row(const json_t *a, const json_t *b)
{
    return same_field(a, b) && same_text(a, b, "algorithm") &&
           (is_memcpy(a) || same_text(a, b, "variant"));
}

/* The row of that run which is `wanted`, or the copy of its field. */
static const json_t *find(const json_t *document, const json_t *wanted,
                          bool copy)
{
    const json_t *const rows = json_object_get(document, "rows");

    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *const row = json_array_get(rows, i);
        if (copy ? same_field(row, wanted) && is_memcpy(row)
                 : same_row(row, wanted))
            return row;
    }
    return NULL;
}

/* Samples, or where `copy` is given the copy's over them; NULL: none. */
static double *take_samples(const json_t *row, const json_t *copy,
                            size_t *count)
{
    const json_t *const own = json_object_get(row, "samples_ns");
    const json_t *const theirs = json_object_get(copy, "samples_ns");
    double *const out = calloc(json_array_size(own) + 1, sizeof *out);

    *count = 0;
    for (size_t i = 0; out && i < json_array_size(own); i++) {
        const double ns = json_number_value(json_array_get(own, i));
        const double of = json_number_value(json_array_get(theirs, i));
        if (!copy || i < json_array_size(theirs))
            out[(*count)++] = copy ? of / ns : ns;
    }
    return out;
}

static struct runs_spread spread_of(const struct runs *r, const json_t *row,
                                    bool ratio, int *found)
{
    struct run_samples samples[64];
    double *owned[64];
    int count = 0;
    struct runs_spread out = {NAN, NAN, NAN, NAN, NAN};

    for (int k = 0; k < r->count && k < 64; k++) {
        const json_t *const here = find(r->document[k], row, false);
        const json_t *const copy =
            ratio ? find(r->document[k], row, true) : NULL;
        if (!here || (ratio && !copy))
            continue;
        owned[count] = take_samples(here, copy, &samples[count].count);
        samples[count].value = owned[count];
        if (owned[count] && samples[count].count > 0)
            count++;
        else
            free(owned[count]);
    }
    if (count > 0)
        out = runs_spread(samples, count);
    if (count == 1) /* which knows of no other */
        out.between_low = out.between_high = NAN;
    for (int k = 0; k < count; k++)
        free(owned[k]);
    *found = count;
    return out;
}

static bool is_unjudged(const json_t *row)
{
    const char *const verdict =
        json_string_value(json_object_get(row, "verdict"));

    return verdict && !strcmp(verdict, verdict_key(NOT_JUDGED));
}

static struct merged merge(const struct runs *r, size_t at)
{
    const json_t *const row =
        json_array_get(json_object_get(r->document[0], "rows"), at);
    struct merged out = {.row = at};
    int ignored;

    for (int k = 0; k < r->count; k++) {
        const json_t *const here = find(r->document[k], row, false);
        if (!here || json_is_true(json_object_get(here, "verified")) ||
            out.wrong)
            continue;
        out.wrong = k + 1;
        out.fault = json_string_value(json_object_get(here, "fault"));
        out.unjudged = is_unjudged(here);
    }
    out.times = spread_of(r, row, false, &out.runs);
    out.ratio = spread_of(r, row, true, &ignored);
    return out;
}

/* --------------------------------------------------------------- printing */

static double half_percent(double low, double high, double median)
{
    return 100 * (high - low) / 2 / median;
}

static void print_row(const struct runs *r, const struct merged *m)
{
    const double median = m->times.median;
    const double scale = median < 1e4 ? 1 : median < 1e7 ? 1e3 : 1e6;
    const char *const variant = cell(r, m->row, "variant");
    char name[64];

    snprintf(name, sizeof name, "%s%s%s", cell(r, m->row, "algorithm"),
             *variant ? ":" : "", variant);
    if (m->wrong || m->runs == 0) {
        printf("  %-24s %s in run %d. %s\n", name,
               verdict_word(m->unjudged ? NOT_JUDGED : CHECK_FAILED), m->wrong,
               m->fault ? m->fault : "");
        return;
    }
    const double within =
        half_percent(m->times.within_low, m->times.within_high, median);
    if (within > 50) { /* as in a report of one run */
        printf("  %-24s too noisy: +-%.0f%% within a run\n", name, within);
        return;
    }
    printf("  %-24s %9.4g %s  within +-%.1f%%", name, median / scale,
           scale == 1     ? "ns"
           : scale == 1e3 ? "us"
                          : "ms",
           within);
    if (m->runs == 1)
        printf("  in only one run       %6.3f of memcpy\n", m->ratio.median);
    else
        printf(
            "  between +-%.1f%%  %6.3f of memcpy (%.3f..%.3f between)\n",
            half_percent(m->times.between_low, m->times.between_high, median),
            m->ratio.median, m->ratio.between_low, m->ratio.between_high);
}

/* A line before the first row of each field. A bench that was stopped may have
 * fewer runs of a field than of the one before. */
static void print_field(const struct runs *r, size_t row, int in_runs)
{
    static const char *const keys[] = {"n",    "monoid", "pattern",
                                       "kind", "mode",   "threads"};
    char size[SIZE_TEXT_BYTES];
    bool same = row > 0;

    for (size_t i = 0; i < sizeof keys / sizeof *keys && same; i++)
        same = !strcmp(cell(r, row, keys[i]), cell(r, row - 1, keys[i]));
    if (same)
        return;
    const char *const threads = cell(r, row, "threads");
    const char *const pattern = cell(r, row, "pattern");
    const char *const many = strcmp(threads, "1") != 0 ? " threads" : " thread";
    const size_t n = strtoull(cell(r, row, "n"), NULL, 10);
    printf("n = %s, %s%s%s, %s, %s%s, %s: %d run%s\n",
           size_print(n, size, sizeof size), cell(r, row, "monoid"),
           *pattern ? ", pattern " : "", pattern, cell(r, row, "kind"),
           *threads ? threads : cell(r, row, "device"), *threads ? many : "",
           cell(r, row, "mode"), in_runs, in_runs == 1 ? "" : "s");
}

/* ---------------------------------------------------------------- writing */

static void write_row(const struct runs *r, const struct merged *m,
                      struct table *table)
{
    const bool right = !m->wrong && m->runs > 0;
    const double more[] = {m->times.median,       m->times.within_low,
                           m->times.within_high,  m->times.between_low,
                           m->times.between_high, m->ratio.median,
                           m->ratio.between_low,  m->ratio.between_high};

    const int verified = csv_column(&r->csv, "verified");

    for (size_t c = 0; c < r->csv.columns; c++)
        table_text(table, m->wrong && (int)c == verified
                              ? "0"
                              : csv_cell(&r->csv, m->row, (int)c));
    table_number(table, m->runs);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        table_number(table, right ? more[i] : NAN);
    table_end_row(table);
}

static void write_json(struct runs *r, FILE *to)
{
    json_t *const others = json_array();

    for (int k = 1; k < r->count; k++)
        json_array_append(others, r->document[k]);
    json_object_set_new(r->document[0], "runs", others);
    json_dumpf(r->document[0], to, JSON_COMPACT);
    fputc('\n', to);
}

static char *header_of(const struct csv *csv)
{
    size_t bytes = sizeof more_columns;
    for (size_t c = 0; c < csv->columns; c++)
        bytes += strlen(csv->cells[c]) + 1;
    char *const out = calloc(1, bytes);

    for (size_t c = 0; out && c < csv->columns; c++)
        strcat(strcat(out, c ? "," : ""), csv->cells[c]);
    return out ? strcat(out, more_columns) : NULL;
}

/* Writes the JSON, and the CSV if there is a table: then path ends in .csv. */
static enum status write_files(struct runs *r, const char *path,
                               struct table *table, struct problem *why)
{
    const int stem = (int)strlen(path) - (table ? 4 : 5);
    char name[PATH_MAX];
    struct output json, *files[2] = {&json, table ? &table->output : NULL};

    path_format(name, sizeof name, "%.*s.json", stem, path);
    const enum status status = output_open(name, &json, why);
    if (status != OK) {
        if (table)
            table_drop(table);
        return status;
    }
    write_json(r, json.file);
    if (table)
        table->wanted = false;
    return output_commit_all(files, table ? 2 : 1, why);
}

static enum status tell_all(struct runs *r, const char *path,
                            struct problem *why)
{
    const size_t length = path ? strlen(path) : 0;
    const bool is_csv = length > 4 && !strcmp(path + length - 4, ".csv");
    char *const header = header_of(&r->csv);
    struct table table;
    int wrong = 0, unjudged = 0;
    enum status status =
        header ? table_open(is_csv ? path : NULL, header, &table, why)
               : problem_set(why, MACHINE_LACKS, "out of memory");

    for (size_t i = 0; i < r->csv.rows && status == OK; i++) {
        const struct merged m = merge(r, i);
        print_field(r, i, m.runs ? m.runs : r->count);
        print_row(r, &m);
        write_row(r, &m, &table);
        wrong += m.wrong > 0 && !m.unjudged;
        unjudged += m.unjudged;
    }
    if (status == OK && path)
        status = write_files(r, path, is_csv ? &table : NULL, why);
    free(header);
    if (status == OK && wrong)
        return problem_set(why, CHECK_FAILED,
                           "%d output%s wrong in one of the runs", wrong,
                           wrong == 1 ? " was" : "s were");
    if (status == OK && unjudged)
        return problem_set(why, NOT_JUDGED,
                           "%d row%s not judged in one of the runs", unjudged,
                           unjudged == 1 ? " was" : "s were");
    return status;
}

enum status runs_report(char *const *csv, int count, const char *path,
                        struct problem *why)
{
    struct runs r = {.count = count,
                     .document = calloc((size_t)count, sizeof *r.document)};
    enum status status = r.document
                             ? csv_read(csv[0], &r.csv, why)
                             : problem_set(why, MACHINE_LACKS, "out of memory");

    for (int k = 0; k < count && status == OK; k++)
        status = read_document(csv[k], &r.document[k], why);
    if (status == OK)
        status = tell_all(&r, path, why);
    for (int k = 0; k < count && r.document; k++)
        json_decref(r.document[k]);
    free(r.document);
    csv_free(&r.csv);
    return status;
}
