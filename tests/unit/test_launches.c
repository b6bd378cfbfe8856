/* test_launches.c - numbers and arguments of kernel launches. */
#include "devices/launches.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

static struct launch_numbers begin(const char *first, const char *last)
{
    unsetenv("SCANLAB_FIRST_LAUNCH");
    unsetenv("SCANLAB_LAST_LAUNCH");
    if (first)
        setenv("SCANLAB_FIRST_LAUNCH", first, 1);
    if (last)
        setenv("SCANLAB_LAST_LAUNCH", last, 1);
    return launch_numbers_begin();
}

static void must_be(struct launch_numbers *numbers, uint32_t now, bool again)
{
    assert_int_equal(launch_numbers_next(numbers), again);
    assert_int_equal(numbers->now, now);
}

static void numbers_begin_again(void **state)
{
    const uint32_t last = UINT32_C(1) << 29;
    struct launch_numbers numbers = begin(NULL, NULL);

    (void)state;
    must_be(&numbers, 1, false);
    must_be(&numbers, 2, false);
    numbers = begin("536870911", NULL);
    must_be(&numbers, last - 1, false);
    must_be(&numbers, last, false);
    must_be(&numbers, 1, true);
    must_be(&numbers, 2, false);
    numbers = begin(NULL, "2");
    must_be(&numbers, 1, false);
    must_be(&numbers, 2, false);
    must_be(&numbers, 1, true);
    must_be(&numbers, 2, false);
    must_be(&numbers, 1, true);
}

static void numbers_can_be_left_out(void **state)
{
    struct launch_numbers numbers = begin(NULL, "1000");

    (void)state;
    launch_numbers_leap(&numbers, 7);
    must_be(&numbers, 7, false);
    must_be(&numbers, 8, false);
    launch_numbers_leap(&numbers, 500);
    must_be(&numbers, 500, false);
    launch_numbers_leap(&numbers, 500); /* it is used: what has it is cleared */
    must_be(&numbers, 500, true);
    must_be(&numbers, 501, false);
    launch_numbers_leap(&numbers, 2);
    must_be(&numbers, 2, true);
    launch_numbers_leap(&numbers, 1001);
    must_be(&numbers, 1000, false);
    must_be(&numbers, 1, true);
}

/* Kernels hold launch * 4 + state in 32 bits. */
static void the_last_number_fits(void **state)
{
    const struct launch_numbers numbers = begin(NULL, NULL);

    (void)state;
    assert_true((uint64_t)numbers.last * 4 + 3 <= UINT32_MAX);
    assert_int_equal(begin("4294967295", "0").first, 1);
    assert_int_equal(begin("4294967295", "0").last, numbers.last);
}

static void arguments_have_sizes(void **state)
{
    static char port[64], buffer[64], carry[16];
    const struct launch_memory memory = {
        .port = {NULL, port}, .buffer = {buffer}, .carry = carry, .launch = 7};
    union launch_value value;

    (void)state;
    const struct argument of_port = {ARGUMENT_PORT, 1, 8, 0};
    assert_int_equal(launch_argument(&memory, &of_port, &value), 8);
    assert_ptr_equal(value.pointer, port + 8);
    const struct argument of_buffer = {ARGUMENT_BUFFER, 0, 4, 0};
    assert_int_equal(launch_argument(&memory, &of_buffer, &value), 8);
    assert_ptr_equal(value.pointer, buffer + 4);
    const struct argument small = {ARGUMENT_U32, 0, 0, 5};
    assert_int_equal(launch_argument(&memory, &small, &value), 4);
    assert_int_equal(value.u32, 5);
    const struct argument large = {ARGUMENT_U64, 0, 0, UINT64_C(1) << 40};
    assert_int_equal(launch_argument(&memory, &large, &value), 8);
    assert_true(value.u64 == UINT64_C(1) << 40);
    const struct argument of_carry = {ARGUMENT_CARRY, 0, 0, 0};
    assert_int_equal(launch_argument(&memory, &of_carry, &value), 8);
    assert_ptr_equal(value.pointer, carry);
    const struct argument launch = {ARGUMENT_LAUNCH, 0, 0, 0};
    assert_int_equal(launch_argument(&memory, &launch, &value), 4);
    assert_int_equal(value.u32, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_begin_again),
        cmocka_unit_test(numbers_can_be_left_out),
        cmocka_unit_test(the_last_number_fits),
        cmocka_unit_test(arguments_have_sizes),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
