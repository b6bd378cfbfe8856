/* test_encodings.c - a number of the code that equals a word of an element: a
 * finding if it does with other words, too, and otherwise chance. */
#include "devices/device.h"
#include "monoids/compares.h"
#include "monoids/interval_table.h"
#include "prove/encodings.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

enum { N = 4 };

/* A device whose code is the function `run` below. */
static const struct execution_type none;
static const struct device device = {.name = "none"};
static struct execution execution = {.type = &none, .setup.device = &device};

static int runs, equal_runs; /* the runs so far; how many of them compare it */

static enum status run(void *context, uint32_t seed, struct problem *why)
{
    uint32_t word;

    (void)context;
    assert_int_equal(interval_begin(N, seed, why), OK);
    interval_leaf(2, &word, sizeof word);
    if (runs++ < equal_runs)
        assert_true(compares_note(1, word, 0, sizeof word));
    return OK;
}

static enum status run_once(int equal, struct problem *why)
{
    static const struct constants no_constants;
    const struct encoded_case c = {.execution = &execution,
                                   .constants = &no_constants,
                                   .element_bytes = sizeof(uint32_t),
                                   .leaves = N,
                                   .run = run};

    runs = 0;
    equal_runs = equal;
    return encodings_run_once(&c, why);
}

static void words_that_never_appear_are_no_finding(void **state)
{
    struct problem why;

    (void)state;
    assert_int_equal(run_once(0, &why), OK);
    assert_int_equal(runs, 1);
}

static void a_word_that_appears_by_chance_is_no_finding(void **state)
{
    struct problem why;

    (void)state;
    assert_int_equal(run_once(1, &why), OK);
    assert_int_equal(runs, 2);
}

static void a_word_that_appears_whatever_it_is_is_a_finding(void **state)
{
    struct problem why = {.line = ""};

    (void)state;
    assert_int_equal(run_once(99, &why), CHECK_FAILED);
    assert_string_equal(why.line,
                        "the code compares the bits of element 2: a scan may "
                        "only copy elements and pass them to op");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_never_appear_are_no_finding),
        cmocka_unit_test(a_word_that_appears_by_chance_is_no_finding),
        cmocka_unit_test(a_word_that_appears_whatever_it_is_is_a_finding),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
