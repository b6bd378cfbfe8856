/* plot_rows.c - turns CSV files and their JSON files into rows. */
#include "plot.h"

#include <jansson.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Column names and where their cells go. */
static const struct {
    const char *name;
    size_t offset;
} text_columns[] =
    {
        {"algorithm", offsetof(struct plot_row, algorithm)},
        {"variant", offsetof(struct plot_row, variant)},
        {"device", offsetof(struct plot_row, device)},
        {"monoid", offsetof(struct plot_row, monoid)},
        {"kind", offsetof(struct plot_row, kind)},
        {"mode", offsetof(struct plot_row, mode)},
        {"pattern", offsetof(struct plot_row, pattern)},
        {"state", offsetof(struct plot_row, state)},
        {"block", offsetof(struct plot_row, block_text)},
        {"items", offsetof(struct plot_row, items_text)},
},
  number_columns[] = {
      {"n", offsetof(struct plot_row, n)},
      {"threads", offsetof(struct plot_row, threads)},
      {"elem_bytes", offsetof(struct plot_row, elem_bytes)},
      {"median_ns", offsetof(struct plot_row, median_ns)},
      {"ci_low_ns", offsetof(struct plot_row, ci_low_ns)},
      {"ci_high_ns", offsetof(struct plot_row, ci_high_ns)},
      {"gbps", offsetof(struct plot_row, gbps)},
      {"of_memcpy", offsetof(struct plot_row, of_memcpy)},
      {"of_memcpy_low", offsetof(struct plot_row, of_memcpy_low)},
      {"of_memcpy_high", offsetof(struct plot_row, of_memcpy_high)},
      {"work", offsetof(struct plot_row, work)},
      {"work_form", offsetof(struct plot_row, work_form)},
      {"work_form_low", offsetof(struct plot_row, work_form_low)},
      {"work_form_high", offsetof(struct plot_row, work_form_high)},
      {"depth", offsetof(struct plot_row, depth)},
      {"depth_form", offsetof(struct plot_row, depth_form)},
      {"depth_form_low", offsetof(struct plot_row, depth_form_low)},
      {"depth_form_high", offsetof(struct plot_row, depth_form_high)},
      {"read_bytes", offsetof(struct plot_row, read_bytes)},
      {"write_bytes", offsetof(struct plot_row, write_bytes)},
      {"bytes_form", offsetof(struct plot_row, bytes_form)},
      {"samples", offsetof(struct plot_row, samples)},
      {"runs", offsetof(struct plot_row, runs)},
      {"results", offsetof(struct plot_row, results)},
      {"cycles", offsetof(struct plot_row, cycles)},
      {"cycles_low", offsetof(struct plot_row, cycles_low)},
      {"cycles_high", offsetof(struct plot_row, cycles_high)},
      {"block", offsetof(struct plot_row, block)},
      {"counted_n", offsetof(struct plot_row, counted_n)},
      {"model_cycles", offsetof(struct plot_row, model_cycles)},
};

enum {
    TEXTS = sizeof text_columns / sizeof *text_columns,
    NUMBERS = sizeof number_columns / sizeof *number_columns,
    USUAL = NUMBERS - 3, /* the others are read from files of explore only */
};

bool plot_grow(void *array, size_t *room, size_t count, size_t size)
{
    void **const start = array;

    if (count < *room)
        return true;
    const size_t larger = *room ? 2 * *room : 16;
    void *moved = realloc(*start, larger * size);
    if (!moved)
        return false;
    *start = moved;
    *room = larger;
    return true;
}

static enum status no_memory(struct problem *why)
{
    return problem_set(why, MACHINE_LACKS, "not enough memory for the charts");
}

/* True for the points of a search. */
static bool of_explore(const struct csv *csv)
{
    return csv_column(csv, "stage") >= 0 && csv_column(csv, "state") >= 0 &&
           csv_column(csv, "faster") >= 0;
}

/* The row of the scan as the user named it: its own gain is 1. Model time has
 * no gain, and this scan is the first. */
static size_t incumbent_row(const struct csv *csv)
{
    const int faster = csv_column(csv, "faster");
    const int name = csv_column(csv, "algorithm");
    size_t first = csv->rows;

    for (size_t i = csv->rows; i-- > 0;)
        if (!plot_is_memcpy(csv_cell(csv, i, name)))
            first = i;
    for (size_t i = first; i < csv->rows; i++)
        if (strcmp(csv_cell(csv, i, faster), "1") == 0)
            return i;
    return first;
}

/* Which kind of file it is, by its columns: of bench, of explore, or of
 * measure, which has one form for what it counts and one for cycles. */
