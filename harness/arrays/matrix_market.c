/* matrix_market.c - turns lines into entries, then entries into rows. */
#include "matrix_market.h"
#include "gathering.h"
#include "number_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_LINE = 1024, MAX_WORDS = 6 };

struct reader {
    struct input *in;
    struct problem *why;
    size_t line; /* of `text`, from 1 */
    char text[LONGEST_LINE + 1];
    char *word[MAX_WORDS]; /* of it; one more than any line may have */
    int words;
    bool is_pattern, is_symmetric;
    uint64_t said; /* entries, by the third number */
    struct entries entries;
    struct gathering values;
};

/* "graph.mtx line 3: ..."; returns WRONG_USE. */
__attribute__((format(printf, 2, 3))) static enum status
refuse(const struct reader *r, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    input_wrong_line(r->in, r->line, r->why, format, values);
    va_end(values);
    return WRONG_USE;
}

/* ------------------------------------------------------------------- lines */

/* Reads one line, without its end; *is_there: false at the end of the input. */
static enum status read_line(struct reader *r, bool *is_there)
{
    size_t length = 0;
    int c = getc_unlocked(r->in->file);

    *is_there = c != EOF;
    r->line++;
    for (; c != EOF && c != '\n'; c = getc_unlocked(r->in->file)) {
        if (length == LONGEST_LINE)
            return refuse(r, "a line of more than %d characters", LONGEST_LINE);
        if (c == '\0')
            return refuse(r, "a zero byte; is this a text file?");
        r->text[length++] = (char)c;
    }
    r->text[length] = '\0';
    return ferror(r->in->file) ? input_failed(r->in, r->why) : OK;
}

/* Cuts the line into words, in place. */
static void cut_words(struct reader *r)
{
    char *at = r->text;

    for (r->words = 0; r->words < MAX_WORDS; r->words++) {
        while (isspace((unsigned char)*at))
            at++;
        if (!*at)
            return;
        r->word[r->words] = at;
        while (*at && !isspace((unsigned char)*at))
            at++;
        if (*at)
            *at++ = '\0';
    }
}

/* The next line that is no comment and not empty; r->words is 0 at the end. */
static enum status next_line(struct reader *r)
{
    bool is_there = true;
    enum status status = OK;

    r->words = 0;
    while (r->words == 0 && is_there && status == OK) {
        status = read_line(r, &is_there);
        if (status == OK && r->text[0] != '%')
            cut_words(r);
    }
    return status;
}

/* A number from 0 to `most`. */
static bool read_index(const char *text, uint64_t most, uint64_t *out)
{
    const struct number_type type = {UNSIGNED_INTEGER, 8, false, false};
    char reason[256];

    return number_read(text, type, out, reason, sizeof reason) && *out <= most;
}

/* ------------------------------------------------------------------ header */

static enum status take_kind(struct reader *r)
{
    const char *const kind = r->word[3], *const half = r->word[4];

    if (strcasecmp(r->word[1], "matrix") ||
        strcasecmp(r->word[2], "coordinate"))
        return refuse(r,
                      "'%.30s %.30s' is not supported; use 'matrix "
                      "coordinate', for a sparse matrix",
                      r->word[1], r->word[2]);
    r->is_pattern = !strcasecmp(kind, "pattern");
    if (!r->is_pattern && strcasecmp(kind, "real") &&
        strcasecmp(kind, "integer"))
        return refuse(r,
                      "values of type '%.30s' are not supported; use real, "
                      "integer or pattern",
                      kind);
    r->is_symmetric = !strcasecmp(half, "symmetric");
    if (!r->is_symmetric && strcasecmp(half, "general"))
        return refuse(r,
                      "a matrix of type '%.30s' is not supported; use general "
                      "or symmetric",
                      half);
    return OK;
}

static enum status read_header(struct reader *r)
{
    bool is_there;

    if (!input_skip_byte_order_mark(r->in))
        return refuse(r, "this is not a text file");
    const enum status status = read_line(r, &is_there);
    if (status != OK)
        return status;
    cut_words(r);
    if (r->words != 5 || strcasecmp(r->word[0], "%%MatrixMarket"))
        return refuse(r, "the first line of a .mtx file must be like "
                         "'%%%%MatrixMarket matrix coordinate real general'");
    return take_kind(r);
}

/* Rows, columns and entries. */
static enum status read_sizes(struct reader *r)
{
    struct entries *const e = &r->entries;
    const enum status status = next_line(r);

