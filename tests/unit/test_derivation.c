/* test_derivation.c - derived scans: what texts mean, what each refusal says, how
 * many scans a space has, and the costs of full sections. */
#include "algorithms/derived/derivation.h"
#include "algorithms/derived/derived_space.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *settings_of(const char *text)
{
    static char out[256], why[256];
    long values[MAX_PARAMETERS] = {0};

    if (!derivation_read(text, values, why, sizeof why))
        return why;
    derivation_print(values, true, out, sizeof out);
    return out;
}

static void texts_have_a_normal_form(void **state)
{
    static const char *const same[][2] = {
        {"scan_then_reduce(512); sequential(4); brent_kung(2)",
         "scan_then_reduce=512,sequential=4,brent_kung=2"},
        {"scan_then_propagate(512);sequential(4);brent_kung(2)@depth=7",
         "scan_then_reduce=512,sequential=4,brent_kung=2"},
        {"parallel_scan(64,2)", "scan_then_reduce=64,brent_kung=2"},
        {" scan_then_reduce ( 64 ) ; brent_kung( 2 ) ",
         "scan_then_reduce=64,brent_kung=2"},
        /* levels of one factor join; a loop is what is left anyway */
        {"scan_then_reduce(64); brent_kung(2)@depth=2; brent_kung(2)@depth=1",
         "scan_then_reduce=64,brent_kung=2,depth=3,sequential=8"},
        {"scan_then_reduce(64); brent_kung(2)@depth=3; sequential",
         "scan_then_reduce=64,brent_kung=2,depth=3,sequential=8"},
        {"scan_then_reduce(64); brent_kung(2); sequential(8)",
         "scan_then_reduce=64,brent_kung=2,depth=3,sequential=8"},
        /* runs after a tree are one more level */
        {"scan_then_reduce(64); brent_kung(2)@depth=3; sequential(4)",
         "scan_then_reduce=64,brent_kung=2,depth=3,brent_kung=4,depth=1,"
         "sequential=2"},
        /* no tree: depth 0, and a loop over the whole section */
        {"scan_then_reduce(64)", "scan_then_reduce=64,sequential=64"},
        {"scan_then_reduce(64); sequential(64)",
         "scan_then_reduce=64,sequential=64"},
        {"scan_then_reduce(64); brent_kung(2)@depth=0",
         "scan_then_reduce=64,sequential=64"},
        {"scan_then_reduce(64); sequential(1); blelloch(2); sequential(1)",
         "scan_then_reduce=64,blelloch=2"},
        {"scan_then_reduce(64); sequential(32); kogge_stone",
         "scan_then_reduce=64,sequential=32,sequential=2"},
        {"reduce_then_scan(1024)@totals=block; sequential(8); warps; "
         "kogge_stone",
         "reduce_then_scan=1024,sequential=8,warps,kogge_stone"},
        {"scan_then_reduce(48)@totals=sequential; blelloch(3)@depth=1; "
         "blelloch(4)@depth=2",
         "scan_then_reduce=48,totals=sequential,blelloch=3,depth=1,blelloch=4"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char once[256];
        snprintf(once, sizeof once, "%s", settings_of(same[i][0]));
        assert_string_equal(once, same[i][1]);
        assert_string_equal(settings_of(once), once);
    }
}

static void a_refusal_names_the_condition(void **state)
{
    static const char *const cases[][2] = {
        {"scan_then_reduce(512); brent_kung(4)",
         "brent_kung(4): log_4 512 is not whole: give @depth=1..4, and a rule "
         "for what is left"},
        {"scan_then_reduce(512); brent_kung(2)@depth=10",
         "brent_kung(2)@depth=10: 512 elements make a tree of 9 levels at "
         "most"},
        {"scan_then_reduce(96); brent_kung(2)@depth=6",
         "brent_kung(2)@depth=6: 64 does not divide the 96 that are left"},
        {"scan_then_reduce(512); brent_kung(2)@deph=3",
         "brent_kung(2)@deph=3: no such word: @depth=D"},
        {"scan_then_reduce(512)@total=block",
         "scan_then_reduce(512)@total=block: no such word: @totals=levels, "
         "block or sequential"},
        {"scan_then_reduce(512)@totals=one",
         "totals=one: no such word: totals=levels, block or sequential"},
        {"reduce_then_scan(512)@totals=levels",
         "totals=levels: reduce_then_scan has one level of totals: block or "
         "sequential"},
        {"scan_then_reduce(64); brent_kung(4); sequential(8)",
         "brent_kung(4): no whole number of levels leads from 64 to the 8 of "
         "sequential(8): give @depth=1..3"},
        {"scan_then_reduce(512); brent_kung(1)",
         "brent_kung(1): a node has 2 to 512 children here"},
        {"scan_then_reduce(512); sequential(3)",
         "sequential(3): 3 does not divide the 512 that are left"},
        {"scan_then_reduce(512); sequential(1024)",
         "sequential(1024): only 512 are left"},
        {"scan_then_reduce(96); sequential(2); warps",
         "warps: 48 are left, no whole warps of 32"},
        {"scan_then_reduce(64); warps",
         "warps: it must come after sequential(SE), which gives each lane a "
         "run in registers"},
        {"scan_then_reduce(64); brent_kung(2)@depth=1; warps",
         "warps: it must come before the tree"},
        {"scan_then_reduce(64); brent_kung(2)@depth=1; blelloch(2)",
         "blelloch(2): the tree below is inclusive: all levels are of one "
         "kind"},
        {"scan_then_reduce(64); brent_kung(2); sequential(4); sequential(4)",
         "sequential(4): nothing is left"},
        {"scan_then_reduce(4096); kogge_stone",
         "kogge_stone: 4096 nodes are left, and a block has 1024 threads at "
         "most"},
        {"scan_then_reduce(4096); brent_kung(2)",
         "brent_kung(2): its 2048 groups need a thread each, and a block has "
         "1024 at most: put sequential(2) before it"},
        {"scan_then_reduce(64); hillis(2)",
         "hillis(2): no such rule: there are sequential(SE), warps, "
         "brent_kung(BF), blelloch(BF), kogge_stone"},
        {"scan_then_reduce(64); scan_then_reduce(8)",
         "scan_then_reduce(8): it must come first, and only once"},
        {"scan_then_reduce(1)", "scan_then_reduce(1): a section has 2 to 8192 "
                                "elements"},
        {"scan_then_reduce(64", "scan_then_reduce(64: it lacks its ')'"},
        {"scan_then_reduce(x)",
         "scan_then_reduce(x): it wants one number, up to 1048576"},
        {"brent_kung(2)",
         "brent_kung(2): a derivation begins with scan_then_reduce(BS), "
         "scan_then_propagate(BS) or reduce_then_scan(BS)"},
        {"parallel_scan(24,2)",
         "brent_kung(2): log_2 24 is not whole: give @depth=1..3, and a rule "
         "for what is left"},
        {"scan_then_reduce(7); brent_kung(2)",
         "brent_kung(2): 2 does not divide the 7 that are left"},
        {"scan_then_reduce(48); brent_kung(2); sequential(5)",
         "brent_kung(2): no whole number of levels leads from 48 to the 5 of "
         "sequential(5): give @depth=1..4"},
        {"scan_then_reduce(512))", "')': there is no rule before it"},
        {"scan_then_reduce(-512)",
         "scan_then_reduce(-512): it wants one number, up to 1048576"},
        {"parallel_scan(64,2,3)",
         "parallel_scan(64,2,3): it wants two numbers, up to 1048576"},
        {"scan_then_reduce(512)@totals=block@totals=levels",
         "totals=levels: totals occurs twice"},
        {"", "a derivation begins with scan_then_reduce(BS) or "
             "reduce_then_scan(BS)"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(settings_of(cases[i][0]), cases[i][1]);
}

/* ------------------------------------------------------------------- spaces */

static size_t points_of(const char *text, size_t *invalid)
{
    struct settings_list list = {.count = 0};
    char why[512];
    const bool listed = derivation_list(text, &list, why, sizeof why);

    for (size_t i = 0; i < list.count; i++) { /* each is in normal form */
        char text_of[256];
        long again[MAX_PARAMETERS] = {0};
        derivation_print(list.values[i], true, text_of, sizeof text_of);
        assert_true(derivation_read(text_of, again, why, sizeof why));
        assert_memory_equal(list.values[i], again, sizeof again);
    }
    free(list.values);
    if (invalid)
        *invalid = list.invalid;
    return listed ? list.count : 0;
}

static void ranges_double(void **state)
{
    size_t invalid;

    (void)state;
    assert_int_equal(points_of("scan_then_reduce(32..512); brent_kung(2); "
                               "sequential(1..16)",
                               &invalid),
                     25);
    assert_int_equal(invalid, 0);
    assert_int_equal(
        points_of("scan_then_reduce=64,brent_kung=2..16", &invalid), 3);
    assert_int_equal(invalid, 1); /* log_16 64 */
}

static void a_space_has_every_scan_once(void **state)
{
    (void)state;
    /* For sections of 4, counted by hand: a loop, runs of 2, kogge_stone; and
     * of both kinds a tree of factor 2 with 1 or 2 levels, and one of factor 4.
     * Each with five forms of the device rule. */
    assert_int_equal(points_of("rules=1,section=4", NULL), 5 * (3 + 2 * 3));
    assert_int_equal(
        points_of("rules=1,section=4,totals=block,device=scan_then_reduce",
                  NULL),
        9);
    assert_int_equal(points_of("rules=0,section=64..512", NULL), 5 * 4);
    assert_int_equal(points_of("rules=9", NULL), 0);
    assert_int_equal(points_of("sections=4", NULL), 0);
}

/* By hand, (operations, depth, barriers, places) of a section of 4: the loop (3, 3,
 * 2, 4); one level and a loop (4, 2, 4, 4), which no scan beats either. Two levels
 * take a barrier more, kogge_stone an operation more, runs of 2 more places, a level
 * of four children more barriers than the loop, and blelloch more of all. */
static void the_front_is_tried_first(void **state)
{
    static const char *const front[] = {
        "scan_then_reduce=4,sequential=4",
        "scan_then_reduce=4,brent_kung=2,depth=1,sequential=2"};
    struct settings_list list = {.count = 0};
    char out[256], why[512];

    (void)state;
    assert_true(derivation_list("rules=1,section=4,totals=levels", &list, why,
                                sizeof why));
    assert_int_equal(list.count, 9);
    assert_int_equal(list.front, 2);
    assert_int_equal(list.distinct, 9);
    for (size_t i = 0; i < list.front; i++) {
        derivation_print(list.values[i], true, out, sizeof out);
        assert_string_equal(out, front[i]);
    }
    free(list.values);
    /* In another order, trees can cost the same. */
    list = (struct settings_list){.count = 0};
    assert_true(derivation_list("rules=3,section=64,totals=levels", &list, why,
                                sizeof why));
    assert_true(list.front < list.distinct && list.distinct < list.count);
    free(list.values);
}

/* ----------------------------------------------------------- closed forms */

/* Sum of x - 2^j: Kogge-Stone. */
static double kogge_stone_ops(int x)
{
    double ops = 0;

    for (int stride = 1; stride < x; stride *= 2)
        ops += x - stride;
    return ops;
}

/* The formula for a full section, from the rules. */
static double work_of(const struct derivation *d)
{
    const double runs = d->section / d->run;
    double work = d->section - runs, nodes = d->cells;

    if (d->warps)
        work += 129.0 * d->cells + 31.0 * (d->cells - 1);
    for (int k = 0; k < d->trees; k++)
        for (int level = 0; level < d->tree[k].levels; level++) {
            const double f = d->tree[k].factor;
            work += 2 * (nodes - nodes / f) - (d->exclusive_tree ? 0 : f - 1);
            nodes /= f;
        }
    work += d->kogge_stone ? kogge_stone_ops(d->left) : d->left - 1;
    if (d->run > 1)
        work += !d->exclusive_tree && !d->warps
                    ? d->section - runs - (d->run - 1)
                    : d->section - d->run;
    return work;
}

extern const struct implementation derived_gpu;

static void full_sections_cost_what_the_formula_says(void **state)
{
    struct settings_list list = {.count = 0};
    const struct machine machine = {.block_threads = 1024};
    char why[512];

    (void)state;
    assert_true(derivation_list("rules=3,section=64..128,totals=levels", &list,
                                why, sizeof why));
    assert_true(list.count > 500);
    for (size_t i = 0; i < list.count; i++) {
        const struct derivation d = derivation_of(list.values[i]);
        const struct request request = {.n = (size_t)d.section,
                                        .elem_bytes = 4,
                                        .parameters = list.values[i],
                                        .machine = &machine};
        struct forms forms;
        derived_gpu.forms(&request, &forms);
        assert_true(forms.work.low == work_of(&d));
        assert_true(forms.bytes.low == 8.0 * d.section);
    }
    free(list.values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_have_a_normal_form),
        cmocka_unit_test(a_refusal_names_the_condition),
        cmocka_unit_test(ranges_double),
        cmocka_unit_test(a_space_has_every_scan_once),
        cmocka_unit_test(the_front_is_tried_first),
        cmocka_unit_test(full_sections_cost_what_the_formula_says),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
