/* test_status.c - one-sentence problems, and "did you mean". */
#include "base/status.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

static void names_what_was_meant(void **state)
{
    static const char *const names[] = {"kogge_stone", "blelloch", "sequential",
                                        "lookback",    "naive",    NULL};
    static const struct {
        const char *typed, *want;
    } cases[] = {
        {"kogge_stone", "kogge_stone"},
        {"kogge_ston", "kogge_stone"},   /* one left out */
        {"kogge_stonee", "kogge_stone"}, /* one too many */
        {"koggestone", "kogge_stone"},
        {"bleloch", "blelloch"},
        {"look-back", "lookback"},
        {"navie", "naive"}, /* two swapped */
        {"seqential", "sequential"},
        {"xyzzy", NULL},
        {"quicksort", NULL},
        {"", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const near = nearest_name(cases[i].typed, names);
        if (cases[i].want ? !near || strcmp(near, cases[i].want) != 0 : !!near)
            fail_msg("'%s' is near '%s', want '%s'", cases[i].typed,
                     near ? near : "nothing",
                     cases[i].want ? cases[i].want : "nothing");
    }
}

static void survives_long_names(void **state)
{
    char typed[300], name[300];
    const char *const names[] = {name, NULL};

    (void)state;
    memset(typed, 'a', sizeof typed - 1);
    typed[sizeof typed - 1] = '\0';
    memcpy(name, typed, sizeof name);
    nearest_name(typed, names); /* both longer than what it compares */
    nearest_name("b", names);
}

static void tells_a_problem_in_one_line(void **state)
{
    struct problem why;

    (void)state;
    assert_int_equal(problem_set(&why, WRONG_USE, "%s: %d", "a\nb\r\nc", 7),
                     WRONG_USE);
    assert_string_equal(why.line, "a b  c: 7");
}

static void cuts_what_is_too_long(void **state)
{
    struct problem why;

    (void)state;
    problem_set(&why, CHECK_FAILED, "%5000d", 1);
    assert_int_equal(strlen(why.line), sizeof why.line - 1);
    assert_string_equal(why.line + strlen(why.line) - 3, "...");
}

static void needs_no_place_for_the_sentence(void **state)
{
    (void)state;
    assert_int_equal(problem_set(NULL, MACHINE_LACKS, "%d", 1), MACHINE_LACKS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_what_was_meant),
        cmocka_unit_test(survives_long_names),
        cmocka_unit_test(tells_a_problem_in_one_line),
        cmocka_unit_test(cuts_what_is_too_long),
        cmocka_unit_test(needs_no_place_for_the_sentence),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
