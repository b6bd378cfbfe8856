/* laws.c - the laws of a monoid, on random elements. */
#include "laws.h"

#include <stdio.h>
#include <string.h>

enum { DRAWN_AT_ONCE = 64, MAX_BYTES = 64, TEXT = 256 };

/* One triple of elements, and the identity. */
struct triple {
    const struct monoid *monoid;
    const char *a, *b, *c, *one;
};

static enum status broken(const struct triple *t, const char *law, bool three,
                          const void *got, const void *want,
                          struct problem *why)
{
    const struct monoid_table *m = &t->monoid->table;
    char a[TEXT], rest[3 * TEXT] = "", x[TEXT], y[TEXT];

    if (three) {
        char b[TEXT], c[TEXT];
        snprintf(rest, sizeof rest, ", b = %s, c = %s",
                 monoid_print(m, t->b, b, sizeof b),
                 monoid_print(m, t->c, c, sizeof c));
    }
    return problem_set(
        why, CHECK_FAILED, "monoid %s: %s: with a = %s%s it is %s, not %s",
        t->monoid->header, law, monoid_print(m, t->a, a, sizeof a), rest,
        monoid_print(m, got, x, sizeof x), monoid_print(m, want, y, sizeof y));
}

static enum status check_identity(const struct triple *t, struct problem *why)
{
    const struct monoid_table *m = &t->monoid->table;
    _Alignas(64) char x[MAX_BYTES];

    m->op(t->one, t->a, x);
    if (!monoid_equal(m, x, t->a))
        return broken(t, "op(identity(), a) must be a", false, x, t->a, why);
    m->op(t->a, t->one, x);
    if (!monoid_equal(m, x, t->a))
        return broken(t, "op(a, identity()) must be a", false, x, t->a, why);
    return OK;
}

static enum status check_associative(const struct triple *t,
                                     struct problem *why)
{
    const struct monoid_table *m = &t->monoid->table;
    _Alignas(64) char x[MAX_BYTES], y[MAX_BYTES], z[MAX_BYTES];

    m->op(t->a, t->b, x);
    m->op(x, t->c, y);
    m->op(t->b, t->c, x);
    m->op(t->a, x, z);
    return monoid_equal(m, y, z) ? OK
                                 : broken(t,
                                          "op is not associative: op(op(a, b), "
                                          "c) must equal op(a, op(b, c))",
                                          true, y, z, why);
}

static bool commute(const struct triple *t)
{
    const struct monoid_table *m = &t->monoid->table;
    _Alignas(64) char x[MAX_BYTES], y[MAX_BYTES];

    m->op(t->a, t->b, x);
    m->op(t->b, t->a, y);
    return monoid_equal(m, x, y);
}

/* Elements of which each is like each other would keep any law. */
static enum status check_drawn(const struct monoid *monoid, const char *drawn,
                               struct laws *out, struct problem *why)
{
    const struct monoid_table *const m = &monoid->table;
    bool told_apart = false;

    out->draws_one = true;
    for (size_t i = 1; i < (size_t)3 * DRAWN_AT_ONCE; i++) {
        const char *const other = drawn + i * m->bytes;
        out->draws_one &= memcmp(drawn, other, m->bytes) == 0;
        told_apart |= !monoid_equal(m, drawn, other);
    }
    return told_apart || out->draws_one
               ? OK
               : problem_set(why, CHECK_FAILED,
                             "monoid %s: SAME finds all elements equal, so "
                             "nothing would be compared",
                             monoid->header);
}

enum status laws_check(const struct monoid *monoid, size_t triples,
                       struct laws *out, struct problem *why)
{
    const struct monoid_table *m = &monoid->table;
    _Alignas(64) char drawn[3 * DRAWN_AT_ONCE * MAX_BYTES];
    _Alignas(64) char one[MAX_BYTES];
    enum status status = OK;

    *out = (struct laws){.asks_associative = m->kind != FLOATING || m->exact,
                         .commutes = true};
    m->identity(one);
    /* Every other time, numbers where sums overflow and maxima begin. */
    for (; out->triples < triples && status == OK; out->triples++) {
        const size_t i = out->triples % DRAWN_AT_ONCE;
        const size_t time = out->triples / DRAWN_AT_ONCE;
        if (i == 0)
            (time % 2 && m->draw_ends ? m->draw_ends : m->draw)(
                drawn, 3 * (size_t)DRAWN_AT_ONCE, 1 + time);
        if (out->triples == 0)
            status = check_drawn(monoid, drawn, out, why);
        const char *const a = drawn + 3 * i * m->bytes;
        const struct triple triple = {monoid, a, a + m->bytes, a + 2 * m->bytes,
                                      one};
        if (status == OK)
            status = check_identity(&triple, why);
        if (status == OK && out->asks_associative)
            status = check_associative(&triple, why);
        out->commutes &= commute(&triple);
    }
    return status;
}

static enum status check_function(const struct monoid *monoid, const char *x,
                                  struct problem *why)
{
    const struct monoid_table *const m = &monoid->table;
    const uint64_t key = m->key ? m->key(x) : 0;
    char text[TEXT];

    if ((m->key && m->key(x) != key) ||
        (m->keeps && m->keeps(x) != m->keeps(x)))
        return problem_set(
            why, CHECK_FAILED,
            "%s: gives different results for the same element, %s",
            monoid->function_header, monoid_print(m, x, text, sizeof text));
    return !m->key || m->key_bits >= 64 || key >> m->key_bits == 0
               ? OK
               : problem_set(why, CHECK_FAILED,
                             "%s: key(%s) = %llu, which has more than KEY_BITS "
                             "= %d bits",
                             monoid->function_header,
                             monoid_print(m, x, text, sizeof text),
                             (unsigned long long)key, m->key_bits);
}

enum status laws_check_function(const struct monoid *monoid,
                                struct problem *why)
{
    enum { TIMES = 32 };
    const struct monoid_table *const m = &monoid->table;
    _Alignas(64) char drawn[DRAWN_AT_ONCE * MAX_BYTES];
    enum status status = OK;

    if (m->keeps && !m->keeps_is_bool)
        return problem_set(
            why, CHECK_FAILED,
            "%s: keeps() must return bool: a 4 would count as four elements",
            monoid->function_header);
    for (uint64_t time = 0; time < TIMES && status == OK; time++) {
        (time % 2 && m->draw_ends ? m->draw_ends
                                  : m->draw)(drawn, DRAWN_AT_ONCE, 1 + time);
        for (size_t i = 0; i < DRAWN_AT_ONCE && status == OK; i++)
            status = check_function(monoid, drawn + i * m->bytes, why);
    }
    return status;
}
