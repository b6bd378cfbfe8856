/* text.c - a lexer for lines, and a reader for elements.
 *
 *     "(4, 9)"  ->  OPEN NUMBER(4) COMMA NUMBER(9) CLOSE  ->  element 0
 */
#include "text.h"
#include "gathering.h"
#include "number_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum token { END, NUMBER, COMMA, OPEN, CLOSE, FIRST, LAST, BAD };

enum { LONGEST_NUMBER = 1023 };

struct reader {
    struct input *in;
    struct problem *why;
    size_t line;
    char number[LONGEST_NUMBER + 1]; /* the text of a NUMBER (or BAD) */

    bool inside;           /* between ( and ) */
    int filled;            /* components of the element in ( ) so far */
    bool grouped;          /* elements are in ( ); known from the first on */
    bool started;          /* an element has been met */
    bool comma;            /* the last token was a comma */
    bool may_have_columns; /* a file, not the value of an option */
    enum { NO_BRACKET, IN_BRACKETS, AFTER_BRACKETS } brackets;

    struct gathering numbers;
};

/* "words.txt line 3: ..."; returns WRONG_USE. */
__attribute__((format(printf, 2, 3))) static enum status
refuse(const struct reader *r, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    input_wrong_line(r->in, r->line, r->why, format, values);
    va_end(values);
    return WRONG_USE;
}

static bool ends_number(int c)
{
    return c == EOF || isspace(c) || strchr(",()[]#", c);
}

/* Collects the word that starts with c; it ends at a delimiter. */
static enum token lex_number(struct reader *r, int c)
{
    size_t length = 0;
    bool good = true;

    for (; !ends_number(c) && length < LONGEST_NUMBER;
         c = getc_unlocked(r->in->file)) {
        good &= isprint(c) != 0;
        r->number[length++] = (char)(isprint(c) ? c : '?');
    }
    r->number[length] = '\0';
    good &= ends_number(c);
    ungetc(c, r->in->file);
    return good ? NUMBER : BAD;
}

static enum token lex(struct reader *r)
{
    for (;;) {
        int c = getc_unlocked(r->in->file);
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc_unlocked(r->in->file);
        switch (c) {
        case EOF: return END;
        case '\n': r->line++; break;
        case ',': return COMMA;
        case '(': return OPEN;
        case ')': return CLOSE;
        case '[': return FIRST;
        case ']': return LAST;
        default:
            if (!isspace(c) && c != '\0')
                return lex_number(r, c);
            if (c == '\0') {
                strcpy(r->number, "?");
                return BAD;
            }
        }
    }
}

static char *where(const struct reader *r, char text[64])
{
    return builder_where(&r->numbers.builder, gathering_units(&r->numbers),
                         text, 64);
}

static enum status refuse_number(const struct reader *r, const char *reason)
{
    char place[64];
    const bool first = gathering_units(&r->numbers) == 0 && !r->inside;

    return refuse(r, "%s is '%.60s', %s%s", where(r, place), r->number, reason,
                  first && r->may_have_columns && !number_is_decimal(r->number)
                      ? "; if this line names columns, choose one: --column "
                        "NAME, or its number"
                      : "");
}

/* The first element decides whether elements are in ( ) or plain. */
static enum status start_element(struct reader *r, bool grouped)
{
    const struct monoid_table *const monoid = r->numbers.builder.monoid;
    const bool lifts = !grouped && monoid->components > 1;

    if (r->brackets == AFTER_BRACKETS)
        return refuse(r, "numbers after the ']' that ends the list");
    if (r->started && r->grouped != grouped && monoid->components > 1)
        return refuse(r, "single numbers and elements in ( ) are mixed; write "
                         "all elements the same way");
    if (lifts && !monoid->lift)
        return refuse(r,
                      "this monoid needs elements of %d components, such as "
                      "(4, 9), not single numbers",
                      monoid->components);
    if (!r->started)
        gathering_begin(&r->numbers, monoid, r->in->name, lifts);
    r->started = true;
    r->grouped = grouped;
    return OK;
}

static enum status take_number(struct reader *r)
{
    enum status status = r->inside ? OK : start_element(r, false);

    if (status != OK)
        return status;
    if (r->inside && r->filled++ == r->numbers.builder.monoid->components)
        return refuse(r,
                      "an element of more than %d numbers; this monoid's "
                      "elements have %d",
                      r->numbers.builder.monoid->components,
                      r->numbers.builder.monoid->components);
    char reason[256];
    status =
        gathering_take(&r->numbers, r->number, reason, sizeof reason, r->why);
    return *reason ? refuse_number(r, reason) : status;
}

