/* column.c - reads a table row by row, one cell of each row.
 *
 *     row      "Smith, J.",3\n      a quote opens only at the start of a cell
 *     cells    Smith, J.   3
 */
#include "column.h"
#include "gathering.h"
#include "number_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_ROW = 1 << 20, NAMES_SHOWN = 400 };

struct table {
    struct input *in;
    struct problem *why;
    const char *column;   /* as typed */
    size_t index;         /* of the column, from 0 */
    char separator;       /* '\t', ';', ',' or ' '; '\0': not known yet */
    size_t line, next;    /* where the row begins; where the next one does */
    char *row;            /* ends with a '\0' */
    size_t length, space; /* bytes of it, and that there is room for */
    char *rest;           /* of the row, from the next cell on; NULL: none */
    struct gathering numbers;
};

/* "words.csv line 3: ..."; returns WRONG_USE. */
__attribute__((format(printf, 2, 3))) static enum status
refuse(const struct table *t, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    input_wrong_line(t->in, t->line, t->why, format, values);
    va_end(values);
    return WRONG_USE;
}

/* -------------------------------------------------------------------- rows */

static enum status keep(struct table *t, int c)
{
    if (t->length + 1 >= t->space) {
        const size_t space = t->space ? 2 * t->space : 256;
        char *const row = realloc(t->row, space);
        if (!row)
            return problem_set(t->why, MACHINE_LACKS,
                               "%s: cannot allocate %zu bytes", t->in->name,
                               space);
        t->row = row;
        t->space = space;
    }
    if (t->length == LONGEST_ROW)
        return refuse(t, "a line of more than %d bytes; is this a text file?",
                      LONGEST_ROW);
    t->row[t->length++] = (char)c;
    return OK;
}

/* Whether a quote after `before` opens a cell: before the first row is read,
 * any separator may be it. */
static bool starts_cell(const struct table *t, int before)
{
    return before == '\n' || before == ' ' || before == '\t' ||
           (t->separator ? before == t->separator
                         : before == ',' || before == ';');
}

/* One line, or several where quotes hold new lines. */
static enum status read_line(struct table *t, bool *ended)
{
    FILE *const file = t->in->file;
    bool quoted = false, closed = false; /* just before this byte */
    int before = '\n';
    enum status status = OK;
    int c;

    t->length = 0;
    t->line = t->next;
    while (status == OK && (c = getc_unlocked(file)) != EOF) {
        t->next += c == '\n';
        if (c == '\n' && !quoted)
            break;
        if (c == '\0')
            return refuse(t, "this is not a text file");
        const bool opens = !quoted && (closed || starts_cell(t, before));
        closed = c == '"' && quoted;
        if (c == '"' && (quoted || opens))
            quoted = !quoted;
        before = c;
        status = keep(t, c);
    }
    if (status != OK)
        return status;
    if (ferror(file))
        return input_failed(t->in, t->why);
    if (quoted)
        return refuse(t, "the text ends inside double quotes");
    *ended = c == EOF;
    status = keep(t, '\0');
    if (status == OK && t->length > 1 && t->row[t->length - 2] == '\r')
        t->row[t->length - 2] = '\0';
    return status;
}

/* The next line with something on it; *none at the end. */
static enum status read_row(struct table *t, bool *none)
{
    bool ended = false;

    while (!ended) {
        const enum status status = read_line(t, &ended);
        if (status != OK)
            return status;
        const char *const text = t->row + strspn(t->row, " \t");
        *none = false;
        if (*text && *text != '#') {
            t->rest = t->row;
            return OK;
        }
    }
    *none = true;
    return OK;
}

/* ------------------------------------------------------------------- cells */

/* The first of the four that stands outside quotes. */
static char find_separator(const char *row)
{
    static const char order[] = "\t;,";
    bool has[sizeof order] = {false}, quoted = false;

    for (; *row; row++) {
        quoted ^= *row == '"';
        const char *const at = quoted ? NULL : strchr(order, *row);
        if (at)
            has[at - order] = true;
    }
    for (size_t i = 0; order[i]; i++)
        if (has[i])
            return order[i];
    return ' ';
}

static bool is_blank(const struct table *t, char c)
{
    return c == ' ' || (c == '\t' && t->separator != '\t');
}

/* Takes the quotes off, in place; returns what follows. A quote that is not
 * the end of its cell stays, and is seen in the message. */
static char *unquote(const struct table *t, char *cell)
{
    char *from = cell + 1, *to = cell;
    char *end = from;

    while (*end && (*end != '"' || end[1] == '"'))
        end += 1 + (*end == '"');
    const char *after = *end ? end + 1 : end;
    while (is_blank(t, *after))
        after++;
    if (!*end || (*after && *after != t->separator && t->separator != ' '))
        return end;
    for (; from < end; from++) {
        from += *from == '"';
        *to++ = *from;
    }
    memset(to, '\0', (size_t)(end + 1 - to));
    return end + 1;
}

