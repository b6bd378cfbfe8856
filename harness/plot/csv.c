/* csv.c - a CSV with a header row, cell by cell, in place.
 *
 * The text is copied once; cells are cut out of that copy by writing a NUL
 * over each separator, and quoted cells are unquoted towards their own start:
 *
 *     "a ""b"" c",7   becomes   a "b" c\0     and   7\0
 */
#include "csv.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct csv *csv;
    char *at;      /* next byte to read */
    char *end;     /* one past the last */
    size_t line;   /* of `at`, from 1 */
    size_t count;  /* cells so far */
    size_t room;   /* cells allocated */
    size_t starts; /* lines allocated */
    struct problem *why;
};

static enum status no_memory(const char *path, struct problem *why)
{
    return problem_set(why, MACHINE_LACKS, "%s: not enough memory to read it",
                       path);
}

static enum status add_cell(struct reader *reader, char *cell)
{
    struct csv *csv = reader->csv;

    if (reader->count == reader->room) {
        const size_t room = reader->room ? 2 * reader->room : 64;
        char **cells = realloc(csv->cells, room * sizeof *cells);
        if (!cells)
            return no_memory(csv->path, reader->why);
        csv->cells = cells;
        reader->room = room;
    }
    csv->cells[reader->count++] = cell;
    return OK;
}

static enum status add_line(struct reader *reader, size_t line)
{
    struct csv *csv = reader->csv;

    if (csv->rows == reader->starts) {
        const size_t room = reader->starts ? 2 * reader->starts : 64;
        size_t *lines = realloc(csv->lines, room * sizeof *lines);
        if (!lines)
            return no_memory(csv->path, reader->why);
        csv->lines = lines;
        reader->starts = room;
    }
    csv->lines[csv->rows] = line;
    return OK;
}

static bool at_separator(const struct reader *reader)
{
    return reader->at == reader->end || *reader->at == ',' ||
           *reader->at == '\n' ||
           (*reader->at == '\r' &&
            (reader->at + 1 == reader->end || reader->at[1] == '\n'));
}

/* Unquotes a cell; `at` stands on its opening quote. */
static enum status quoted_cell(struct reader *reader, char **cell,
                               char **cell_end)
{
    const size_t opened = reader->line;
    char *to = reader->at++;

    *cell = to;
    for (;; reader->at++) {
        if (reader->at == reader->end)
            return problem_set(reader->why, WRONG_USE,
                               "%s:%zu: the quote is never closed",
                               reader->csv->path, opened);
        if (*reader->at == '"') {
            reader->at++;
            if (reader->at == reader->end || *reader->at != '"')
                break;
        }
        if (*reader->at == '\n')
            reader->line++;
        *to++ = *reader->at;
    }
    *cell_end = to;
    if (!at_separator(reader))
        return problem_set(reader->why, WRONG_USE,
                           "%s:%zu: text after a closing quote; want a comma",
                           reader->csv->path, reader->line);
    return OK;
}

/* Reads one cell and the separator after it; *last: it ended the row. */
static enum status next_cell(struct reader *reader, bool *last)
{
    char *cell = reader->at, *cell_end = cell;
    enum status status = OK;

    if (reader->at < reader->end && *reader->at == '"') {
        status = quoted_cell(reader, &cell, &cell_end);
    } else {
        while (!at_separator(reader))
            reader->at++;
        cell_end = reader->at;
    }
    if (status != OK)
        return status;
    *last = reader->at == reader->end || *reader->at != ',';
    if (reader->at < reader->end && *reader->at == '\r')
        reader->at++;
    if (reader->at < reader->end) {
        if (*reader->at == '\n')
            reader->line++;
        reader->at++;
    }
    *cell_end = '\0'; /* over the separator, or the spare byte at the end */
    return add_cell(reader, cell);
}

static enum status read_row(struct reader *reader)
{
    struct csv *csv = reader->csv;
    const size_t line = reader->line, first = reader->count;
    enum status status = OK;

    for (bool last = false; status == OK && !last;)
        status = next_cell(reader, &last);
    if (status != OK)
        return status;
    const size_t cells = reader->count - first;
    if (csv->columns == 0) {
        csv->columns = cells;
        return OK;
    }
    if (cells != csv->columns)
        return problem_set(reader->why, WRONG_USE,
                           "%s:%zu: %zu cells, but the header names %zu",
                           csv->path, line, cells, csv->columns);
    status = add_line(reader, line);
    if (status == OK)
        csv->rows++;
    return status;
}

static bool skip_blank_line(struct reader *reader)
{
    char *at = reader->at;

    if (at < reader->end && *at == '\r')
        at++;
    if (at < reader->end && *at == '\n') {
        reader->at = at + 1;
        reader->line++;
        return true;
    }
    return false;
}

