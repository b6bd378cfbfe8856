/* edits.c - see edits.h. */
#include "edits.h"
#include "source_tokens.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *edit_word(enum edit_kind kind)
{
    static const char *const words[] = {
        [EDIT_COMPARISON] = "another comparison",
        [EDIT_CONDITION] = "another condition",
        [EDIT_BARRIER] = "a different kind of barrier or fence",
        [EDIT_NUMBER] = "another number",
        [EDIT_OPERAND] = "one operand more or fewer",
        [EDIT_ORDER] = "a different order of op()'s operands",
        [EDIT_OPERATOR] = "another operator",
        [EDIT_NAME] = "another name",
        [EDIT_TYPE] = "another type",
        [EDIT_STATEMENT] = "one statement fewer"};

    return words[kind];
}

/* State while edits are made. A token of two characters, such as <=, is one
 * here. */
struct making {
    const char *source;
    struct token *token;
    int count;
    struct edits *out;
    int room;
    bool lacks; /* memory */
};

/* ------------------------------------------------------------------- tokens */

static bool joins(const struct token *a, const struct token *b)
{
    static const char *const signs[] = {"<=", ">=", "==", "!=", "&&",
                                        "||", "->", "++", "--", "<<",
                                        ">>", "+=", "-=", "*=", "/="};

    if (a->kind != TOKEN_SIGN || b->kind != TOKEN_SIGN || a->length != 1 ||
        a->text + 1 != b->text)
        return false;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strncmp(a->text, signs[i], 2))
            return true;
    return false;
}

static void join_signs(struct making *m)
{
    int kept = 0;

    for (int i = 0; i < m->count; i++)
        if (kept > 0 && joins(&m->token[kept - 1], &m->token[i]))
            m->token[kept - 1].length = 2;
        else
            m->token[kept++] = m->token[i];
    m->count = kept;
}

static bool is(const struct making *m, int at, const char *text)
{
    return at >= 0 && at < m->count && token_is(&m->token[at], text);
}

static bool is_one_of(const struct making *m, int at, const char *const *words)
{
    for (; *words; words++)
        if (is(m, at, *words))
            return true;
    return false;
}

static bool is_number(const struct making *m, int at)
{
    return at >= 0 && at < m->count && m->token[at].kind == TOKEN_WORD &&
           isdigit((unsigned char)*m->token[at].text);
}

/* True: a name, not a keyword or a type. */
static bool is_name(const struct making *m, int at)
{
    static const char *const words[] = {
        "if",       "else",    "for",      "while",    "do",      "return",
        "const",    "int",     "unsigned", "bool",     "size_t",  "uint32_t",
        "uint64_t", "int64_t", "T",        "auto",     "void",    "static",
        "break",    "struct",  "continue", "volatile", "sizeof",  "char",
        "true",     "false",   "long",     "switch",   "case",    "uint8_t",
        "float",    "double",  "inline",   "default",  "int32_t", NULL};

    return at >= 0 && at < m->count && m->token[at].kind == TOKEN_WORD &&
           !is_number(m, at) && !is_one_of(m, at, words);
}

/* The last token of a name with its members, scan->in. */
static int end_of_name(const struct making *m, int at)
{
    while ((is(m, at + 1, ".") || is(m, at + 1, "->")) && is_name(m, at + 2))
        at += 2;
    return at;
}

static bool is_member(const struct making *m, int at)
{
    return is(m, at - 1, ".") || is(m, at - 1, "->");
}

static bool opens(const struct making *m, int at)
{
    return is(m, at, "(") || is(m, at, "[") || is(m, at, "{");
}

static bool closes(const struct making *m, int at)
{
    return is(m, at, ")") || is(m, at, "]") || is(m, at, "}");
}

/* From token `at` on, by `step`: the first of `ends` outside all brackets
 * opened in between; or the bracket that closes the one around `at`. */
static int find_end(const struct making *m, int at, int step,
                    const char *const *ends)
{
    int depth = 0;

    for (; at >= 0 && at < m->count; at += step) {
        const bool in = step > 0 ? opens(m, at) : closes(m, at);
        const bool out = step > 0 ? closes(m, at) : opens(m, at);
        if (depth == 0 && (out || is_one_of(m, at, ends)))
            return at;
        depth += in - out;
    }
    return at;
}

/* ------------------------------------------------------------------ an edit */

static size_t begin_of(const struct making *m, int at)
{
    return (size_t)(m->token[at].text - m->source);
}

static size_t end_of(const struct making *m, int at)
{
    return begin_of(m, at) + m->token[at].length;
}