    if (status != OK)
        return status;
    if (r->words != 3 || !read_index(r->word[0], UINT32_MAX - 1, &e->rows) ||
        !read_index(r->word[1], UINT32_MAX, &e->columns) ||
        !read_index(r->word[2], UINT32_MAX, &r->said))
        return refuse(r, "want three numbers below 2^32: rows, columns and "
                         "entries");
    if (r->is_symmetric && e->rows != e->columns)
        return refuse(r,
                      "a symmetric matrix must have as many rows as columns");
    return OK;
}

/* ----------------------------------------------------------------- entries */

static enum status take_value(struct reader *r, const char *text)
{
    char reason[256];
    const enum status status =
        gathering_take(&r->values, text, reason, sizeof reason, r->why);

    return *reason ? refuse(r, "the value is '%.60s', %s", text, reason)
                   : status;
}

static enum status take_entry(struct reader *r)
{
    struct entries *const e = &r->entries;
    const int want = r->is_pattern ? 2 : 3;
    uint64_t row, column;

    if (e->count == r->said)
        return refuse(r, "more entries than the header declares (%zu)",
                      e->count);
    if (r->words != want)
        return refuse(r, "want a row%s",
                      r->is_pattern ? " and a column"
                                    : ", a column and a value");
    if (!read_index(r->word[0], e->rows, &row) || row == 0)
        return refuse(r, "row '%.30s': rows are 1 to %zu", r->word[0],
                      (size_t)e->rows);
    if (!read_index(r->word[1], e->columns, &column) || column == 0)
        return refuse(r, "column '%.30s': columns are 1 to %zu", r->word[1],
                      (size_t)e->columns);
    if (r->is_symmetric && row < column)
        return refuse(
            r, "a symmetric matrix stores its lower half: swap row and column");
    const enum status status =
        entries_push(e, (uint32_t)(row - 1), (uint32_t)(column - 1), r->why);
    return status == OK ? take_value(r, r->is_pattern ? "1" : r->word[2])
                        : status;
}

static enum status read_entries(struct reader *r)
{
    enum status status = next_line(r);

    while (status == OK && r->words > 0) {
        status = take_entry(r);
        if (status == OK)
            status = next_line(r);
    }
    if (status == OK && r->entries.count < r->said)
        return refuse(r, "the file ends after %zu of %zu entries",
                      r->entries.count, (size_t)r->said);
    return status;
}

/* --------------------------------------------------------------------- all */

static enum status read_all(struct reader *r, const struct monoid_table *monoid,
                            struct sparse_matrix *out)
{
    struct array values = {NULL, 0};
    enum status status = read_header(r);

    if (status == OK && monoid->components > 1 && !monoid->lift)
        return refuse(r,
                      "this monoid needs elements of %d components, such as "
                      "(4, 9), but a matrix holds single numbers",
                      monoid->components);
    gathering_begin(&r->values, monoid, r->in->name,
                    monoid->components > 1 && monoid->lift);
    if (status == OK)
        status = read_sizes(r);
    if (status == OK)
        status = read_entries(r);
    if (status == OK)
        status = gathering_finish(&r->values, &values, r->why);
    if (status == OK)
        status = sparse_matrix_make(&r->entries, r->is_symmetric, &values,
                                    monoid->bytes, r->in->name, out, r->why);
    array_free(&values);
    builder_drop(&r->values.builder);
    return status;
}

enum status matrix_market_read(struct input *in,
                               const struct monoid_table *monoid,
                               struct sparse_matrix *out, struct problem *why)
{
    struct reader *const r = calloc(1, sizeof *r);

    *out = (struct sparse_matrix){.rows = 0};
    if (!r)
        return problem_set(why, MACHINE_LACKS, "%s: cannot allocate %zu bytes",
                           in->name, sizeof *r);
    r->in = in;
    r->why = why;
    const enum status status = read_all(r, monoid, out);
    entries_free(&r->entries);
    free(r);
    return status;
}

enum status matrix_market_read_file(const char *path,
                                    const struct monoid_table *monoid,
                                    struct sparse_matrix *out,
                                    struct problem *why)
{
    struct input in;
    enum status status = input_open(path, &in, why);

    *out = (struct sparse_matrix){.rows = 0};
    if (status != OK)
        return status;
    status = matrix_market_read(&in, monoid, out, why);
    input_close(&in);
    return status;
}

bool matrix_market_is(const char *path)
{
    const char *const dot = strrchr(path, '.');

    return dot && strcasecmp(dot, ".mtx") == 0;
}