static enum status check_header(const struct csv *csv, struct problem *why)
{
    if (csv->columns == 0)
        return problem_set(why, WRONG_USE,
                           "%s: empty; want a CSV with a header row",
                           csv->path);
    for (size_t i = 0; i < csv->columns; i++) {
        const int first = csv_column(csv, csv->cells[i]);
        if ((size_t)first != i)
            return problem_set(why, WRONG_USE,
                               "%s:1: two columns are called '%s'", csv->path,
                               csv->cells[i]);
    }
    return OK;
}

enum status csv_parse(const char *path, const char *text, size_t length,
                      struct csv *out, struct problem *why)
{
    enum status status = OK;

    *out = (struct csv){.path = strdup(path), .text = malloc(length + 1)};
    if (!out->path || !out->text) {
        csv_free(out);
        return no_memory(path, why);
    }
    if (length > 0)
        memcpy(out->text, text, length);
    out->text[length] = '\0';
    struct reader reader = {.csv = out,
                            .at = out->text,
                            .end = out->text + length,
                            .line = 1,
                            .why = why};
    if (memchr(out->text, '\0', length))
        status =
            problem_set(why, WRONG_USE,
                        "%s: contains NUL bytes; want a CSV text file", path);
    if (length >= 3 && memcmp(reader.at, "\xef\xbb\xbf", 3) == 0)
        reader.at += 3;
    while (status == OK && reader.at < reader.end)
        if (!skip_blank_line(&reader))
            status = read_row(&reader);
    if (status == OK)
        status = check_header(out, why);
    if (status != OK)
        csv_free(out);
    return status;
}

/* Reads all of `file`; the caller frees *text. */
static enum status read_all(FILE *file, const char *path, char **text,
                            size_t *length, struct problem *why)
{
    size_t room = 1 << 14;

    *length = 0;
    *text = malloc(room);
    while (*text) {
        *length += fread(*text + *length, 1, room - *length, file);
        if (*length < room)
            break;
        char *larger = realloc(*text, room *= 2);
        if (!larger)
            free(*text);
        *text = larger;
    }
    if (!*text)
        return no_memory(path, why);
    if (ferror(file)) {
        free(*text);
        *text = NULL;
        return problem_set(why, WRONG_USE, "%s: cannot read it: %s", path,
                           strerror(errno));
    }
    return OK;
}

enum status csv_read(const char *path, struct csv *out, struct problem *why)
{
    const bool standard_input = strcmp(path, "-") == 0;
    FILE *file = standard_input ? stdin : fopen(path, "rb");
    char *text = NULL;
    size_t length = 0;

    *out = (struct csv){0};
    if (!file)
        return problem_set(why, WRONG_USE, "%s: cannot open it: %s", path,
                           strerror(errno));
    enum status status = read_all(file, path, &text, &length, why);
    if (!standard_input)
        fclose(file);
    if (status == OK)
        status = csv_parse(standard_input ? "standard input" : path, text,
                           length, out, why);
    free(text);
    return status;
}

void csv_free(struct csv *csv)
{
    free(csv->path);
    free(csv->text);
    free(csv->cells);
    free(csv->lines);
    *csv = (struct csv){0};
}

int csv_column(const struct csv *csv, const char *name)
{
    for (size_t i = 0; i < csv->columns; i++)
        if (strcmp(csv->cells[i], name) == 0)
            return (int)i;
    return -1;
}

const char *csv_cell(const struct csv *csv, size_t row, int column)
{
    if (column < 0)
        return "";
    return csv->cells[(row + 1) * csv->columns + (size_t)column];
}

enum status csv_number(const struct csv *csv, size_t row, int column,
                       double *out, struct problem *why)
{
    const char *cell = csv_cell(csv, row, column);
    char *end;

    *out = NAN;
    if (!*cell)
        return OK;
    const double value = strtod(cell, &end);
    if (*end || !isfinite(value))
        return problem_set(why, WRONG_USE,
                           "%s:%zu: %s is '%.40s'; want a number", csv->path,
                           csv->lines[row], csv->cells[column], cell);
    *out = value;
    return OK;
}

enum status csv_require(const struct csv *csv, const char *const *names,
                        struct problem *why)
{
    char missing[512] = "";
    size_t used = 0;
    int count = 0;

    for (; *names; names++) {
        if (csv_column(csv, *names) >= 0)
            continue;
        const int wrote = snprintf(missing + used, sizeof missing - used,
                                   "%s%s", count++ ? ", " : "", *names);
        used += (size_t)wrote;
        if (used >= sizeof missing)
            used = sizeof missing - 1;
    }
    if (count == 0)
        return OK;
    return problem_set(why, WRONG_USE, "%s: the column%s %s %s missing",
                       csv->path, count > 1 ? "s" : "", missing,
                       count > 1 ? "are" : "is");
}