/* Replaces tokens `from` to `to`, both included, with the text. */
static void add(struct making *m, enum edit_kind kind, int rank, int from,
                int to, const char *text)
{
    const size_t length = strlen(text);

    if (m->lacks || length >= EDIT_TEXT)
        return;
    if (m->out->count == m->room) {
        m->room = 2 * m->room + 128;
        struct edit *const more =
            realloc(m->out->list, (size_t)m->room * sizeof *more);
        m->lacks = !more;
        if (!more)
            return;
        m->out->list = more;
    }
    struct edit *const edit = &m->out->list[m->out->count++];
    *edit = (struct edit){.kind = kind,
                          .rank = rank,
                          .line = m->token[from].line,
                          .at = begin_of(m, from),
                          .length = end_of(m, to) - begin_of(m, from)};
    memcpy(edit->text, text, length + 1);
}

/* Inserts the text after token `at`. */
static void add_after(struct making *m, enum edit_kind kind, int rank, int at,
                      const char *text)
{
    const int count = m->out->count;

    add(m, kind, rank, at, at, text);
    if (m->out->count > count) {
        m->out->list[count].at += m->out->list[count].length;
        m->out->list[count].length = 0;
    }
}

/* The source text of tokens `from` to `to`; "": too long. */
static const char *text_of(const struct making *m, int from, int to,
                           char out[EDIT_TEXT])
{
    const size_t length = end_of(m, to) - begin_of(m, from);

    snprintf(out, EDIT_TEXT, "%.*s", length < EDIT_TEXT ? (int)length : 0,
             m->token[from].text);
    return out;
}

/* Replacements of one word by another, each with its rank. */
static const struct swap {
    const char *from, *to;
    enum edit_kind kind;
    int rank;
} swaps[] = {{"<", "<=", EDIT_COMPARISON, 0},
             {"<=", "<", EDIT_COMPARISON, 0},
             {">", ">=", EDIT_COMPARISON, 0},
             {">=", ">", EDIT_COMPARISON, 0},
             {"==", "!=", EDIT_COMPARISON, 0},
             {"!=", "==", EDIT_COMPARISON, 0},
             {"__syncwarp", "__syncthreads", EDIT_BARRIER, 0},
             {"__syncwarp", "__threadfence", EDIT_BARRIER, 0},
             {"__threadfence", "__syncthreads", EDIT_BARRIER, 0},
             {"__threadfence_block", "__threadfence", EDIT_BARRIER, 0},
             {"&&", "||", EDIT_CONDITION, 2},
             {"||", "&&", EDIT_CONDITION, 2},
             {"*", "/", EDIT_OPERATOR, 2},
             {"/", "*", EDIT_OPERATOR, 2},
             {"*=", "/=", EDIT_OPERATOR, 2},
             {"/=", "*=", EDIT_OPERATOR, 2}};

/* True: a token that can precede a binary operator. */
static bool ends_value(const struct making *m, int at)
{
    return is_name(m, at) || is_number(m, at) || is(m, at, ")") ||
           is(m, at, "]");
}

static void add_swaps(struct making *m, int at)
{
    if (m->token[at].kind == TOKEN_SIGN && !ends_value(m, at - 1))
        return;
    for (size_t i = 0; i < sizeof swaps / sizeof *swaps; i++)
        if (is(m, at, swaps[i].from))
            add(m, swaps[i].kind, swaps[i].rank, at, at, swaps[i].to);
}

/* a && b: without "&& b", and without "a &&". */
static void add_conjuncts(struct making *m, int at)
{
    static const char *const ends[] = {"&&", "||", ";",      "?", ":",
                                       ",",  "=",  "return", NULL};

    if (!is(m, at, "&&") && !is(m, at, "||"))
        return;
    add(m, EDIT_CONDITION, 0, at, find_end(m, at + 1, 1, ends) - 1, "");
    add(m, EDIT_CONDITION, 0, find_end(m, at - 1, -1, ends) + 1, at, "");
}

/* A number: one more or less, twice or half. */
static void add_numbers(struct making *m, int at)
{
    char *suffix;
    char text[EDIT_TEXT];

    if (!is_number(m, at) || m->token[at].length > 9)
        return;
    const unsigned long n = strtoul(m->token[at].text, &suffix, 0);
    const int length = (int)(m->token[at].text + m->token[at].length - suffix);
    const struct {
        unsigned long n;
        bool likely;
    } others[] = {
        {n - 1, n > 0}, {n + 1, true}, {2 * n, n > 1}, {n / 2, n > 2}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].likely) {
            snprintf(text, sizeof text, "%lu%.*s", others[i].n, length, suffix);
            add(m, EDIT_NUMBER, 1, at, at, text);
        }
}

