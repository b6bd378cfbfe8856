/* test_choice.c - algorithms, variants and parameters as people type them. */
#include "devices/choice.h"
#include "devices/device.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static long value_of(const struct choice *choice, const char *name)
{
    const int index = choice_parameter(choice->implementation, name);

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
        const enum status status =
            choice_parse(cases[i].text, &device_cpu, &choice, &why);
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
        {"", "'scanlab list' shows them"},
        {"lookback:plian", "did you mean 'plain'?"},
        {"kogge_stone:block=7", "it is 4, 8, 16, 32, 64, 128, 256 or 1024"},
        {"kogge_stone:block=", "cannot be ''"},
        {"kogge_stone:block=64x", "cannot be '64x'"},
        {"kogge_stone:blok=64",
         "kogge_stone has no parameter 'blok' on cpu; it has block, grain"},
        {"sequential:block=64", "it has none"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct choice choice;
        struct problem why = {.line = ""};
        assert_int_equal(
            choice_parse(cases[i].text, &device_cpu, &choice, &why), WRONG_USE);
        if (!strstr(why.line, cases[i].says))
            fail_msg("'%s' gives: %s; want: %s", cases[i].text, why.line,
                     cases[i].says);
    }
}

/* Every algorithm on every device that it has code for. */
static void for_every_choice(void (*look)(const struct choice *choice))
{
    for (int a = 0; algorithms[a]; a++)
        for (int d = 0; devices[d]; d++) {
            struct choice choice;
            struct problem why;
            if (!choice_implementation(algorithms[a], devices[d]))
                continue;
            if (choice_parse(algorithms[a]->name, devices[d], &choice, &why) !=
                OK)
                fail_msg("%s", why.line);
            look(&choice);
        }
}

static void must_have_defaults(const struct choice *choice)
{
    assert_ptr_equal(choice->implementation,
                     choice_implementation(choice->algorithm, choice->device));
    for (int i = 0; choice->implementation->parameters[i].name; i++)
        assert_int_equal(choice->value[i],
                         choice->implementation->parameters[i].by_default);
    assert_string_equal(choice->variant, "");
}

static void takes_the_code_for_the_device(void **state)
{
    (void)state;
    for_every_choice(must_have_defaults);
    for (int a = 0; algorithms[a]; a++) {
        const char *name = algorithms[a]->name;
        struct choice choice;
        struct problem why;
        assert_ptr_equal(choice_implementation(algorithms[a], &device_simt),
                         algorithms[a]->gpu);
        assert_ptr_equal(choice_implementation(algorithms[a], &device_cuda),
                         algorithms[a]->gpu);
        if (algorithms[a]->gpu)
            continue;
        assert_int_equal(choice_parse(name, &device_simt, &choice, &why),
                         WRONG_USE);
        if (strncmp(why.line, name, strlen(name)) != 0 ||
            !strstr(why.line, " has no kernel.cu: it runs on cpu only"))
            fail_msg("%s on simt gives: %s", name, why.line);
    }
}

static void must_name_its_device(const struct choice *choice)
{
    struct choice own = *choice;
    struct problem why;
    char says[128];

    assert_int_equal(choice_set(&own, "nonsense", "1", &why), WRONG_USE);
    snprintf(says, sizeof says, "%s has no parameter 'nonsense' on %s; it has ",
             choice->algorithm->name, choice->device->name);
    if (strncmp(why.line, says, strlen(says)) != 0)
        fail_msg("got: %s; want: %s", why.line, says);
}

static void names_the_device_that_lacks_a_parameter(void **state)
{
    (void)state;
    for_every_choice(must_name_its_device);
}

/* What list --verbose shows can be typed, and the table keeps its rules. */
static void must_take_its_values(const struct choice *choice)
{
    for (const struct parameter *p = choice->implementation->parameters;
         p->name; p++) {
        bool by_default = false, small = false;
        for (int i = 0; parameter_has(p, i); i++) {
            struct choice own = *choice;
            char text[64];
            snprintf(text, sizeof text, "%ld", p->legal[i]);
            assert_int_equal(choice_set(&own, p->name, text, NULL), OK);
            assert_int_equal(value_of(&own, p->name), p->legal[i]);
            assert_true(i == 0 || p->legal[i] > p->legal[i - 1]);
            by_default |= p->legal[i] == p->by_default;
            small |= p->legal[i] == p->small;
        }
        if (!by_default || !small)
            fail_msg("%s --%s on %s: the default or small is not legal",
                     choice->algorithm->name, p->name, choice->device->name);
    }
}

static void takes_every_legal_value(void **state)
{
    (void)state;
    for_every_choice(must_take_its_values);
}

