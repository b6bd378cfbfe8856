/* test_room.c - outputs between margins. */
#include "prove/room.h"

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
    struct room room;
    struct problem why = {""};

    assert_int_equal(room_take(LARGEST, bytes, &room, NULL), OK);
    room_prepare(&room, n);
    room.out[at] ^= 1;
    const enum status status = room_check(&room, n, &why);
    assert_int_equal(status, says ? CHECK_FAILED : OK);
    if (says && strcmp(why.line, says) != 0)
        fail_msg("n = %zu, %zu bytes, at %ld: %s; want: %s", n, bytes, at,
                 why.line, says);
    room_free(&room);
}

static void sees_writes_beside_the_output(void **state)
{
    (void)state;
    for (int i = 0; i < ELEMENTS; i++) {
        const long bytes = (long)elements[i];
        must_say(7, elements[i], 0, NULL);
        must_say(7, elements[i], 7 * bytes - 1, NULL);
        must_say(7, elements[i], -1, "memory in front of out[0] was written");
        must_say(7, elements[i], -bytes * 16,
                 "memory in front of out[0] was written");
        must_say(7, elements[i], 7 * bytes, "memory behind out[6] was written");
        must_say(7, elements[i], 23 * bytes - 1,
                 "memory behind out[6] was written");
        must_say(0, elements[i], 0, "the output was written, though n = 0");
    }
}

static void can_be_used_again_for_another_n(void **state)
{
    struct room room;

    (void)state;
    assert_int_equal(room_take(LARGEST, 8, &room, NULL), OK);
    for (size_t n = LARGEST + 1; n-- > 0;) {
        room_prepare(&room, n);
        memset(room.out, 0, n * 8);
        assert_int_equal(room_check(&room, n, NULL), OK);
    }
    room_free(&room);
}

static void lies_aligned(void **state)
{
    (void)state;
    for (int i = 0; i < ELEMENTS; i++) {
        struct room room;
        assert_int_equal(room_take(LARGEST, elements[i], &room, NULL), OK);
        assert_int_equal((uintptr_t)room.out % (16 * elements[i]), 0);
        assert_true(room.bytes == room_bytes(LARGEST, elements[i]));
        room_free(&room);
        room_free(&room); /* nothing is left of it */
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
