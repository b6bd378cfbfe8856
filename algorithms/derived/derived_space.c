/* derived_space.c - see derived_space.h. */
#include "derived_space.h"
#include "derivation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 512, MAX_RANGES = 8, MAX_POINTS = 1 << 16 };

struct lister {
    struct settings_list *list;
    char *why;
    size_t size;
};

__attribute__((format(printf, 2, 3))) static bool
refuse(struct lister *l, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(l->why, l->size, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_listed(const struct settings_list *list, const long *values)
{
    for (size_t i = 0; i < list->count; i++)
        if (!memcmp(list->values[i], values, DERIVED_VALUES * sizeof *values))
            return true;
    return false;
}

static bool add(struct lister *l, const long *values)
{
    struct settings_list *const list = l->list;

    if (list->count == MAX_POINTS)
        return refuse(l, "more than %d scans: narrow the space", MAX_POINTS);
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 64;
        void *const more = realloc(list->values, room * sizeof *list->values);
        if (!more)
            return refuse(l, "out of memory");
        list->values = more;
        list->room = room;
    }
    memset(list->values[list->count], 0, sizeof *list->values);
    memcpy(list->values[list->count++], values,
           DERIVED_VALUES * sizeof *values);
    return true;
}

/* ------------------------------------------- one derivation, with ranges */

/* The text without its ranges: each is replaced by one of its numbers. */
struct ranges {
    int count;
    long low[MAX_RANGES], high[MAX_RANGES], now[MAX_RANGES];
};

/* Copies `from`; the k-th range becomes now[k], which is its first number if
 * the range is `found` only now. */
static bool replace_ranges(struct lister *l, const char *from,
                           struct ranges *ranges, bool find, char *to)
{
    size_t used = 0;

    for (int k = 0; *from && used + 24 < MAX_TEXT;) {
        char *dots, *end;
        const long low = strtol(from, &dots, 10);
        const bool digit = *from >= '0' && *from <= '9';
        if (!digit || strncmp(dots, "..", 2) != 0) {
            const size_t length = digit ? (size_t)(dots - from) : 1;
            used += (size_t)snprintf(to + used, MAX_TEXT - used, "%.*s",
                                     (int)length, from);
            from += length;
            continue;
        }
        const long high = strtol(dots + 2, &end, 10);
        if (end == dots + 2 || low < 1 || high < low || high > 1 << 20)
            return refuse(l,
                          "%.*s: a range goes up, as 1..16 does, to at most "
                          "%d",
                          (int)(end > dots + 2 ? end - from : dots + 2 - from),
                          from, 1 << 20);
        if (find && ranges->count == MAX_RANGES)
            return refuse(l, "more than %d ranges", MAX_RANGES);
        if (find) {
            ranges->low[ranges->count] = ranges->now[ranges->count] = low;
            ranges->high[ranges->count++] = high;
        }
        used += (size_t)snprintf(to + used, MAX_TEXT - used, "%ld",
                                 ranges->now[k++]);
        from = end;
    }
    to[used] = '\0';
    return *from ? refuse(l, "the derivation is too long") : true;
}

/* The next combination; false: that was the last. */
static bool advance(struct ranges *ranges)
{
    for (int k = ranges->count; k-- > 0;) {
        if (2 * ranges->now[k] <= ranges->high[k]) {
            ranges->now[k] *= 2;
            return true;
        }
        ranges->now[k] = ranges->low[k];
    }
    return false;
}

static bool list_ranges(struct lister *l, const char *text)
{
    struct settings_list *const list = l->list;
    struct ranges ranges = {.count = 0};
    char one[MAX_TEXT], why[256];
    long values[MAX_PARAMETERS] = {0};
    bool fits = replace_ranges(l, text, &ranges, true, one);

    while (fits) {
        if (!derivation_read(one, values, why, sizeof why)) {
            if (list->invalid++ == 0)
                snprintf(list->why_invalid, sizeof list->why_invalid,
                         "%.120s (%s)", one, why);
        } else if (!is_listed(list, values)) {
            fits = add(l, values);
        }
        if (!fits || !advance(&ranges))
            break;
        fits = replace_ranges(l, text, &ranges, false, one);
    }
    if (fits && list->count == 0)
        return refuse(l, "%s", why);
    return fits;
}

/* --------------------------------------------------- all of so many rules */

struct bounds {
    long section[2];
    int rules, run, factor;
    int reduces, totals; /* -1: all */
};

/* What has been chosen, and what is left. */
struct partial {
    long values[MAX_PARAMETERS];
    int left, rules, trees;
};

static bool go_on(struct lister *l, const struct bounds *b,
                  const struct partial *p);

static bool with_runs(struct lister *l, const struct bounds *b,
                      const struct partial *p)
{
    for (int run = 2; run <= b->run && run < p->left; run *= 2) {
        struct partial next = *p;
        if (p->left % run || p->left / run > 1024)
            continue;
        next.values[DERIVED_RUN] = run;
        next.left /= run;
        if (!go_on(l, b, &next))
            return false;
    }
    return true;
}

static bool with_tree(struct lister *l, const struct bounds *b,
                      const struct partial *p, bool exclusive)
{
    const long *const last = p->values + DERIVED_TREES + 2 * p->trees - 2;

    for (int factor = 2; factor <= b->factor && factor <= p->left;
         factor *= 2) {
        int left = p->left;
        if ((p->trees > 0 && last[0] == factor) || left / factor > 1024)
            continue;
        for (int levels = 1; left % factor == 0; levels++) {
            struct partial next = *p;
            left /= factor;
            next.values[DERIVED_EXCLUSIVE_TREE] = exclusive;
            next.values[DERIVED_TREES + 2 * p->trees] = factor;
            next.values[DERIVED_TREES + 2 * p->trees + 1] = levels;
            next.trees++;
            next.left = left;
            if (!go_on(l, b, &next))
                return false;
        }
    }
    return true;
}

static bool more_rules(struct lister *l, const struct bounds *b,
                       const struct partial *p)
{
    const bool begun = p->values[DERIVED_RUN] > 1 || p->trees > 0;
    struct partial next = *p;

    if (!begun && !with_runs(l, b, p))
        return false;
    if (p->values[DERIVED_RUN] > 1 && !p->values[DERIVED_WARPS] &&
        p->trees == 0 && p->left % 32 == 0) {
        next.values[DERIVED_WARPS] = 1;
        next.left /= 32;
        if (!go_on(l, b, &next))
            return false;
    }
    for (int kind = 0; kind < 2 && p->trees < MAX_TREES; kind++)
        if (p->trees == 0 || p->values[DERIVED_EXCLUSIVE_TREE] == kind)
            if (!with_tree(l, b, p, kind))
                return false;
    if (p->left <= 2 || p->left > 1024)
        return true;
    next = *p;
    next.values[DERIVED_KOGGE_STONE] = 1;
    return add(l, next.values);
}

/* One rule more has been applied: what is left gets a loop, or more rules. */
static bool go_on(struct lister *l, const struct bounds *b,
                  const struct partial *p)
{
    struct partial next = *p;

    next.rules++;
    if (!add(l, p->values))
        return false;
    return next.rules >= b->rules || p->left <= 1 || more_rules(l, b, &next);
}

static bool list_section(struct lister *l, const struct bounds *b, long section)
{
    for (int reduces = 0; reduces < 2; reduces++)
        for (int totals = TOTALS_LEVELS; totals <= TOTALS_SEQUENTIAL;
             totals++) {
            struct partial p = {.left = (int)section};
            if ((b->reduces >= 0 && b->reduces != reduces) ||
                (b->totals >= 0 && b->totals != totals) ||
                (reduces && totals == TOTALS_LEVELS))
                continue;
            p.values[DERIVED_REDUCES] = reduces;
            p.values[DERIVED_TOTALS] = totals;
            p.values[DERIVED_SECTION] = section;
            p.values[DERIVED_RUN] = 1;
            if (!add(l, p.values) || (b->rules > 0 && !more_rules(l, b, &p)))
                return false;
        }
    return true;
}

/* "64", "64..512"; the first number alone if `high` is NULL. */
static bool read_bound(struct lister *l, const char *word, const char *text,
                       long *low, long *high)
{
    char *end;

    *low = strtol(text, &end, 10);
    if (high)
        *high = *low;
    if (high && end > text && !strncmp(end, "..", 2)) {
        text = end + 2;
        *high = strtol(text, &end, 10);
    }
    return (end > text && !*end && *low >= 0 &&
            (!high ||
             (*low >= 2 && *high >= *low && *high <= MAX_DERIVED_SECTION))) ||
           refuse(l, "%s: it wants %s", word,
                  high ? "2 to 8192 elements, as in section=64..512"
                       : "a number");
}

static bool read_word(struct lister *l, char *word, struct bounds *b)
{
    char *const equals = strchr(word, '=');
    const char *const value = equals ? equals + 1 : "";
    const size_t name = equals ? (size_t)(equals - word) : strlen(word);
    static const char *const totals[] = {"levels", "block", "sequential"};
    long number;

    if (!strncmp(word, "section=", 8))
        return read_bound(l, word, value, &b->section[0], &b->section[1]);
    if (!strcmp(word, "device=scan_then_reduce"))
        return b->reduces = 0, true;
    if (!strcmp(word, "device=reduce_then_scan"))
        return b->reduces = 1, true;
    for (int k = 0; k < 3 && !strncmp(word, "totals=", 7); k++)
        if (!strcmp(value, totals[k]))
            return b->totals = k, true;
    int *const bound = name == 5 && !strncmp(word, "rules", name) ? &b->rules
                       : name == 3 && !strncmp(word, "run", name) ? &b->run
                       : name == 6 && !strncmp(word, "factor", name)
                           ? &b->factor
                           : NULL;
    if (!bound)
        return refuse(l,
                      "'%s' is neither a derivation nor one of rules=2, "
                      "section=64..512, run=32, factor=16, "
                      "device=scan_then_reduce or reduce_then_scan, "
                      "totals=levels, block or sequential",
                      word);
    if (!read_bound(l, word, value, &number, NULL))
        return false;
    if (bound == &b->rules && number > 3)
        return refuse(l, "%s: at most 3 rules", word);
    *bound = number < 32 ? (int)number : 32;
    return true;
}

static bool list_rules(struct lister *l, const char *text)
{
    struct bounds b = {.section = {64, 512},
                       .rules = 2,
                       .run = MAX_REGISTER_RUN,
                       .factor = 16,
                       .reduces = -1,
                       .totals = -1};
    char *const words = strdup(text), *rest = words;
    bool fits = words || refuse(l, "out of memory");

    for (char *word; fits && (word = strsep(&rest, ","));)
        fits = !*word || read_word(l, word, &b);
    free(words);
    for (long section = b.section[0]; fits && section <= b.section[1];
         section *= 2)
        fits = list_section(l, &b, section);
    return fits;
}

bool derivation_list(const char *text, struct settings_list *list, char *why,
                     size_t size)
{
    struct lister l = {list, why, size};
    const bool one = text && (strchr(text, '(') || !strncmp(text, "scan_", 5) ||
                              !strncmp(text, "reduce_", 7));

    return (one ? list_ranges(&l, text) : list_rules(&l, text ? text : "")) &&
           (derivation_order(list) || refuse(&l, "out of memory"));
}
