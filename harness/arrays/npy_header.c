/* npy_header.c - reads only as much Python as NumPy writes: a dictionary of a
 * string, a Boolean and a tuple of integers, in any order and spacing. */
#include "npy_header.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct cursor {
    const char *at, *end;
};

static void skip_space(struct cursor *in)
{
    while (in->at < in->end && isspace((unsigned char)*in->at))
        in->at++;
}

/* Takes one character, after any space; false and unmoved if it differs. */
static bool take(struct cursor *in, char wanted)
{
    skip_space(in);
    if (in->at == in->end || *in->at != wanted)
        return false;
    in->at++;
    return true;
}

static bool take_word(struct cursor *in, const char *word)
{
    const size_t length = strlen(word);

    skip_space(in);
    if ((size_t)(in->end - in->at) < length ||
        memcmp(in->at, word, length) != 0)
        return false;
    in->at += length;
    return true;
}

/* 'text' or "text", without escapes; fails if it does not fit. */
static bool take_string(struct cursor *in, char *text, size_t size)
{
    struct cursor ahead = *in;
    size_t length = 0;
    char quote = '\'';

    if (!take(&ahead, quote)) {
        quote = '"';
        if (!take(&ahead, quote))
            return false;
    }
    while (ahead.at < ahead.end && *ahead.at != quote && *ahead.at != '\\' &&
           isprint((unsigned char)*ahead.at) && length + 1 < size)
        text[length++] = *ahead.at++;
    text[length] = '\0';
    if (ahead.at == ahead.end || *ahead.at != quote)
        return false;
    ahead.at++;
    *in = ahead;
    return true;
}

/* Decimal digits; Python 2 wrote an L after long ones. */
static bool take_integer(struct cursor *in, size_t *value)
{
    skip_space(in);
    const char *const first = in->at;
    *value = 0;
    for (; in->at < in->end && isdigit((unsigned char)*in->at); in->at++)
        if (__builtin_mul_overflow(*value, 10, value) ||
            __builtin_add_overflow(*value, (size_t)(*in->at - '0'), value))
            return false;
    if (in->at == first)
        return false;
    if (in->at < in->end && *in->at == 'L')
        in->at++;
    return true;
}

/* () (3,) (3, 4): a single number needs its comma. */
static bool take_shape(struct cursor *in, struct npy_header *out)
{
    bool comma = true;

    skip_space(in);
    const char *const first = in->at;
    if (!take(in, '('))
        return false;
    for (out->dimensions = 0; !take(in, ')'); out->dimensions++) {
        size_t length;
        if (!comma || !take_integer(in, &length))
            return false;
        if (out->dimensions < 2)
            out->shape[out->dimensions] = length;
        comma = take(in, ',');
    }
    snprintf(out->shape_text, sizeof out->shape_text, "%.*s",
             (int)(in->at - first < 60 ? in->at - first : 60), first);
    return out->dimensions != 1 || comma;
}

enum { HAS_DESCR = 1, HAS_ORDER = 2, HAS_SHAPE = 4, HAS_ALL = 7 };

/* One value of the dictionary; *seen collects the keys. */
static bool take_value(struct cursor *in, const char *key, int *seen,
                       struct npy_header *out)
{
    int bit = 0;
    bool good = false;

    if (strcmp(key, "descr") == 0) {
        bit = HAS_DESCR;
        /* Structured types are a list, which is told below by its '['. */
        good = take_string(in, out->descr, sizeof out->descr);
    } else if (strcmp(key, "fortran_order") == 0) {
        bit = HAS_ORDER;
        out->fortran_order = take_word(in, "True");
        good = out->fortran_order || take_word(in, "False");
    } else if (strcmp(key, "shape") == 0) {
        bit = HAS_SHAPE;
        good = take_shape(in, out);
    }
    if (*seen & bit)
        return false;
    *seen |= bit;
    return good;
}

static bool take_dictionary(struct cursor *in, struct npy_header *out)
{
    int seen = 0;
    bool comma = true;

    if (!take(in, '{'))
        return false;
    while (!take(in, '}')) {
        char key[16];
        if (!comma || !take_string(in, key, sizeof key) || !take(in, ':') ||
            !take_value(in, key, &seen, out))
            return false;
        comma = take(in, ',');
    }
    skip_space(in);
    return seen == HAS_ALL && in->at == in->end;
}

/* "<i4" and its like; false for anything but integers and floats. */
static bool parse_type(const char *descr, struct number_type *out)
{
    static const char kinds[] = {
        [SIGNED_INTEGER] = 'i', [UNSIGNED_INTEGER] = 'u', [FLOATING] = 'f'};

    out->most_first = descr[0] == '>';
    if (*descr && strchr("<>|=", *descr))
        descr++;
    const char *const kind = memchr(kinds, *descr, sizeof kinds);
    if (!*descr || !kind || !descr[1] || descr[2] || !strchr("1248", descr[1]))
        return false;
    out->kind = (enum component_kind)(kind - kinds);
    out->bytes = descr[1] - '0';
    return out->kind != FLOATING || out->bytes > 1;
}

static enum status refuse_type(const char *descr, const char *name,
                               struct problem *why)
{
    const char *meant = "";

    switch (descr[strspn(descr, "<>|=")]) {
    case 'b':
    case '?': meant = " (truth values: save them as uint8)"; break;
    case 'f': meant = " (save it as float64)"; break;
    case 'c': meant = " (complex numbers)"; break;
    case 'O': meant = " (Python objects)"; break;
    case 'S':
    case 'U': meant = " (strings)"; break;
    }
    return problem_set(why, WRONG_USE,
                       "%s: its type '%s'%s is not supported; integers of 1 to "
                       "8 bytes and floats of 2 to 8 bytes are",
                       name, descr, meant);
}

enum status npy_header_parse(const char *text, size_t length, const char *name,
                             struct npy_header *out, struct problem *why)
{
    struct cursor in = {text, text + length};

    *out = (struct npy_header){0};
    if (!take_dictionary(&in, out)) {
        skip_space(&in);
        if (in.at < in.end && *in.at == '[' && !out->descr[0])
            return problem_set(why, WRONG_USE,
                               "%s: structured types are not supported; save "
                               "an array of shape (n, components)",
                               name);
        return problem_set(
            why, WRONG_USE,
            "%s: the .npy header is invalid at byte %zu; numpy writes "
            "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }",
            name, (size_t)(in.at - text));
    }
    if (!parse_type(out->descr, &out->type))
        return refuse_type(out->descr, name, why);
    return OK;
}