/* A table has a cell for a parameter that only some algorithms have. */
static void gives_values_to_tables(void **state)
{
    struct choice choice;

    (void)state;
    assert_int_equal(
        choice_parse("kogge_stone:block=64", &device_cpu, &choice, NULL), OK);
    assert_true(choice_value(&choice, "block") == 64);
    assert_true(isnan(choice_value(&choice, "tile")));
}

static void makes_small_parameters_for_proofs(void **state)
{
    struct choice choice;

    (void)state;
    assert_int_equal(choice_parse("brent_kung", &device_cpu, &choice, NULL),
                     OK);
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

static void must_be_named(const struct choice *choice)
{
    const struct implementation *implementation = choice->implementation;

    assert_true(holds(choice_names(), choice->algorithm->name));
    for (const struct parameter *p = implementation->parameters; p->name; p++)
        assert_true(holds(choice_parameter_names(), p->name));
    assert_int_equal(choice_parameter(implementation, "nonsense"), -1);
}

static void names_everything_once(void **state)
{
    (void)state;
    for_every_choice(must_be_named);
}

/* ------------------------------------------------------ shapes and variants */

static void must_have_legal_tables(const struct choice *choice)
{
    const struct implementation *const code = choice->implementation;
    char text[256];
    struct problem why;
    struct choice own;

    for (const struct shape *row = code->shapes; row && row->settings; row++) {
        snprintf(text, sizeof text, "%s:%s", choice->algorithm->name,
                 row->settings);
        if (choice_parse(text, choice->device, &own, &why) != OK)
            fail_msg("a shape: %s", why.line);
    }
    for (const struct variant *v = code->variants; v && v->name; v++) {
        snprintf(text, sizeof text, "%s:%s", choice->algorithm->name, v->name);
        if (choice_parse(text, choice->device, &own, &why) != OK)
            fail_msg("variant %s: %s", v->name, why.line);
        assert_string_equal(own.variant, v->name);
        for (const struct parameter *p = code->parameters; p->name; p++)
            for (int k = 0; parameter_has(p, k); k++)
                assert_true(!p->names[k] || strcmp(p->names[k], v->name) != 0);
    }
}

static void has_legal_shapes_and_variants(void **state)
{
    (void)state;
    for_every_choice(must_have_legal_tables);
}

static void takes_variants_of_several_parameters(void **state)
{
    static const struct {
        const char *text;
        long block, factor, sequential;
        const char *variant;
    } cases[] = {
        {"brent_kung:shallow", 512, 4, 8, "shallow"},
        {"brent_kung:shallow,block=64", 64, 4, 8, "shallow,block=64"},
        {"brent_kung:block=64,shallow", 64, 4, 8, "shallow,block=64"},
        {"brent_kung:shallow,factor=2", 512, 2, 8, "shallow,factor=2"},
        {"brent_kung:factor=4,sequential=8", 512, 4, 8,
         "factor=4,sequential=8"},
    };
    struct choice choice;
    struct problem why;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (choice_parse(cases[i].text, &device_simt, &choice, &why) != OK)
            fail_msg("%s: %s", cases[i].text, why.line);
        assert_int_equal(value_of(&choice, "block"), cases[i].block);
        assert_int_equal(value_of(&choice, "factor"), cases[i].factor);
        assert_int_equal(value_of(&choice, "sequential"), cases[i].sequential);
        assert_string_equal(choice.variant, cases[i].variant);
    }
    assert_int_equal(
        choice_parse("brent_kung:shalow", &device_simt, &choice, &why),
        WRONG_USE);
    assert_non_null(strstr(why.line, "did you mean 'shallow'?"));
}

/* An algorithm of this test's own, with four shapes. */
static struct choice choice_of_shapes(void)
{
    static const struct parameter parameters[] = {
        {.name = "items",
         .by_default = 1,
         .legal = {1, 2, 4, 8, 16},
         .small = 2},
        {.name = "block", .by_default = 64, .legal = {32, 64}, .small = 32},
        {.name = NULL},
    };
    static const struct shape shapes[] = {
        {"cuda", 4, true, 0, "items=4"},
        {"cuda", 4, false, 1000, "items=16"},
        {"cuda", 4, false, 0, "items=8"},
        {"cuda", 16, false, 0, "items=2,block=32"},
        {.settings = NULL},
    };
    static const struct implementation code = {.parameters = parameters,
                                               .shapes = shapes};
    static const struct algorithm algorithm = {.name = "shaped", .gpu = &code};

    return (struct choice){.algorithm = &algorithm,
                           .device = &device_cuda,
                           .implementation = &code,
                           .value = {1, 64}};
}