/* The next cell of the row, or NULL. */
static char *next_cell(struct table *t)
{
    char *cell = t->rest, *end;

    if (!cell)
        return NULL;
    while (is_blank(t, *cell))
        cell++;
    if (t->separator == ' ' && !*cell)
        return t->rest = NULL;
    end = *cell == '"' ? unquote(t, cell) : cell;
    while (*end && *end != t->separator &&
           !(t->separator == ' ' && *end == '\t'))
        end++;
    t->rest = *end ? end + 1 : NULL;
    *end = '\0';
    while (end > cell && is_blank(t, end[-1]))
        *--end = '\0';
    return cell;
}

/* ------------------------------------------------------------------ columns */

/* "2" is the second column. */
static bool is_number(const char *column, size_t *index)
{
    char *end;
    const unsigned long long value = strtoull(column, &end, 10);

    *index = (size_t)value - 1;
    return isdigit((unsigned char)*column) && !*end && value > 0;
}

/* The names that there are, as far as a sentence holds them. */
static enum status refuse_name(const struct table *t, char **names,
                               size_t count)
{
    char list[NAMES_SHOWN + 8] = "";
    const char *const near =
        nearest_name(t->column, (const char *const *)names);

    for (size_t i = 0; i < count; i++) {
        const size_t used = strlen(list);
        if (used + strlen(names[i]) + 4 > NAMES_SHOWN) {
            strcat(list, ", ...");
            break;
        }
        snprintf(list + used, sizeof list - used, "%s'%s'", i ? ", " : "",
                 names[i]);
    }
    return refuse(t, "no column '%.60s'%s%.60s%s; the first line has %s",
                  t->column, near ? ": did you mean '" : "", near ? near : "",
                  near ? "'?" : "", list);
}

static enum status find_cell(struct table *t, const char **cell)
{
    *cell = NULL;
    for (size_t i = 0; i <= t->index; i++) {
        *cell = next_cell(t);
        if (!*cell)
            return refuse(t, "no column %s: this line has %zu", t->column, i);
    }
    return **cell ? OK : refuse(t, "column %s is empty", t->column);
}

static enum status take_number(struct table *t, const char *cell)
{
    char reason[256];

    const enum status status =
        gathering_take(&t->numbers, cell, reason, sizeof reason, t->why);
    return *reason
               ? refuse(t, "column %s is '%.60s', %s", t->column, cell, reason)
               : status;
}

/* Which of the first row's cells is the column? A number is an index; one that
 * is beyond them may be a name, such as 2020. */
static enum status choose(struct table *t, char **cells, size_t count)
{
    const bool number = is_number(t->column, &t->index);

    if (number && t->index < count)
        return number_is_decimal(cells[t->index])
                   ? take_number(t, cells[t->index])
                   : OK; /* a header */
    for (t->index = 0; t->index < count; t->index++)
        if (strcmp(cells[t->index], t->column) == 0)
            return OK;
    return number
               ? refuse(t, "no column %s: this line has %zu", t->column, count)
               : refuse_name(t, cells, count);
}

static enum status begin(struct table *t)
{
    char **const cells = calloc(t->length + 2, sizeof *cells);
    size_t count = 0;

    if (!cells)
        return problem_set(t->why, MACHINE_LACKS, "out of memory");
    t->separator = find_separator(t->row);
    while ((cells[count] = next_cell(t)))
        count++;
    const enum status status = choose(t, cells, count);
    free(cells);
    return status;
}

static enum status read_table(struct table *t)
{
    bool none = false;
    enum status status = OK;

    t->line = t->next = 1;
    if (!input_skip_byte_order_mark(t->in))
        return refuse(t, "this is not a text file");
    status = read_row(t, &none);
    if (status == OK && none)
        return refuse(t, "no column '%.60s': the text has no rows", t->column);
    if (status == OK)
        status = begin(t);
    while (status == OK) {
        const char *cell;
        status = read_row(t, &none);
        if (status != OK || none)
            return status;
        status = find_cell(t, &cell);
        if (status == OK)
            status = take_number(t, cell);
    }
    return status;
}

static enum status refuse_plain(const char *column,
                                const struct monoid_table *monoid,
                                struct problem *why)
{
    return problem_set(why, WRONG_USE,
                       "--column %s: this monoid needs elements of %d "
                       "components, not single numbers",
                       column, monoid->components);
}

enum status column_read(struct input *in, const char *column,
                        const struct monoid_table *monoid, struct array *out,
                        struct problem *why)
{
    const bool lifts = monoid->components > 1;
    enum status status;

    *out = (struct array){0};
    if (lifts && !monoid->lift)
        return refuse_plain(column, monoid, why);
    struct table *const t = malloc(sizeof *t);
    if (!t)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    memset(t, 0, offsetof(struct table, numbers));
    t->in = in;
    t->why = why;
    t->column = column;
    gathering_begin(&t->numbers, monoid, in->name, lifts);
    status = read_table(t);
    if (status == OK)
        status = gathering_finish(&t->numbers, out, why);
    builder_drop(&t->numbers.builder);
    free(t->row);
    free(t);
    return status;
}