static enum status take_bracket(struct reader *r, enum token token)
{
    if (r->inside)
        return refuse(r, "a bracket between ( and )");
    if (token == LAST && r->brackets != IN_BRACKETS)
        return refuse(r, "a ']' without its '['");
    if (token == FIRST && (r->brackets != NO_BRACKET || r->started))
        return refuse(r, "a '[' within the list; write one pair of brackets "
                         "around the whole list, and ( ) around each element");
    r->brackets = token == LAST ? AFTER_BRACKETS : IN_BRACKETS;
    return OK;
}

static enum status take_parenthesis(struct reader *r, enum token token)
{
    if (token == OPEN && r->inside)
        return refuse(r, "a '(' within ( )");
    if (token == OPEN) {
        r->inside = true;
        r->filled = 0;
        return start_element(r, true);
    }
    if (!r->inside)
        return refuse(r, "a ')' without its '('");
    if (r->filled < r->numbers.builder.monoid->components)
        return refuse(
            r, "an element of %d numbers; this monoid's elements have %d",
            r->filled, r->numbers.builder.monoid->components);
    r->inside = false;
    return OK;
}

/* A comma needs something to its left: 1,,2 lacks a value. */
static enum status take_comma(struct reader *r)
{
    if (r->comma || (r->inside ? r->filled == 0 : !r->started))
        return refuse(r, "a comma with no number before it");
    r->comma = true;
    return OK;
}

static enum status take_end(const struct reader *r)
{
    if (ferror(r->in->file))
        return input_failed(r->in, r->why);
    if (r->inside)
        return refuse(r, "the text ends within ( )");
    if (r->brackets == IN_BRACKETS)
        return refuse(r, "the text ends before the ']' that closes its '['");
    return OK;
}

static enum status take(struct reader *r, enum token token)
{
    if (token == COMMA)
        return take_comma(r);
    r->comma = false;
    switch (token) {
    case NUMBER: return take_number(r);
    case OPEN:
    case CLOSE: return take_parenthesis(r, token);
    case FIRST:
    case LAST: return take_bracket(r, token);
    case BAD:
        return refuse(r, "'%.60s' is not a number; is this a text file?",
                      r->number);
    default: return take_end(r);
    }
}

static enum status read_all(struct input *in, const struct monoid_table *monoid,
                            bool may_have_columns, struct array *out,
                            struct problem *why)
{
    enum status status = OK;
    enum token token = COMMA;
    struct reader *const r = malloc(sizeof *r);

    *out = (struct array){0};
    if (!r)
        return problem_set(why, MACHINE_LACKS, "%s: cannot allocate %zu bytes",
                           in->name, sizeof *r);
    memset(r, 0, offsetof(struct reader, numbers));
    r->in = in;
    r->why = why;
    r->line = 1;
    r->may_have_columns = may_have_columns;
    gathering_begin(&r->numbers, monoid, in->name, false);
    if (!input_skip_byte_order_mark(in))
        status = refuse(r, "this is not a text file");
    while (status == OK && token != END) {
        token = lex(r);
        status = take(r, token);
    }
    if (status == OK)
        status = gathering_finish(&r->numbers, out, why);
    builder_drop(&r->numbers.builder);
    free(r);
    return status;
}

enum status text_read(struct input *in, const struct monoid_table *monoid,
                      struct array *out, struct problem *why)
{
    return read_all(in, monoid, true, out, why);
}

enum status text_parse(const char *text, size_t size,
                       const struct monoid_table *monoid, struct array *out,
                       struct problem *why)
{
    struct input in;
    enum status status = input_from_memory(text, size, &in, why);

    *out = (struct array){0};
    if (status == OK)
        status = read_all(&in, monoid, false, out, why);
    input_close(&in);
    return status;
}

enum status text_write(FILE *file, const struct monoid_table *monoid,
                       const struct array *array, struct problem *why)
{
    const size_t size = 40 * (size_t)monoid->components + 40;
    char *const line = malloc(size);
    const char *element = array->data;

    if (!line)
        return problem_set(why, MACHINE_LACKS, "cannot allocate %zu bytes",
                           size);
    for (size_t i = 0; i < array->n; i++, element += monoid->bytes) {
        fputs(monoid_print(monoid, element, line, size), file);
        putc('\n', file);
    }
    free(line);
    return OK;
}
