/* test_space.c - the space of a search as people type it, and which points of a
 * stage go on to the next. */
#include "devices/device.h"
#include "explore/halving.h"
#include "explore/space.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status parse(const char *name, const char *text, struct space *out,
                         struct problem *why)
{
    struct choice base;

    assert_int_equal(choice_parse(name, &device_simt, &base, why), OK);
    return space_parse(text, &base, out, why);
}

static void lists_every_point(void **state)
{
    static const char *const want[] = {
        "block=64",
        "block=64,factor=4",
        "block=128",
        "block=128,factor=4",
    };
    struct space space;
    struct problem why;

    (void)state;
    assert_int_equal(
        parse("brent_kung", "block=64..128,factor=4,2,4", &space, &why), OK);
    assert_int_equal(space_points(&space), 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(space_point(&space, i).variant, want[i]);
}

static void takes_values_by_name_and_keeps_what_was_named(void **state)
{
    struct space space;
    struct problem why;

    (void)state;
    assert_int_equal(parse("hierarchical:block=64",
                           "wave=shuffle,syncwarp,items=1", &space, &why),
                     OK);
    assert_int_equal(space_points(&space), 2);
    assert_string_equal(space_point(&space, 0).variant,
                        "block=64,items=1,syncwarp");
}

static void without_words_takes_all_but_lessons(void **state)
{
    struct space space;
    struct problem why;
    size_t waves = 0;

    (void)state;
    assert_int_equal(parse("hierarchical:items=2", NULL, &space, &why), OK);
    for (int i = 0; i < space.axes; i++) {
        const struct parameter *const p =
            &space.base.implementation->parameters[space.axis[i].parameter];
        assert_string_not_equal(p->name, "items"); /* it was named */
        if (!strcmp(p->name, "wave"))
            waves = (size_t)space.axis[i].count;
    }
    assert_int_equal(waves, 2); /* lockstep is a race, on purpose */
}

static void refuses_in_one_line(void **state)
{
    static const char *const cases[][2] = {
        {"block=0", "block=0 is not a value of block; its values are"},
        {"factor=x", "factor=x is not a value of factor"},
        {"block=3..7", "block=3..7 is not a value"},
        {"block=64..", "block=64.. is not a value"},
        {"block=", "block= is not a value"},
        {"block=64,,128", "block= is not a value"},
        {"64,128", "'64' has no '='"},
        {"", "'' has no '='"},
        {"blok=64", "no parameter 'blok' on simt: did you mean 'block'?"},
        {"block=64,block=128", "block occurs twice"},
    };
    struct space space;
    struct problem why;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(parse("brent_kung", cases[i][0], &space, &why),
                         WRONG_USE);
        if (!strstr(why.line, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], why.line);
    }
    assert_int_equal(parse("sequential", NULL, &space, &why), WRONG_USE);
    assert_non_null(strstr(why.line, "no parameters to explore on simt"));
}

/* ---------------------------------------------------------------- halving */

static struct entrant entrant(double score, double half)
{
    return (struct entrant){
        .score = score, .low = score - half, .high = score + half};
}

static void keeps_the_better_half(void **state)
{
    struct entrant e[8];

    (void)state;
    for (int i = 0; i < 8; i++)
        e[i] = entrant(i, 0.1);
    e[1].incumbent = true;
    assert_int_equal(halving(e, 8, 2, 8), 5);
    for (int i = 0; i < 8; i++)
        assert_int_equal(e[i].stays, i >= 4 || i == 1);
}

static void drops_nothing_that_noise_may_hide(void **state)
{
    struct entrant e[4] = {entrant(1.0, 0.05), entrant(0.97, 0.05),
                           entrant(0.96, 0.05), entrant(0.5, 0.05)};

    (void)state;
    assert_int_equal(halving(e, 4, 1, 4), 3);
    assert_true(e[2].stays);
    assert_false(e[3].stays);
    assert_int_equal(halving(e, 4, 1, 1), 1); /* but never above the most */
    assert_true(e[0].stays);
    assert_int_equal(halving(e, 0, 4, 4), 0);
}

/* Points 2 % apart whose samples are noisy by 5 %, recorded once (as a search
 * does: each stage twice as long): the best is found, and at the end its
 * interval is above that of the next. The noise is a fixed sequence. */
static double sample(int point, uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    const double noise = (double)(*random >> 40) / (1 << 24) - 0.5;
    return (1 - 0.02 * abs(point - 5)) * (1 + 0.1 * noise);
}

static struct entrant timed(int point, int rounds, uint64_t *random)
{
    double sum = 0;

    for (int i = 0; i < rounds; i++)
        sum += sample(point, random);
    /* the mean of uniform noise of +-5 %: 1.96 * 0.1 / sqrt(12 rounds) */
    const double half = 0.0566 / (rounds >= 400   ? 20
                                  : rounds >= 100 ? 10
                                  : rounds >= 25  ? 5
                                                  : 2.5);
    return entrant(sum / rounds, half);
}

static void tells_two_percent_apart(void **state)
{
    enum { POINTS = 16 };
    int left[POINTS], count = POINTS;
    uint64_t random = 7;
    struct entrant e[POINTS];

    (void)state;
    for (int i = 0; i < POINTS; i++)
        left[i] = i;
    for (int rounds = 6; rounds <= 1536; rounds *= 4) {
        int staying = 0;
        for (int i = 0; i < count; i++)
            e[i] = timed(left[i], rounds, &random);
        halving(e, (size_t)count, 2, POINTS);
        for (int i = 0; i < count; i++)
            if (e[i].stays)
                left[staying++] = left[i];
        count = staying;
    }
    const struct entrant best = timed(5, 1536, &random);
    const struct entrant next = timed(4, 1536, &random);
    bool found = false;
    for (int i = 0; i < count; i++)
        found = found || left[i] == 5;
    assert_true(found);
    assert_true(count <= 4);
    assert_true(best.low > next.high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_every_point),
        cmocka_unit_test(takes_values_by_name_and_keeps_what_was_named),
        cmocka_unit_test(without_words_takes_all_but_lessons),
        cmocka_unit_test(refuses_in_one_line),
        cmocka_unit_test(keeps_the_better_half),
        cmocka_unit_test(drops_nothing_that_noise_may_hide),
        cmocka_unit_test(tells_two_percent_apart),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