static enum status file_kind(const struct csv *csv, bool *measured,
                             struct problem *why)
{
    static const char *const bench[] = {"algorithm", "monoid", "n", "threads",
                                        "median_ns", "gbps",   NULL};
    static const char *const measure[] = {"algorithm", "monoid", "n", "threads",
                                          "work",      "depth",  NULL};
    static const char *const cycles[] = {"algorithm",  "monoid",      "n",
                                         "cycles_low", "cycles_high", NULL};
    static const char *const explore[] = {
        "algorithm", "variant", "monoid",    "n",         "threads",
        "block",     "state",   "of_memcpy", "counted_n", "model_cycles",
        "median_ns", "gbps",    NULL};

    if (csv->rows == 0)
        return problem_set(why, WRONG_USE, "%s: a header but no rows",
                           csv->path);
    const bool has_times =
        csv_column(csv, "median_ns") >= 0 || csv_column(csv, "gbps") >= 0;
    const bool has_cycles = csv_column(csv, "cycles") >= 0;
    *measured = has_cycles || csv_column(csv, "work") >= 0 ||
                csv_column(csv, "depth") >= 0;
    if (!has_times && !*measured)
        return problem_set(
            why, WRONG_USE,
            "%s: it has none of the columns 'median_ns', 'work' and 'cycles'; "
            "want a CSV from 'scanlab bench -o' or 'scanlab measure -o'",
            csv->path);
    return csv_require(csv,
                       of_explore(csv) ? explore
                       : has_cycles    ? cycles
                       : *measured     ? measure
                                       : bench,
                       why);
}

/* The usual columns of bench --runs are those of one run: takes the median of
 * all runs, and the interval that includes the spread between them. */
static enum status take_runs(const struct csv *csv, size_t at,
                             struct plot_row *row, struct problem *why)
{
    static const char *const names[] = {
        "runs_median_ns", "runs_low_ns",        "runs_high_ns",
        "runs_of_memcpy", "runs_of_memcpy_low", "runs_of_memcpy_high"};
    double *const to[] = {&row->median_ns,     &row->ci_low_ns,
                          &row->ci_high_ns,    &row->of_memcpy,
                          &row->of_memcpy_low, &row->of_memcpy_high};
    const double before = row->median_ns;
    double value = NAN;

    if (!(row->runs > 1))
        return OK;
    for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
        const enum status status =
            csv_number(csv, at, csv_column(csv, names[i]), &value, why);
        if (status != OK)
            return status;
        if (isfinite(value))
            *to[i] = value;
    }
    row->gbps *= before / row->median_ns;
    return OK;
}

static enum status read_row(const struct csv *csv, size_t at,
                            struct plot_row *row, struct problem *why)
{
    for (size_t i = 0; i < TEXTS; i++) {
        const char *cell =
            csv_cell(csv, at, csv_column(csv, text_columns[i].name));
        memcpy((char *)row + text_columns[i].offset, &cell, sizeof cell);
    }
    for (size_t i = 0; i < NUMBERS; i++) {
        const int column = i < USUAL || of_explore(csv)
                               ? csv_column(csv, number_columns[i].name)
                               : -1;
        double value;
        const enum status status = csv_number(csv, at, column, &value, why);
        if (status != OK)
            return status;
        if (value < 0)
            return problem_set(why, WRONG_USE, "%s:%zu: %s is negative (%s)",
                               csv->path, csv->lines[at],
                               number_columns[i].name,
                               csv_cell(csv, at, column));
        memcpy((char *)row + number_columns[i].offset, &value, sizeof value);
    }
    if (!*row->algorithm || isnan(row->n))
        return problem_set(why, WRONG_USE, "%s:%zu: %s is empty", csv->path,
                           csv->lines[at], *row->algorithm ? "n" : "algorithm");
    if (isnan(row->threads))
        row->threads = 1;
    return take_runs(csv, at, row, why);
}

/* ---- the JSON beside a CSV ---- */

static const char *text_in(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    const char *inner_key;
    json_t *inner;

    if (text)
        return text;
    json_object_foreach((json_t *)json, inner_key, inner)
    {
        text = json_string_value(json_object_get(inner, key));
        if (text)
            return text;
    }
    return NULL;
}

/* What ran on a GPU says little of its host. */
static bool describe_gpu(struct plot_input *input, const json_t *json)
{
    const json_t *const gpu = json_object_get(json, "gpu");
    const char *const name = json_string_value(json_object_get(gpu, "name"));
    const char *const driver = text_in(gpu, "driver");
    const char *const nvrtc = text_in(gpu, "nvrtc");
    const char *const date = text_in(json, "date");

    if (name)
        snprintf(input->machine, sizeof input->machine,
                 "%.60s, driver %.30s, NVRTC %.30s, %.10s", name,
                 driver ? driver : "?", nvrtc ? nvrtc : "?", date ? date : "");
    return name != NULL;
}