/* a - 1: without "- 1", and with +. */
static void add_operands(struct making *m, int at)
{
    const bool plus = is(m, at, "+");

    if ((!plus && !is(m, at, "-")) || !ends_value(m, at - 1) ||
        (!is_name(m, at + 1) && !is_number(m, at + 1)))
        return;
    const int end = end_of_name(m, at + 1);
    if (!is(m, end + 1, "(") && !is(m, end + 1, "["))
        add(m, EDIT_OPERAND, 1, at, end, "");
    add(m, EDIT_OPERATOR, 2, at, at, plus ? "-" : "+");
    if (is_name(m, at - 1) && is(m, at + 1, "1") && !plus)
        add(m, EDIT_NUMBER, 2, at - 1, at + 1, "0");
}

/* op(a, b): op(b, a), a, and b. */
static void add_order(struct making *m, int at)
{
    static const char *const ends[] = {",", NULL};
    char a[EDIT_TEXT], b[EDIT_TEXT], both[2 * EDIT_TEXT + 2];

    if (!is(m, at, "op") || !is(m, at + 1, "("))
        return;
    const int comma = find_end(m, at + 2, 1, ends);
    const int end = find_end(m, comma + 1, 1, ends);
    if (end >= m->count || !is(m, comma, ",") || !is(m, end, ")"))
        return;
    snprintf(both, sizeof both, "%s, %s", text_of(m, comma + 1, end - 1, b),
             text_of(m, at + 2, comma - 1, a));
    if (!*a || !*b)
        return;
    add(m, EDIT_ORDER, 1, at + 2, end - 1, both);
    add(m, EDIT_OPERAND, 2, at, end, a);
    add(m, EDIT_OPERAND, 2, at, end, b);
}

/* if (c): if (!(c)), and if (true). */
static void add_contrary(struct making *m, int at)
{
    static const char *const ends[] = {NULL};
    char text[EDIT_TEXT], contrary[EDIT_TEXT + 4];

    if ((!is(m, at, "if") && !is(m, at, "while")) || !is(m, at + 1, "("))
        return;
    const int end = find_end(m, at + 2, 1, ends);
    if (end >= m->count || end == at + 2)
        return;
    snprintf(contrary, sizeof contrary, "!(%s)",
             text_of(m, at + 2, end - 1, text));
    if (*text)
        add(m, EDIT_CONDITION, 2, at + 2, end - 1, contrary);
    if (is(m, at, "if"))
        add(m, EDIT_CONDITION, 2, at + 2, end - 1, "true");
}

/* A 64-bit number, which holds any index; and a value without its cast. */
static void add_types(struct making *m, int at)
{
    static const char *const narrow[] = {
        "char",     "short", "int8_t",   "uint8_t",  "int16_t",
        "uint16_t", "int",   "unsigned", "uint32_t", NULL};

    if (!is_one_of(m, at, narrow))
        return;
    add(m, EDIT_TYPE, 2, at, at, "uint64_t");
    if (is(m, at - 1, "(") && is(m, at + 1, ")") && !is_name(m, at - 2))
        add(m, EDIT_TYPE, 1, at - 1, at + 1, "");
}

/* f(a);  x = b;  without it. Declarations stay, since the name is used. */
static void add_statement(struct making *m, int at)
{
    static const char *const ends[] = {";", NULL};
    const bool begins = is(m, at - 1, ";") || is(m, at - 1, "{") ||
                        is(m, at - 1, "}") || is(m, at - 1, ")") ||
                        m->token[at - 1].kind == TOKEN_FILL;
    const int end = find_end(m, at, 1, ends);

    if (begins && is_name(m, at) && !is_name(m, at + 1) && is(m, end, ";") &&
        m->token[end].fill == m->token[at].fill)
        add(m, EDIT_STATEMENT, 2, at, end, ";");
}

/* -------------------------------------------------------------------- names */

enum { NEAR_LINES = 1 };

/* True: the whole name of a value, not a function or only a member. */
static bool is_value(const struct making *m, int at)
{
    return is_name(m, at) && !is_member(m, at) &&
           !is(m, end_of_name(m, at) + 1, "(");
}

static bool is_declared_here(const struct making *m, int at)
{
    if (is(m, at - 1, "*"))
        at--;
    return at > 0 && m->token[at - 1].kind == TOKEN_WORD &&
           !is(m, at - 1, "return") &&
           (!is(m, at, "*") || !ends_value(m, at - 1));
}

/* Two members of the same struct are confused more often than two names. */
static bool has_same_root(const struct making *m, int a, int b)
{
    return end_of_name(m, a) > a && end_of_name(m, b) > b &&
           m->token[a].length == m->token[b].length &&
           !strncmp(m->token[a].text, m->token[b].text, m->token[a].length);
}

/* A place for a name: a name or a number, alone, with the index after it, or
 * with the operand after it, if there is one. */
struct place {
    int from, end, index_end, sum_end; /* the last two: 0, or the last token */
};