static void takes_defaults_by_element(void **state)
{
    static const struct {
        size_t bytes;
        bool floating;
        long items, block;
    } cases[] = {
        {4, true, 4, 64},   {4, false, 8, 64},  {8, true, 2, 32},
        {12, false, 2, 32}, {16, false, 2, 32}, {32, false, 1, 64},
    };
    struct choice choice = choice_of_shapes();

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct choice own =
            choice_for(&choice, cases[i].bytes, cases[i].floating, 0);
        const struct choice again = choice_for(&own, 4, false, 0);
        assert_int_equal(value_of(&own, "items"), cases[i].items);
        assert_int_equal(value_of(&own, "block"), cases[i].block);
        assert_int_equal(value_of(&again, "items"), 8);
        assert_int_equal(value_of(&again, "block"), 64);
        assert_string_equal(own.variant, "");
    }
    /* A row for up to 1000 elements comes before the row for any number. */
    static const struct {
        size_t n;
        long items;
    } sizes[] = {{0, 8}, {1, 16}, {1000, 16}, {1001, 8}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct choice at = choice_for(&choice, 4, false, sizes[i].n);
        assert_int_equal(value_of(&at, "items"), sizes[i].items);
    }
    choice.device = &device_simt; /* no row is for it */
    const struct choice simt = choice_for(&choice, 4, false, 0);
    assert_int_equal(value_of(&simt, "items"), 1);
}

/* What was given stays, and shows: what the default is depends on T. */
static void keeps_what_was_given(void **state)
{
    struct choice choice = choice_of_shapes();

    (void)state;
    assert_int_equal(choice_set(&choice, "items", "1", NULL), OK);
    assert_string_equal(choice.variant, "items=1");
    const struct choice own = choice_for(&choice, 8, false, 0);
    assert_int_equal(value_of(&own, "items"), 1);
    assert_int_equal(value_of(&own, "block"), 32);
    const struct choice small = choice_small(&choice);
    const struct choice small_for = choice_for(&small, 4, false, 0);
    assert_int_equal(value_of(&small_for, "items"), 1);
    assert_int_equal(value_of(&small_for, "block"), 32);
    assert_string_equal(small.variant, "items=1,block=32");
}

/* A command that repeats a run can need these defaults. */
static void prints_defaults_that_were_given(void **state)
{
    static const struct {
        const char *typed, *parameter, *want;
    } cases[] = {
        {"kogge_stone:block=16", "block", "block=16"},
        {"kogge_stone", "block", ""}, /* was not given */
        {"lookback:overlapped", "overlap", "overlapped"},
        {"brent_kung:factor=4,sequential=8", "factor", "factor=4,sequential=8"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool also[MAX_PARAMETERS] = {false};
        struct choice choice;
        char text[64];
        assert_int_equal(
            choice_parse(cases[i].typed, &device_cpu, &choice, NULL), OK);
        also[choice_parameter(choice.implementation, cases[i].parameter)] =
            true;
        choice_print(&choice, also, text, sizeof text);
        assert_string_equal(text, cases[i].want);
    }
}

/* Each form that a parameter is of is the name of a value beside it. */
static void parameters_are_of_forms(void **state)
{
    int count = 0;

    (void)state;
    for (int a = 0; algorithms[a]; a++) {
        const struct implementation *const code =
            choice_implementation(algorithms[a], &device_simt);
        struct problem why;
        struct choice choice;
        bool none[MAX_PARAMETERS] = {false}, all[MAX_PARAMETERS];
        memset(all, true, sizeof all);
        for (int i = 0; code && code->parameters[i].name; i++) {
            assert_int_equal(
                choice_parse(algorithms[a]->name, &device_simt, &choice, &why),
                OK);
            if (!choice_uses(&choice, i))
                assert_false(choice_take_form(&choice, i, all));
            count += !choice_uses(&choice, i);
            assert_true(choice_take_form(&choice, i, none));
            assert_true(choice_uses(&choice, i));
        }
    }
    assert_true(count > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_of_forms),
        cmocka_unit_test(reads_what_is_typed),
        cmocka_unit_test(refuses_with_what_would_be_right),
        cmocka_unit_test(takes_the_code_for_the_device),
        cmocka_unit_test(names_the_device_that_lacks_a_parameter),
        cmocka_unit_test(takes_every_legal_value),
        cmocka_unit_test(gives_values_to_tables),
        cmocka_unit_test(makes_small_parameters_for_proofs),
        cmocka_unit_test(names_everything_once),
        cmocka_unit_test(has_legal_shapes_and_variants),
        cmocka_unit_test(takes_variants_of_several_parameters),
        cmocka_unit_test(takes_defaults_by_element),
        cmocka_unit_test(keeps_what_was_given),
        cmocka_unit_test(prints_defaults_that_were_given),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
