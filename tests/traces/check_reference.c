/* check_reference.c - recomputes the outputs of an application from the inputs
 * in the trace, by plain loops over the texts of the elements.
 *
 *     in       "4" "3" "6" "7"      predicate odd
 *     out      "3" "7"              the texts of what is kept, in order
 *     count    "2"
 *
 * Sums are those of add_i32; with -m interval a fold is its range, "[0,3]".
 * Values that cannot be derived for the monoid or the predicate are not
 * checked.
 */
#include "check_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool is_algorithm(const struct checked *c, const char *name)
{
    return !strcmp(text_of(c, c->metadata, "algorithm"), name);
}

static const char *monoid_of(const struct checked *c)
{
    return text_of(c, c->metadata, "monoid");
}

/* -------------------------------------------------------------------- kept */

int is_kept(const struct checked *c, const char *text)
{
    const char *const predicate =
        json_string_value(json_object_get(c->metadata, "predicate"));
    char *end;
    const double real = strtod(text, &end);

    if (!predicate || *end)
        return -1;
    if (!strcmp(predicate, "positive"))
        return real > 0;
    if (!strcmp(predicate, "negative"))
        return real < 0;
    if (!strcmp(predicate, "nonzero"))
        return real != 0;
    const long long whole = strtoll(text, &end, 10);
    if (*end)
        return -1;
    return !strcmp(predicate, "odd")    ? whole % 2 != 0
           : !strcmp(predicate, "even") ? whole % 2 == 0
                                        : -1;
}

/* Which elements are kept; NULL: that cannot be said. The caller frees it. */
static bool *kept_of(const struct checked *c, const json_t *in)
{
    const size_t n = json_array_size(in);
    bool *const kept = calloc(n + 1, sizeof *kept);

    for (size_t i = 0; i < n; i++) {
        const int is = is_kept(c, value_at(c, in, i));
        if (is < 0) {
            free(kept);
            return NULL;
        }
        kept[i] = is;
    }
    return kept;
}

/* ------------------------------------------------------------------- folds */

/* The fold of in[low..end) as text; false: that cannot be said. */
static bool fold_of(const struct checked *c, const json_t *in, size_t low,
                    size_t end, char *text, size_t size)
{
    int64_t sum = 0;

    if (!strncmp(monoid_of(c), "interval", 8)) {
        if (low == end)
            snprintf(text, size, "nothing");
        else
            snprintf(text, size, "[%zu,%zu]", low, end - 1);
        return true;
    }
    if (strcmp(monoid_of(c), "add_i32") != 0)
        return false;
    for (size_t i = low; i < end; i++)
        sum += atol(value_at(c, in, i));
    snprintf(text, size, "%d", (int32_t)sum);
    return true;
}

bool is_head(const struct checked *c, const json_t *flags, size_t i)
{
    return i == 0 || strcmp(value_at(c, flags, i), "0") != 0;
}

/* ----------------------------------------------------------------- outputs */

static void want_value(const struct checked *c, const char *port, size_t i,
                       const char *want)
{
    const json_t *const values = values_of(c, port);

    if (i >= json_array_size(values))
        wrong(c, "%s[%zu] is missing, want %s", port, i, want);
    if (strcmp(value_at(c, values, i), want) != 0)
        wrong(c, "%s[%zu] is %s, want %s", port, i, value_at(c, values, i),
              want);
}

static void want_number(const struct checked *c, const char *port, size_t i,
                        size_t want)
{
    char text[32];

    snprintf(text, sizeof text, "%zu", want);
    want_value(c, port, i, text);
}

static void want_length(const struct checked *c, const char *port, size_t want)
{
    const size_t length = json_array_size(values_of(c, port));

    if (length != want)
        wrong(c, "%s has %zu elements, want %zu", port, length, want);
}

/* What is kept, and of a partition then the others. */
static void check_kept(const struct checked *c, const json_t *in,
                       const bool *kept, bool and_others)
{
    const size_t n = json_array_size(in);
    size_t at = 0, count;

    for (size_t i = 0; i < n; i++)
        if (kept[i])
            want_value(c, "out", at++, value_at(c, in, i));
    count = at;
    for (size_t i = 0; i < n && and_others; i++)
        if (!kept[i])
            want_value(c, "out", at++, value_at(c, in, i));
    want_length(c, "out", at);
    want_number(c, "count", 0, count);
}