static bool find_place(const struct making *m, int at, struct place *out)
{
    static const char *const ends[] = {NULL};
    const bool number = is_number(m, at);

    if (!number && (!is_value(m, at) || is_declared_here(m, at)))
        return false;
    *out = (struct place){.from = at, .end = number ? at : end_of_name(m, at)};
    if (!number && is(m, out->end + 1, "["))
        out->index_end = find_end(m, out->end + 2, 1, ends);
    if ((is(m, out->end + 1, "+") || is(m, out->end + 1, "-")) &&
        (is_value(m, out->end + 2) || is_number(m, out->end + 2)))
        out->sum_end = end_of_name(m, out->end + 2);
    if (!is(m, out->index_end, "]"))
        out->index_end = 0;
    return true;
}

/* Puts the name at token `name` into that place; of distant names, only members
 * of the same struct. */
static void put_name(struct making *m, const struct place *place, int name)
{
    const int end = end_of_name(m, name);
    const int lines = abs(m->token[name].line - m->token[place->from].line);
    const bool same_root = has_same_root(m, place->from, name);
    const bool index = is_number(m, place->from) && is(m, place->from - 1, "[");
    const int likely = lines == 0 || index ? 2 : 4;
    const int rank = same_root ? 1 : likely;
    char own[EDIT_TEXT], other[EDIT_TEXT], added[EDIT_TEXT + 4];

    text_of(m, place->from, place->end, own);
    text_of(m, name, end, other);
    if (!*other || !strcmp(own, other))
        return;
    if (same_root || lines <= NEAR_LINES)
        add(m, EDIT_NAME, rank, place->from, place->end, other);
    if (lines > NEAR_LINES || is(m, end + 1, "["))
        return;
    if (place->index_end)
        add(m, EDIT_NAME, 3, place->from, place->index_end, other);
    if (place->sum_end)
        add(m, EDIT_NAME, 3, place->from, place->sum_end, other);
    if (lines == 0 && !place->index_end && !place->sum_end) {
        snprintf(added, sizeof added, " + %s", other);
        add_after(m, EDIT_OPERAND, 3, place->end, added);
        snprintf(added, sizeof added, " - %s", other);
        add_after(m, EDIT_OPERAND, 3, place->end, added);
    }
}

/* i: i - 1, and i + 1. */
static void put_one(struct making *m, const struct place *place)
{
    const bool ends = is(m, place->end + 1, "]") ||
                      is(m, place->end + 1, ")") || is(m, place->end + 1, ";");

    if (is_number(m, place->from) || !ends)
        return;
    add_after(m, EDIT_OPERAND, 2, place->end, " - 1");
    add_after(m, EDIT_OPERAND, 2, place->end, " + 1");
}

static void add_names(struct making *m, int at)
{
    struct place place;

    if (!find_place(m, at, &place))
        return;
    put_one(m, &place);
    for (int i = 0; i < m->count; i++)
        if (i != at && is_value(m, i))
            put_name(m, &place, i);
}

/* ----------------------------------------------------------------- all edits */

static int by_rank(const void *a, const void *b)
{
    const struct edit *const x = a, *const y = b;

    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return strcmp(x->text, y->text);
}

void edits_sort(struct edits *edits)
{
    if (edits->count > 0)
        qsort(edits->list, (size_t)edits->count, sizeof *edits->list, by_rank);
}

static void drop_doubles(struct edits *edits)
{
    int kept = 0;

    for (int i = 0; i < edits->count; i++)
        if (kept == 0 || by_rank(&edits->list[kept - 1], &edits->list[i]) != 0)
            edits->list[kept++] = edits->list[i];
    edits->count = kept;
}

enum status edits_make(const char *source, struct edits *out,
                       struct problem *why)
{
    struct tokens tokens;
    enum status status = tokens_read(source, &tokens, why);
    struct making m = {.source = source, .out = out};

    *out = (struct edits){.list = NULL};
    if (status != OK)
        return status;
    m.token = tokens.token;
    m.count = tokens.count;
    join_signs(&m);
    for (int i = 0; i < m.count; i++) {
        if (!m.token[i].fill || m.token[i].kind == TOKEN_TEXT)
            continue;
        add_swaps(&m, i);
        add_conjuncts(&m, i);
        add_numbers(&m, i);
        add_operands(&m, i);
        add_order(&m, i);
        add_contrary(&m, i);
        add_statement(&m, i);
        add_types(&m, i);
        add_names(&m, i);
    }
    tokens_free(&tokens);
    if (m.lacks) {
        edits_free(out);
        return problem_set(why, MACHINE_LACKS, "out of memory");
    }
    edits_sort(out);
    drop_doubles(out);
    return OK;
}

void edits_free(struct edits *edits)
{
    free(edits->list);
    *edits = (struct edits){.list = NULL};
}

char *edit_apply(const char *source, const struct edit *edit)
{
    char *text;

    return asprintf(&text, "%.*s%s%s", (int)edit->at, source, edit->text,
                    source + edit->at + edit->length) < 0
               ? NULL
               : text;
}
