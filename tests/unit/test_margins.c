/* test_margins.c - outputs between margins. */
#include "prove/margins.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

enum { LARGEST = 100 };

static const size_t elements[] = {1, 4, 8, 16, 32};
enum { ELEMENTS = sizeof elements / sizeof *elements };

/* Writes one byte `at` bytes from out[0] (of an output of n elements); the
 * sentence must begin so, or there must be none. */
static void must_say(size_t n, size_t bytes, long at, const char *says)
{
    struct margins output;
    struct problem why = {""};

    assert_int_equal(margins_take(LARGEST, bytes, &output, NULL), OK);
    margins_prepare(&output, n);
    output.out[at] ^= 1;
    const enum status status = margins_check(&output, n, &why);
    assert_int_equal(status, says ? CHECK_FAILED : OK);
    if (says && strcmp(why.line, says) != 0)
        fail_msg("n = %zu, %zu bytes, at %ld: %s; want: %s", n, bytes, at,
                 why.line, says);
    margins_free(&output);
}

static void sees_writes_beside_the_output(void **state)
{
    (void)state;
    for (int i = 0; i < ELEMENTS; i++) {
        const long bytes = (long)elements[i];
        must_say(7, elements[i], 0, NULL);
        must_say(7, elements[i], 7 * bytes - 1, NULL);
        must_say(7, elements[i], -1, "memory before out[0] was written");
        must_say(7, elements[i], -bytes * 16,
                 "memory before out[0] was written");
        must_say(7, elements[i], 7 * bytes, "memory after out[6] was written");
        must_say(7, elements[i], 23 * bytes - 1,
                 "memory after out[6] was written");
        must_say(0, elements[i], 0, "the output was written, though n = 0");
    }
}

static void can_be_used_again_for_another_n(void **state)
{
    struct margins output;

    (void)state;
    assert_int_equal(margins_take(LARGEST, 8, &output, NULL), OK);
    for (size_t n = LARGEST + 1; n-- > 0;) {
        margins_prepare(&output, n);
        memset(output.out, 0, n * 8);
        assert_int_equal(margins_check(&output, n, NULL), OK);
    }
    margins_free(&output);
}

static void lies_aligned(void **state)
{
    (void)state;
    for (int i = 0; i < ELEMENTS; i++) {
        struct margins output;
        assert_int_equal(margins_take(LARGEST, elements[i], &output, NULL), OK);
        assert_int_equal((uintptr_t)output.out % (16 * elements[i]), 0);
        assert_true(output.bytes == margins_bytes(LARGEST, elements[i]));
        margins_free(&output);
        margins_free(&output); /* nothing is left of it */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_writes_beside_the_output),
        cmocka_unit_test(can_be_used_again_for_another_n),
        cmocka_unit_test(lies_aligned),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
