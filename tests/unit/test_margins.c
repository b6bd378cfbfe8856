/* test_margins.c - arrays between margins and locked places. */
#include "base/guard.h"
#include "base/margins.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST = 100 };

static const size_t elements[] = {1, 4, 8, 16, 32};
enum { ELEMENTS = sizeof elements / sizeof *elements };

static struct margins take(size_t bytes)
{
    struct margins array;

    assert_int_equal(margins_alloc("out", LARGEST, bytes, &array, NULL), OK);
    return array;
}

/* Writes one byte `at` bytes from out[0] (of an output of n elements); the
 * sentence must begin so, or there must be none. */
static void must_say(enum margins_side side, size_t n, size_t bytes, long at,
                     const char *says)
{
    struct margins output = take(bytes);
    struct problem why = {.line = ""};

    margins_prepare(&output, n, side, bytes, 0);
    output.out[at] ^= 1;
    const enum status status = margins_check(&output, &why);
    assert_int_equal(status, says ? CHECK_FAILED : OK);
    if (says && strcmp(why.line, says) != 0)
        fail_msg("n = %zu, %zu bytes, at %ld: %s; want: %s", n, bytes, at,
                 why.line, says);
    margins_free(&output);
}

static void sees_writes_beside_the_output(void **state)
{
    static const char before[] = "memory before out[0] was written";
    static const char after[] = "memory after out[6] was written";

    (void)state;
    for (int i = 0; i < ELEMENTS; i++) {
        const long bytes = (long)elements[i];
        for (int side = BEGINS_LOCKED; side <= ENDS_LOCKED; side++) {
            must_say(side, 7, elements[i], 0, NULL);
            must_say(side, 7, elements[i], 7 * bytes - 1, NULL);
        }
        must_say(ENDS_LOCKED, 7, elements[i], -1, before);
        must_say(ENDS_LOCKED, 7, elements[i], -4000, before);
        must_say(BEGINS_LOCKED, 7, elements[i], 7 * bytes, after);
        must_say(BEGINS_LOCKED, 7, elements[i], 7 * bytes + 4000, after);
        must_say(BEGINS_LOCKED, 0, elements[i], 0,
                 "out was written, but it has no elements");
    }
}

static void can_be_used_again_for_another_n(void **state)
{
    struct margins output = take(8);

    (void)state;
    for (size_t n = LARGEST + 1; n-- > 0;) {
        margins_prepare(&output, n, n % 2, 8, n % 3 ? 8 : 0);
        memset(output.out, 0, n * 8);
        assert_int_equal(margins_check(&output, NULL), OK);
    }
    margins_free(&output);
}

static void lies_as_asked(void **state)
{
    (void)state;
    for (int i = 0; i < ELEMENTS; i++) {
        struct margins array = take(elements[i]);
        assert_true(array.bytes == margins_bytes(LARGEST, elements[i]));
        for (size_t n = 0; n <= LARGEST; n++)
            for (size_t shift = 0; shift <= 4; shift += 4)
                for (int side = BEGINS_LOCKED; side <= ENDS_LOCKED; side++) {
                    margins_prepare(&array, n, side, 64, shift);
                    assert_int_equal((uintptr_t)array.out % 64, shift);
                    assert_true(array.out >= array.begin);
                    assert_true(array.out + n * elements[i] <= array.end);
                }
        margins_prepare(&array, 7, BEGINS_LOCKED, 1, 0);
        assert_ptr_equal(array.out, array.begin);
        margins_prepare(&array, 7, ENDS_LOCKED, 1, 0);
        assert_ptr_equal(array.out + 7 * elements[i], array.end);
        margins_free(&array);
        margins_free(&array); /* nothing is left of it */
    }
}

static void keeps_what_it_holds(void **state)
{
    struct margins array = take(4);
    struct problem why;

    (void)state;
    margins_keep(&array, LARGEST);
    memset(array.out, 7, LARGEST * 4);
    assert_int_equal(margins_check(&array, &why), OK);
    margins_keep(&array, 10);
    assert_int_equal(array.out[9 * 4], 7);
    assert_int_equal(array.out[10 * 4], 7);
    assert_int_equal(margins_check(&array, &why), OK);
    array.out[10 * 4] = 8;
    assert_int_equal(margins_check(&array, &why), CHECK_FAILED);
    assert_string_equal(why.line, "memory after out[9] was written");
    margins_free(&array);
}

#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
/* What a child says that touches the byte `at`. */
static void must_end(enum margins_side side, long at, const char *says)
{
    struct margins array = take(4);
    char said[256] = "";
    int ends[2], status;

    margins_prepare(&array, 9, side, 4, 0);
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        guard_install();
        guard_enter("own.c", 0);
        said[0] = ((volatile char *)array.out)[at];
        _exit(0);
    }
    close(ends[1]);
    waitpid(child, &status, 0);
    assert_true(read(ends[0], said, sizeof said - 1) >= 0);
    close(ends[0]);
    assert_int_equal(WEXITSTATUS(status), *says ? 1 : 0);
    assert_string_equal(said, says);
    margins_free(&array);
}

static void says_where_it_was_read(void **state)
{
    static const char before[] = "scanlab: own.c: the code reads or writes "
                                 "before the beginning of out\n";
    static const char after[] =
        "scanlab: own.c: the code reads or writes after the end of out\n";

    (void)state;
    must_end(BEGINS_LOCKED, 0, "");
    must_end(BEGINS_LOCKED, -1, before);
    must_end(BEGINS_LOCKED, -40000, before);
    must_end(ENDS_LOCKED, 35, "");
    must_end(ENDS_LOCKED, 36, after);
    must_end(ENDS_LOCKED, 40000, after);
}
#else
static void says_where_it_was_read(void **state)
{
    (void)state;
    skip(); /* the sanitizer tells */
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_writes_beside_the_output),
        cmocka_unit_test(can_be_used_again_for_another_n),
        cmocka_unit_test(lies_as_asked),
        cmocka_unit_test(keeps_what_it_holds),
        cmocka_unit_test(says_where_it_was_read),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
