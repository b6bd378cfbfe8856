/* test_command.c - the options that commands share: which device they are for,
 * and what "all" means there. */
#include "commands/command.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 16 };

/* Parses "-d simt --lockstep" as `scanlab test` would. Options point into
 * `words`. */
static enum status parse(const struct command_line *line, const char *text,
                         char words[256], struct shared_options *options,
                         struct problem *why)
{
    char *argv[WORDS + 1] = {(char *)"scanlab test"};
    int argc = 1;

    snprintf(words, 256, "%s", text);
    for (char *word = strtok(words, " "); word && argc < WORDS;
         word = strtok(NULL, " "))
        argv[argc++] = word;
    return options_parse(line, NULL, argc, argv, options, why);
}

static const struct command_line everything = {
    .usage = "",
    .text = "",
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_THREADS | TAKES_SCHEDULE,
    .device = "cpu",
};

static void keeps_what_was_typed(void **state)
{
    struct shared_options options;
    struct problem why;
    char words[256];

    (void)state;
    if (parse(&everything,
              "-d simt --schedule random:7 --resident 4 --machine m.txt "
              "--lockstep --strict-barriers all",
              words, &options, &why) != OK)
        fail_msg("%s", why.line);
    assert_string_equal(options.device, "simt");
    assert_string_equal(options.schedule, "random:7");
    assert_string_equal(options.resident, "4");
    assert_string_equal(options.machine_file, "m.txt");
    assert_true(options.lockstep);
    assert_true(options.strict_barriers);
    assert_int_equal(options.names, 1);
    assert_int_equal(parse(&everything, "", words, &options, &why), OK);
    assert_true(!options.schedule && !options.resident &&
                !options.machine_file && !options.lockstep &&
                !options.strict_barriers);
}

/* More options than any table has places for: the last of a name stands. */
static void the_last_of_many_stands(void **state)
{
    enum { MANY = 200 };
    char *argv[2 * MANY + 4] = {(char *)"scanlab test", (char *)"all"};
    struct shared_options options;
    struct problem why = {.line = ""};
    int argc = 2;

    (void)state;
    for (int i = 0; i < MANY; i++) {
        argv[argc++] = (char *)(i % 2 ? "--block" : "--items");
        argv[argc++] = (char *)(i < MANY - 2 ? "32" : i % 2 ? "77" : "78");
    }
    assert_int_equal(
        options_parse(&everything, NULL, argc, argv, &options, &why), OK);
    assert_int_equal(options.settings, 2);
    assert_string_equal(options.setting[0].name, "items");
    assert_string_equal(options.setting[0].value, "78");
    assert_string_equal(options.setting[1].name, "block");
    assert_string_equal(options.setting[1].value, "77");
}

/* What does not fit is refused, not left out. */
static void too_many_are_refused(void **state)
{
    int threads[MAX_LIST], count = 0;
    struct choice choices[MAX_CHOICES];
    struct shared_options options = {.names = 0};
    struct problem why = {.line = ""};
    char text[4 * MAX_LIST] = "1", *copy, *parts[MAX_LIST];

    (void)state;
    for (int i = 1; i < MAX_LIST; i++)
        strcat(text, ",2");
    assert_int_equal(command_threads(text, &device_cpu, threads, &count, &why),
                     OK);
    assert_int_equal(command_split(text, "-m", &copy, parts, &count, &why), OK);
    assert_int_equal(count, MAX_LIST);
    assert_string_equal(parts[MAX_LIST - 1], "2");
    free(copy);
    strcat(text, ",3");
    assert_int_equal(command_threads(text, &device_cpu, threads, &count, &why),
                     WRONG_USE);
    assert_non_null(strstr(why.line, "at most 32"));
    assert_int_equal(command_split(text, "-m", &copy, parts, &count, &why),
                     WRONG_USE);
    free(copy);
    for (options.names = 0; options.names < MAX_CHOICES; options.names++)
        options.name[options.names] = "all";
    assert_int_equal(
        command_choices(&options, &device_cpu, choices, &count, &why),
        WRONG_USE);
    assert_string_equal(why.line, "more than 64 algorithms");
}

static void words_can_be_typed_again(void **state)
{
    char *argv[] = {(char *)"scanlab run",
                    (char *)"lookback:block=32,items=1",
                    (char *)"-m",
                    (char *)"./my own/it's.h",
                    (char *)"--init",
                    (char *)"(4, 9)",
                    (char *)""};
    char *longest[402] = {(char *)"scanlab run"};

    (void)state;
    assert_string_equal(command_words(7, argv),
                        "scanlab run lookback:block=32,items=1 -m "
                        "'./my own/it'\\''s.h' --init '(4, 9)' ''");
    for (int i = 1; i < 402; i++)
        longest[i] = (char *)"--block=32";
    longest[401] = (char *)"last";
    const char *const words = command_words(402, longest);
    assert_string_equal(words + strlen(words) - 5, " last");
}

/* The device that a command line means. */
static const char *meant(const struct command_line *line, const char *text)
{
    struct shared_options options;
    const struct device *device = NULL;
    struct problem why;
    char words[256];

    assert_int_equal(parse(line, text, words, &options, &why), OK);
    assert_int_equal(command_device(&options, &device, &why), OK);
    return device->name;
}

static void every_command_has_its_own_default(void **state)
{
    struct command_line other = everything;

    (void)state;
    assert_string_equal(meant(&everything, ""), "cpu");
    other.device = "simt";
    assert_string_equal(meant(&other, ""), "simt");
    assert_string_equal(meant(&other, "-d cpu"), "cpu");
    assert_string_equal(meant(&other, "--threads 2"), "cpu");
    assert_string_equal(meant(&everything, "--schedule inorder"), "simt");
}