static void check_all_of(const struct checked *c, const json_t *in,
                         const bool *kept)
{
    bool all = true;

    for (size_t i = 0; i < json_array_size(in); i++)
        all &= kept[i];
    want_number(c, "holds", 0, all);
}

static void check_by_predicate(const struct checked *c, const json_t *in)
{
    bool *const kept = kept_of(c, in);

    if (kept && is_algorithm(c, "all_of"))
        check_all_of(c, in, kept);
    else if (kept)
        check_kept(c, in, kept, is_algorithm(c, "partition2"));
    free(kept);
}

static void check_reduce(const struct checked *c, const json_t *in)
{
    char want[64];

    if (fold_of(c, in, 0, json_array_size(in), want, sizeof want))
        want_value(c, "out", 0, want);
}

static void check_segmented(const struct checked *c, const json_t *in)
{
    const json_t *const flags = values_of(c, "flags");
    const bool inclusive =
        !strcmp(text_of(c, c->metadata, "kind"), "inclusive");
    size_t head = 0;
    char want[64];

    for (size_t i = 0; i < json_array_size(in); i++) {
        if (is_head(c, flags, i))
            head = i;
        if (fold_of(c, in, head, i + inclusive, want, sizeof want))
            want_value(c, "out", i, want);
    }
}

static void check_flags(const struct checked *c)
{
    const json_t *const shape = values_of(c, "shape");
    size_t n = 0;

    for (size_t s = 0; s < json_array_size(shape); s++) {
        const size_t length = strtoul(value_at(c, shape, s), NULL, 10);
        for (size_t i = 0; i < length; i++)
            want_number(c, "flags", n++, i == 0);
    }
    want_length(c, "flags", n);
}

void check_reference(struct checked *c)
{
    const json_t *const in = values_of(c, "in");

    if (is_algorithm(c, "mk_flags") && values_of(c, "shape"))
        check_flags(c);
    if (!in)
        return;
    if (is_algorithm(c, "filter") || is_algorithm(c, "partition2") ||
        is_algorithm(c, "all_of"))
        check_by_predicate(c, in);
    else if (is_algorithm(c, "reduce"))
        check_reduce(c, in);
    else if (is_algorithm(c, "segmented_scan"))
        check_segmented(c, in);
}

/* -------------------------------------------------------------- aggregates */

/* What is kept of the tile; of all_of, whether all is. */
static bool count_kept(const struct checked *c, const json_t *in, size_t begin,
                       size_t end, char *text, size_t size)
{
    const bool asks = is_algorithm(c, "all_of");
    size_t count = 0;

    for (size_t i = begin; i < end; i++) {
        const int is = is_kept(c, value_at(c, in, i));
        if (is < 0)
            return false;
        count += (size_t)is;
    }
    snprintf(text, size, "%zu", asks ? count == end - begin : count);
    return true;
}

/* The sum of the lengths. */
static bool sum_lengths(const struct checked *c, size_t begin, size_t end,
                        char *text, size_t size)
{
    const json_t *const shape = values_of(c, "shape");
    unsigned long sum = 0;

    if (begin > end || end > json_array_size(shape))
        return false;
    for (size_t i = begin; i < end; i++)
        sum += strtoul(value_at(c, shape, i), NULL, 10);
    snprintf(text, size, "%lu", sum);
    return true;
}

bool aggregate_of(const struct checked *c, size_t begin, size_t end, char *text,
                  size_t size)
{
    const json_t *const in = values_of(c, "in");
    const json_t *const flags = values_of(c, "flags");

    if (is_algorithm(c, "mk_flags"))
        return sum_lengths(c, begin, end, text, size);
    if (!in || begin > end || end > json_array_size(in))
        return false;
    if (is_algorithm(c, "filter") || is_algorithm(c, "partition2") ||
        is_algorithm(c, "all_of"))
        return count_kept(c, in, begin, end, text, size);
    for (size_t i = begin; flags && i < end; i++)
        if (is_head(c, flags, i))
            begin = i;
    return fold_of(c, in, begin, end, text, size);
}
