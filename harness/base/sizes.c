/* sizes.c - size lists: items separated by commas, each of them a single size
 * or a range.
 *
 *     2^4..2^6,100  ->  items "2^4..2^6" and "100"
 *     "2^4..2^6"    ->  ends 16 and 64, both POWER_OF_TWO, so 16 32 64
 *
 * Every function here reads the span [at, end) of the typed text, so that an
 * error message can quote exactly the wrong span.
 */
#include "sizes.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct span {
    const char *at, *end;
};

/* How a size was written decides how a range between two of them steps. */
enum notation { DECIMAL, POWER_OF_TWO, POWER_OF_TEN };

struct size {
    size_t n;
    enum notation notation;
};

struct list {
    size_t *sizes;
    size_t count, capacity;
};

/* The span in quotes; long ones are cut, odd bytes shown as '?'. */
static const char *quote(struct span span, char text[64])
{
    size_t length = (size_t)(span.end - span.at);
    const bool cut = length > 50;

    if (cut)
        length = 50;
    text[0] = '\'';
    for (size_t i = 0; i < length; i++)
        text[1 + i] = isprint((unsigned char)span.at[i]) ? span.at[i] : '?';
    snprintf(text + 1 + length, 8, "%s'", cut ? "..." : "");
    return text;
}

static enum status refuse(struct span span, const char *reason,
                          struct problem *why)
{
    char text[64];

    return problem_set(why, WRONG_USE, "size %s: %s", quote(span, text),
                       reason);
}

static enum status refuse_syntax(struct span span, struct problem *why)
{
    return refuse(span,
                  "not a size; sizes look like 1000, 64K, 4Ki, 2^20, 10^6, "
                  "1GiB, 0..70 or 2^10..2^20",
                  why);
}

static enum status refuse_large(struct span span, struct problem *why)
{
    return refuse(span, "too large for any computer's memory", why);
}

static struct span trim(struct span span)
{
    while (span.at < span.end && isblank((unsigned char)*span.at))
        span.at++;
    while (span.at < span.end && isblank((unsigned char)span.end[-1]))
        span.end--;
    return span;
}

/* Takes the digits at span->at. *fits is false when they exceed a size_t. */
static bool take_digits(struct span *span, size_t *value, bool *fits)
{
    const char *const first = span->at;

    *value = 0;
    *fits = true;
    for (; span->at < span->end && isdigit((unsigned char)*span->at);
         span->at++)
        if (__builtin_mul_overflow(*value, 10, value) ||
            __builtin_add_overflow(*value, (size_t)(*span->at - '0'), value))
            *fits = false;
    return span->at > first;
}

static bool take(struct span *span, char wanted)
{
    if (span->at == span->end || *span->at != wanted)
        return false;
    span->at++;
    return true;
}

/* n * factor^times, false when that exceeds a size_t. */
static bool scale(size_t *n, size_t factor, size_t times)
{
    if (*n == 0)
        return true;
    for (size_t i = 0; i < times; i++)
        if (__builtin_mul_overflow(*n, factor, n))
            return false;
    return true;
}

/* The part after the '^' of 2^20 or 10^6. */
static enum status parse_power(struct span whole, struct span rest, size_t base,
                               struct size *out, struct problem *why)
{
    size_t exponent;
    bool fits;

    if (base != 2 && base != 10)
        return refuse(whole, "powers are written 2^k or 10^k", why);
    if (!take_digits(&rest, &exponent, &fits) || rest.at < rest.end)
        return refuse_syntax(whole, why);
    out->n = 1;
    out->notation = base == 2 ? POWER_OF_TWO : POWER_OF_TEN;
    if (!fits || !scale(&out->n, base, exponent))
        return refuse_large(whole, why);
    return OK;
}

/* Bytes become elements; they must fill the last element. */
static enum status bytes_to_elements(struct span whole, size_t elem_bytes,
                                     size_t *n, struct problem *why)
{
    char text[64];

    if (elem_bytes == 0)
        return refuse(whole,
                      "a size in bytes needs an element size; give a number of "
                      "elements here",
                      why);
    if (*n % elem_bytes)
        return problem_set(why, WRONG_USE,
                           "size %s: %zu bytes are not a whole number of "
                           "elements of %zu bytes; %zu bytes would be",
                           quote(whole, text), *n, elem_bytes,
                           *n / elem_bytes * elem_bytes);
    *n /= elem_bytes;
    return OK;
}

/* One size: digits, then ^exponent or K, M, G with i and B. */
static enum status parse_size(struct span whole, size_t elem_bytes,
                              struct size *out, struct problem *why)
{
    static const char prefixes[] = "KMG";
    struct span rest = whole;
    bool fits;

