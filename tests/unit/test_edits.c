/* test_edits.c - small changes to a student's lines: which are made, in which
 * order, and what the source is after each. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lab/edits.h"

#define FILL(text)                                                             \
    "int given = 1 < 2;\n/* FILL [A]: x */\n" text "\n/* END [A] */\n1 + 1;\n"

/* The source, with this change, is a file that students have meant. */
static void holds(const char *text, enum edit_kind kind, const char *meant)
{
    struct edits edits;
    struct problem why;
    bool found = false;

    assert_int_equal(edits_make(text, &edits, &why), OK);
    for (int i = 0; i < edits.count; i++) {
        char *const with = edit_apply(text, &edits.list[i]);
        assert_non_null(with);
        found |= edits.list[i].kind == kind && !strcmp(with, meant);
        free(with);
    }
    edits_free(&edits);
    if (!found)
        fail_msg("no change of\n%sgives\n%s", text, meant);
}

static void makes_what_was_meant(void **state)
{
    static const struct {
        enum edit_kind kind;
        const char *text, *meant;
    } table[] = {
        {EDIT_COMPARISON, FILL("if (i <= n) f();"), FILL("if (i < n) f();")},
        {EDIT_COMPARISON, FILL("x = a==b;"), FILL("x = a!=b;")},
        {EDIT_CONDITION, FILL("while (s < n && s < 64)"),
         FILL("while (s < n )")},
        {EDIT_CONDITION, FILL("if (i == 0 && !b[k && 1])"),
         FILL("if ( !b[k && 1])")},
        {EDIT_CONDITION, FILL("if (i > 0) x = 1;"),
         FILL("if (!(i > 0)) x = 1;")},
        {EDIT_BARRIER, FILL("__syncwarp();"), FILL("__threadfence();")},
        {EDIT_NUMBER, FILL("s = BLOCK / 4;"), FILL("s = BLOCK / 2;")},
        {EDIT_NUMBER, FILL("x = 2u;"), FILL("x = 1u;")},
        {EDIT_NUMBER, FILL("i == BLOCK - 1"), FILL("i == 0")},
        {EDIT_OPERAND, FILL("x = cell[i - 1];"), FILL("x = cell[i ];")},
        {EDIT_OPERAND, FILL("x = a + b->n;"), FILL("x = a ;")},
        {EDIT_OPERAND, FILL("x = cell[i];"), FILL("x = cell[i - 1];")},
        {EDIT_OPERAND, FILL("f(in + begin, out);"),
         FILL("f(in + begin, out + begin);")},
        {EDIT_OPERAND, FILL("x = op(c[i - 1], y);"), FILL("x = y;")},
        {EDIT_ORDER, FILL("x = op(f(a, b), c);"), FILL("x = op(c, f(a, b));")},
        {EDIT_OPERATOR, FILL("x = a - b;"), FILL("x = a + b;")},
        {EDIT_NAME, FILL("c[n.left] = 1;\nx = n.right;"),
         FILL("c[n.right] = 1;\nx = n.right;")},
        {EDIT_NAME, FILL("x[k] = in[0];"), FILL("x[k] = in[k];")},
        {EDIT_NAME, FILL("y = own.head;\nx = flags[i];"),
         FILL("y = own.head;\nx = own.head;")},
        {EDIT_NAME, FILL("for (k = end; ;)\nx = begin + n;"),
         FILL("for (k = end; ;)\nx = end;")},
        {EDIT_TYPE, FILL("uint8_t end = n;"), FILL("uint64_t end = n;")},
        {EDIT_TYPE, FILL("x = (uint8_t)f(n);"), FILL("x = f(n);")},
        {EDIT_STATEMENT, FILL("x = 1;\n__syncthreads();"), FILL("x = 1;\n;")},
    };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        holds(table[i].text, table[i].kind, table[i].meant);
}

/* The given part stays, and so do comments, texts and declarations; the edits
 * come by rank, and none twice. */
static void keeps_the_rest(void **state)
{
    static const char source[] =
        FILL("/* 1 < 2 */ const T *s = \"1 < 2\";\nint a = b + c; // 1 < 2\n"
             "for (int k = 0; k < a && k < 2; k++) f(k);");
    struct edits edits;
    struct problem why;

    (void)state;
    assert_int_equal(edits_make(source, &edits, &why), OK);
    assert_in_range(edits.count, 10, 120);
    for (int i = 0; i < edits.count; i++) {
        const struct edit *const e = &edits.list[i];
        assert_in_range(e->line, 4, 5);
        assert_true(strncmp(source + e->at, e->text, e->length) != 0 ||
                    strlen(e->text) != e->length);
        assert_null(memchr(source + e->at, '\n', e->length));
        assert_true(strncmp(source + e->at, "s =", 3) != 0);
        if (i > 0) {
            const struct edit *const last = e - 1;
            assert_true(last->rank <= e->rank);
            assert_true(last->at != e->at || last->length != e->length ||
                        strcmp(last->text, e->text) != 0);
        }
    }
    edits_free(&edits);
}

/* Sources that end anywhere: in a condition, in a bracket, in a text. */
static void takes_any_text(void **state)
{
    static const char source[] =
        FILL("if (a[i - 1] < op(b, c) && d) x = y.z + 1; __syncwarp();");
    char text[sizeof source];

    (void)state;
    for (size_t length = 0; length < sizeof source; length++) {
        struct edits edits;
        struct problem why;
        memcpy(text, source, length);
        text[length] = '\0';
        assert_int_equal(edits_make(text, &edits, &why), OK);
        for (int i = 0; i < edits.count; i++)
            assert_true(edits.list[i].at + edits.list[i].length <= length);
        edits_free(&edits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_what_was_meant),
        cmocka_unit_test(keeps_the_rest),
        cmocka_unit_test(takes_any_text),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