static void describe_machine(struct plot_input *input, const json_t *json)
{
    static const char *const keys[] = {"host", "cpu", "compiler", "date"};
    enum { DAY = sizeof "2026-01-31" - 1 }; /* the hour says little */
    char *machine = input->machine;

    if (describe_gpu(input, json))
        return;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *text = text_in(json, keys[i]);
        const size_t used = strlen(machine);
        const size_t longest = strcmp(keys[i], "date") == 0 ? DAY : 60;
        char start[61];
        snprintf(start, sizeof start, "%.*s", (int)longest, text ? text : "");
        if (!*start || strstr(machine, start))
            continue;
        snprintf(machine + used, sizeof input->machine - used, "%s%.*s",
                 used ? ", " : "", (int)longest, text);
    }
}

/* The chart can do without the JSON: a bad one is only said. */
static void read_context(struct plot_input *input, const char *csv_path)
{
    const char *dot = strrchr(csv_path, '.');
    const int stem = dot && !strchr(dot, '/') ? (int)(dot - csv_path)
                                              : (int)strlen(csv_path);
    char path[4096];
    json_error_t error;

    if (snprintf(path, sizeof path, "%.*s.json", stem, csv_path) >=
        (int)sizeof path)
        return;
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    json_t *json = json_loadf(file, 0, &error);
    fclose(file);
    if (json)
        describe_machine(input, json);
    else
        fprintf(stderr, "scanlab plot: %s:%d: %s; not shown in the chart\n",
                path, error.line, error.text);
    json_decref(json);
}

/* ---- loading ---- */

static enum status add_rows(struct plot_input *input, const struct csv *csv,
                            bool published, struct problem *why)
{
    bool measured = false;
    enum status status = file_kind(csv, &measured, why);

    if (status == OK && !published)
        status = plot_check_duplicates(csv, why);
    if (status != OK)
        return status;
    struct plot_row *rows =
        realloc(input->rows, (input->row_count + csv->rows) * sizeof *rows);
    if (!rows)
        return no_memory(why);
    input->rows = rows;
    rows = realloc(input->left_out,
                   (plot_left_out(input) + csv->rows) * sizeof *rows);
    if (!rows)
        return no_memory(why);
    input->left_out = rows;
    const size_t before = input->row_count;
    const size_t unverified = input->unverified, noisy = input->noisy;
    const size_t untimed = input->untimed;
    const bool explored = of_explore(csv);
    const size_t incumbent = explored ? incumbent_row(csv) : csv->rows;
    for (size_t i = 0; i < csv->rows; i++) {
        struct plot_row *row = &input->rows[input->row_count];
        bool failed = false;
        status = read_row(csv, i, row, why);
        if (status == OK)
            status = plot_check_intervals(csv, i, row, why);
        if (status == OK)
            status = plot_check_verified(csv, i, &failed, why);
        if (status != OK) {
            input->row_count = before;
            input->unverified = unverified;
            input->noisy = noisy;
            input->untimed = untimed;
            return status;
        }
        row->measured = measured;
        row->published = published;
        row->file = csv->path;
        row->explored = explored;
        row->incumbent = i == incumbent;
        const bool idle =
            explored && *row->state && strcmp(row->state, "timed") != 0;
        if (!idle && !failed && !plot_too_noisy(row)) {
            input->row_count++;
            continue;
        }
        input->left_out[plot_left_out(input)] = *row;
        input->untimed += idle;
        input->noisy += !idle && !failed;
        input->unverified += !idle && failed;
    }
    input->explored += explored;
    return OK;
}

enum status plot_load(struct plot_input *input, const char *path,
                      bool published, struct problem *why)
{
    struct csv csv;
    enum status status = csv_read(path, &csv, why);

    if (status != OK)
        return status;
    struct csv *files =
        realloc(input->files, (input->file_count + 1) * sizeof *files);
    if (files)
        input->files = files;
    status = files ? add_rows(input, &csv, published, why) : no_memory(why);
    if (status != OK) {
        csv_free(&csv);
        return status;
    }
    input->files[input->file_count++] = csv;
    if (!published)
        read_context(input, path);
    return OK;
}

size_t plot_left_out(const struct plot_input *input)
{
    return input->noisy + input->unverified + input->untimed;
}

void plot_input_free(struct plot_input *input)
{
    for (size_t i = 0; i < input->file_count; i++)
        csv_free(&input->files[i]);
    free(input->files);
    free(input->rows);
    free(input->left_out);
    *input = (struct plot_input){0};
}