    out->notation = DECIMAL;
    if (!take_digits(&rest, &out->n, &fits))
        return refuse_syntax(whole, why);
    if (fits && take(&rest, '^')) {
        const enum status status = parse_power(whole, rest, out->n, out, why);
        if (status != OK)
            return status;
    } else {
        size_t thousands = 0;
        for (size_t i = 0; prefixes[i] && !thousands; i++)
            if (take(&rest, prefixes[i]))
                thousands = i + 1;
        const bool binary = thousands && take(&rest, 'i');
        const bool in_bytes = take(&rest, 'B');
        if (rest.at < rest.end)
            return refuse_syntax(whole, why);
        if (!fits || !scale(&out->n, binary ? 1024 : 1000, thousands))
            return refuse_large(whole, why);
        if (out->n > PTRDIFF_MAX)
            return refuse_large(whole, why);
        if (in_bytes)
            return bytes_to_elements(whole, elem_bytes, &out->n, why);
    }
    if (out->n > PTRDIFF_MAX / (elem_bytes ? elem_bytes : 1))
        return refuse_large(whole, why);
    return OK;
}

static enum status append(struct list *list, size_t n, struct span item,
                          struct problem *why)
{
    if (list->count == MAX_LISTED_SIZES) {
        char text[64];
        return problem_set(why, WRONG_USE,
                           "size %s: the list has more than %d sizes; use a "
                           "shorter range, or 2^a..2^b, whose sizes double",
                           quote(item, text), MAX_LISTED_SIZES);
    }
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity ? 2 * list->capacity : 64;
        size_t *const more = realloc(list->sizes, capacity * sizeof *more);
        if (!more)
            return problem_set(why, MACHINE_LACKS,
                               "cannot allocate %zu bytes for a list of sizes",
                               capacity * sizeof *more);
        list->sizes = more;
        list->capacity = capacity;
    }
    list->sizes[list->count++] = n;
    return OK;
}

static enum status append_range(struct list *list, struct size first,
                                struct size last, struct span item,
                                struct problem *why)
{
    char text[64];
    size_t factor = 1;

    if (first.n > last.n)
        return problem_set(why, WRONG_USE,
                           "size %s: the range runs backwards (%zu is greater "
                           "than %zu); swap its ends",
                           quote(item, text), first.n, last.n);
    if (first.notation == last.notation && first.notation != DECIMAL)
        factor = first.notation == POWER_OF_TWO ? 2 : 10;
    /* Ends are at most PTRDIFF_MAX and the first step beyond the last end
     * is at most ten times that: the test comes before the step. */
    for (size_t n = first.n;;) {
        const enum status status = append(list, n, item, why);
        if (status != OK || n == last.n)
            return status;
        n = factor == 1 ? n + 1 : n * factor;
    }
}

/* One item of the list: a size or a range. */
static enum status append_item(struct list *list, struct span item,
                               size_t elem_bytes, struct problem *why)
{
    struct size first, last;
    const char *dots = item.at;

    while (dots < item.end && strncmp(dots, "..", 2) != 0)
        dots++;
    enum status status =
        parse_size((struct span){item.at, dots}, elem_bytes, &first, why);
    if (status == OK && dots == item.end)
        return append(list, first.n, item, why);
    if (dots < item.end && dots == item.at)
        return refuse(item, "the range has no first size; write it like 0..70",
                      why);
    if (status != OK)
        return status;
    if (dots + 2 == item.end)
        return refuse(item, "the range has no last size; write it like 0..70",
                      why);
    status =
        parse_size((struct span){dots + 2, item.end}, elem_bytes, &last, why);
    if (status != OK)
        return status;
    return append_range(list, first, last, item, why);
}

enum status sizes_parse(const char *text, size_t elem_bytes, size_t **out,
                        size_t *count, struct problem *why)
{
    const struct span all = {text, text + strlen(text)};
    struct list list = {0};
    enum status status = OK;

    *out = NULL;
    *count = 0;
    for (const char *at = text; status == OK; at++) {
        const char *const comma = at + strcspn(at, ",");
        const struct span item = trim((struct span){at, comma});
        if (item.at == item.end)
            status =
                refuse(all,
                       all.at == all.end
                           ? "no size given; write, for example, 1000 or 2^20"
                           : "an item of the list is empty",
                       why);
        else
            status = append_item(&list, item, elem_bytes, why);
        at = comma;
        if (!*at)
            break;
    }
    if (status != OK) {
        free(list.sizes);
        return status;
    }
    *out = list.sizes;
    *count = list.count;
    return OK;
}

char *size_print(size_t n, char *text, size_t bytes)
{
    if (n >= 1024 && (n & (n - 1)) == 0)
        snprintf(text, bytes, "2^%d", __builtin_ctzll(n));
    else
        snprintf(text, bytes, "%zu", n);
    return text;
}