static void refuses_what_is_for_another_device(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"-d simt --threads 2", "--threads is for -d cpu, not for -d simt"},
        {"-d cuda --threads 2", "--threads is for -d cpu, not for -d cuda"},
        {"-d cpu --schedule inorder",
         "--schedule is for -d simt, not for -d cpu"},
        {"-d cpu --resident 2", "--resident is for -d simt, not for -d cpu"},
        {"-d cpu --machine m.txt", "--machine is for -d simt, not for -d cpu"},
        {"-d cpu --lockstep", "--lockstep is for -d simt, not for -d cpu"},
        {"-d cuda --lockstep", "--lockstep is for -d simt, not for -d cuda"},
        {"-d cpu --strict-barriers",
         "--strict-barriers is for -d simt, not for -d cpu"},
        {"-d smt", "no device 'smt': did you mean 'simt'?"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct device *device;
        struct shared_options options;
        struct problem why = {.line = ""};
        char words[256];
        assert_int_equal(
            parse(&everything, cases[i].text, words, &options, &why), OK);
        assert_int_equal(command_device(&options, &device, &why), WRONG_USE);
        if (!strstr(why.line, cases[i].says))
            fail_msg("'%s' gives: %s; want: %s", cases[i].text, why.line,
                     cases[i].says);
    }
}

static void schedules_are_for_some_commands(void **state)
{
    static const char *const options[] = {"--schedule inorder", "--resident 2",
                                          "--machine m.txt", "--lockstep",
                                          "--strict-barriers"};
    struct command_line other = everything;

    (void)state;
    other.takes &= ~TAKES_SCHEDULE;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        struct shared_options got;
        struct problem why;
        char words[256];
        assert_int_equal(parse(&other, options[i], words, &got, &why),
                         WRONG_USE);
        assert_non_null(strstr(why.line, "has no option --"));
    }
}

static void threads_are_for_the_cpu(void **state)
{
    int threads[MAX_LIST], count;
    struct pool *pool;

    (void)state;
    assert_int_equal(command_threads("1,3", &device_cpu, threads, &count, NULL),
                     OK);
    assert_true(count == 2 && threads[0] == 1 && threads[1] == 3);
    assert_int_equal(command_threads(NULL, &device_cpu, threads, &count, NULL),
                     OK);
    assert_true(count == 1 && threads[0] == pool_processors());
    /* A default such as "1,2,3" is not for it. */
    assert_int_equal(
        command_threads("1,2,3", &device_simt, threads, &count, NULL), OK);
    assert_true(count == 1 && threads[0] == 0);
    assert_int_equal(command_pool(0, &pool, NULL), OK);
    assert_null(pool);
    assert_int_equal(command_pool(2, &pool, NULL), OK);
    assert_int_equal(pool_threads(pool), 2);
    pool_close(pool);
}

/* How many scans have code for a device. */
static int count_code(const struct device *device)
{
    int count = 0;
    for (int i = 0; algorithms[i]; i++)
        count += algorithms[i]->task == &scan_task &&
                 choice_implementation(algorithms[i], device) != NULL;
    return count;
}

static void all_is_what_has_code_for_the_device(void **state)
{
    (void)state;
    for (int d = 0; devices[d]; d++) {
        const struct device *const device = devices[d];
        const struct shared_options options = {.names = 1, .name = {"all"}};
        const int want = count_code(device);
        struct choice choices[MAX_CHOICES];
        struct problem why = {.line = ""};
        int count;
        const enum status status =
            command_choices(&options, device, choices, &count, &why);
        assert_int_equal(count, want);
        assert_int_equal(status, want ? OK : WRONG_USE);
        if (!want)
            assert_string_equal(why.line, "no algorithm has a kernel.cu yet");
        for (int i = 0; i < count; i++)
            assert_int_equal(choices[i].device, device);
    }
}

static void settings_go_to_those_that_have_them(void **state)
{
    static const struct {
        const char *text;
        enum status status;
        const char *says;
    } cases[] = {
        {"all --block 64", OK, ""},
        {"kogge_stone --block 64", OK, ""},
        {"sequential --block 64", WRONG_USE,
         "sequential has no parameter 'block' on cpu; it has none"},
        {"all --block 63", WRONG_USE, "no algorithm accepts --block 63 on cpu"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct shared_options options;
        struct choice choices[MAX_CHOICES];
        struct problem why = {.line = ""};
        char words[256];
        int count;
        assert_int_equal(
            parse(&everything, cases[i].text, words, &options, &why), OK);
        const enum status status =
            command_choices(&options, &device_cpu, choices, &count, &why);
        assert_int_equal(status, cases[i].status);
        if (status == OK)
            for (int k = 0; k < count; k++)
                assert_true(!strstr(choices[k].algorithm->name, "kogge") ||
                            choice_value(&choices[k], "block") == 64);
        else if (!strstr(why.line, cases[i].says))
            fail_msg("'%s' gives: %s; want: %s", cases[i].text, why.line,
                     cases[i].says);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_was_typed),
        cmocka_unit_test(the_last_of_many_stands),
        cmocka_unit_test(too_many_are_refused),
        cmocka_unit_test(words_can_be_typed_again),
        cmocka_unit_test(every_command_has_its_own_default),
        cmocka_unit_test(refuses_what_is_for_another_device),
        cmocka_unit_test(schedules_are_for_some_commands),
        cmocka_unit_test(threads_are_for_the_cpu),
        cmocka_unit_test(all_is_what_has_code_for_the_device),
        cmocka_unit_test(settings_go_to_those_that_have_them),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
