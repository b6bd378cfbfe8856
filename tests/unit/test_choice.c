/* test_choice.c - algorithms, variants and parameters as people type them. */
#include "choice.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static long value_of(const struct choice *choice, const char *name)
{
    const int index = choice_parameter(choice->algorithm, name);

    assert_true(index >= 0);
    return choice->value[index];
}

static void reads_what_is_typed(void **state)
{
    static const struct {
        const char *text, *algorithm, *parameter;
        long value;
        const char *variant;
    } cases[] = {
        {"kogge_stone", "kogge_stone", "block", 16, ""},
        {"kogge_stone:", "kogge_stone", NULL, 0, NULL}, /* refused below */
        {"kogge_stone:block=64", "kogge_stone", "block", 64, "block=64"},
        {"kogge_stone:block=16", "kogge_stone", "block", 16, ""},
        {"lookback:plain", "lookback", "overlap", 0, "plain"},
        {"lookback:overlapped", "lookback", "overlap", 1, ""},
        {"lookback:overlap=0", "lookback", "overlap", 0, "plain"},
        {"brent_kung:factor=4,sequential=8", "brent_kung", "sequential", 8,
         "factor=4,sequential=8"},
        {"brent_kung:sequential=8,factor=4", "brent_kung", "factor", 4,
         "factor=4,sequential=8"},
    };
    struct problem why;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct choice choice;
        const enum status status = choice_parse(cases[i].text, &choice, &why);
        if (!cases[i].parameter) {
            assert_int_equal(status, WRONG_USE);
            continue;
        }
        if (status != OK)
            fail_msg("%s: %s", cases[i].text, why.line);
        assert_string_equal(choice.algorithm->name, cases[i].algorithm);
        assert_int_equal(value_of(&choice, cases[i].parameter), cases[i].value);
        assert_string_equal(choice.variant, cases[i].variant);
    }
}

static void refuses_with_what_would_be_right(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"kogge_ston", "did you mean 'kogge_stone'?"},
        {"", "'scanlab list' names them"},
        {"lookback:plian", "did you mean 'plain'?"},
        {"kogge_stone:block=7", "it is 4, 8, 16, 32, 64, 128, 256 or 1024"},
        {"kogge_stone:block=", "cannot be ''"},
        {"kogge_stone:block=64x", "cannot be '64x'"},
        {"kogge_stone:blok=64", "it has block, grain"},
        {"sequential:block=64", "it has none"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct choice choice;
        struct problem why = {""};
        assert_int_equal(choice_parse(cases[i].text, &choice, &why), WRONG_USE);
        if (!strstr(why.line, cases[i].says))
            fail_msg("'%s' gives: %s; want: %s", cases[i].text, why.line,
                     cases[i].says);
    }
}

/* What list --verbose shows can be typed, and the table keeps its rules. */
static void takes_every_legal_value(void **state)
{
    struct problem why;

    (void)state;
    for (int a = 0; algorithms[a]; a++)
        for (const struct parameter *p = algorithms[a]->parameters; p->name;
             p++) {
            bool preset = false, small = false;
            for (int i = 0; i < MAX_LEGAL && (i == 0 || p->legal[i].value);
                 i++) {
                struct choice choice;
                char text[64];
                assert_int_equal(
                    choice_parse(algorithms[a]->name, &choice, &why), OK);
                snprintf(text, sizeof text, "%ld", p->legal[i].value);
                assert_int_equal(choice_set(&choice, p->name, text, &why), OK);
                assert_int_equal(value_of(&choice, p->name), p->legal[i].value);
                assert_true(i == 0 ||
                            p->legal[i].value > p->legal[i - 1].value);
                preset |= p->legal[i].value == p->preset;
                small |= p->legal[i].value == p->small;
            }
            if (!preset || !small)
                fail_msg("%s --%s: preset or small is not legal",
                         algorithms[a]->name, p->name);
        }
}

static void makes_small_parameters_for_proofs(void **state)
{
    struct choice choice;

    (void)state;
    assert_int_equal(choice_parse("brent_kung", &choice, NULL), OK);
    const struct choice small = choice_small(&choice);
    assert_int_equal(value_of(&small, "block"), 8);
    assert_int_equal(value_of(&small, "factor"), 4);
    assert_int_equal(value_of(&small, "sequential"), 2);
    assert_int_equal(value_of(&small, "grain"), 1);
    assert_string_equal(small.variant, "block=8,factor=4,sequential=2,grain=1");
    assert_string_equal(choice.variant, "");
}

static bool holds(const char *const *names, const char *name)
{
    int count = 0;

    for (; *names; names++)
        count += !strcmp(*names, name);
    assert_true(count <= 1);
    return count == 1;
}

static void names_everything_once(void **state)
{
    (void)state;
    for (int a = 0; algorithms[a]; a++) {
        assert_true(holds(choice_names(), algorithms[a]->name));
        for (const struct parameter *p = algorithms[a]->parameters; p->name;
             p++)
            assert_true(holds(choice_parameter_names(), p->name));
        assert_int_equal(choice_parameter(algorithms[a], "nonsense"), -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_is_typed),
        cmocka_unit_test(refuses_with_what_would_be_right),
        cmocka_unit_test(takes_every_legal_value),
        cmocka_unit_test(makes_small_parameters_for_proofs),
        cmocka_unit_test(names_everything_once),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
