/* test_plot_command.c - `scanlab plot`: its files, with and without gnuplot,
 * and what it refuses. */
#include "commands/command.h"
#include "plot_frame.h"

static enum status run(struct problem *why, const char *const *words)
{
    char text[16][128];
    char *argv[17] = {"scanlab plot"};
    int argc = 1;

    for (; *words; words++, argc++) {
        const bool file = strncmp(*words, "@", 1) == 0;
        if (file)
            path(*words + 1, text[argc]);
        else
            snprintf(text[argc], sizeof text[argc], "%s", *words);
        argv[argc] = text[argc];
    }
    why->line[0] = '\0';
    return command_plot(argc, argv, why);
}

static void answers_mistakes_with_one_line(void **state)
{
    static const struct {
        const char *words[6], *want;
    } table[] = {
        {{NULL}, "no file"},
        {{"--nonsense", "x"}, "no option --nonsense"},
        {{"--tabel", "md", "x"}, "did you mean --table?"},
        {{"x", "-q"}, "no option -q"},
        {{"x", "-o"}, "-o needs a value"},
        {{"x", "--kind"}, "--kind needs a value"},
        {{"--kind", "worc", "x"}, "did you mean 'work'?"},
        {{"--kind", "cycle", "x"}, "did you mean 'cycles'?"},
        {{"--kind", "cycles", "@bench.csv"}, "'scanlab measure -d cuda -o'"},
        {{"--kind", "cycles", "-n", "8", "@cycles.csv"}, "use --x-range"},
        {{"--format", "gif", "x"}, "--format 'gif'"},
        {{"--table", "md,latex", "x"}, "want one"},
        {{"--threads", "two", "x"}, "--threads 'two'"},
        {{"--size", "huge", "x"}, "--size 'huge'"},
        {{"--x-range", "9:1", "x"}, "low end"},
        {{"--y-range", "1", "x"}, "want LO:HI"},
        {{"--x-range", "1:9", "@bench.csv"}, "add --kind"},
        {{"--kind", "work", "-n", "8", "@bench.csv"}, "use --x-range"},
        {{"@nothing.csv"}, "cannot open"},
        {{"--kind", "work", "-o", "@out", "@bench.csv"}, "nothing to draw"},
        {{"-o", "@bench.csv", "@bench.csv"}, "cannot write to"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct problem why;
        assert_int_equal(run(&why, table[i].words), WRONG_USE);
        if (!strstr(why.line, table[i].want) || strchr(why.line, '\n'))
            fail_msg("case %zu: '%s', want '%s'", i, why.line, table[i].want);
    }
}

static long size_of(const char *name)
{
    char full[128];
    struct stat about;

    return stat(path(name, full), &about) == 0 ? (long)about.st_size : -1;
}

/* stdout carries the TAP report: what the command prints goes elsewhere. */
static enum status run_silently(struct problem *why, const char *const *words)
{
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    assert_non_null(freopen("/dev/null", "w", stdout));
    const enum status status = run(why, words);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    return status;
}

/* What it says on stderr goes into the file "stderr". */
static enum status run_without_gnuplot(struct problem *why,
                                       const char *const *words)
{
    char *search = strdup(getenv("PATH") ? getenv("PATH") : "");
    char full[128];

    setenv("PATH", folder, 1);
    fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    assert_non_null(freopen(path("stderr", full), "w", stderr));
    const enum status status = run_silently(why, words);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    setenv("PATH", search, 1);
    free(search);
    return status;
}

static void writes_files_without_gnuplot(void **state)
{
    static const char *const words[] = {"@bench.csv", "-o",         "@bare",
                                        "--kind",     "throughput", NULL};
    struct problem why;
    char full[128];

    (void)state;
    assert_int_equal(run_without_gnuplot(&why, words), OK);
    assert_true(size_of("bare/throughput-add_i32.gp") > 0);
    assert_true(size_of("bare/throughput-add_i32.dat") > 0);
    assert_int_equal(size_of("bare/throughput-add_i32.svg"), -1);
    FILE *said = fopen(path("stderr", full), "r");
    char line[256];
    assert_non_null(fgets(line, sizeof line, said));
    assert_non_null(strstr(line, "1 row left out"));
    assert_non_null(fgets(line, sizeof line, said));
    assert_non_null(strstr(line, "gnuplot is not installed"));
    assert_null(fgets(line, sizeof line, said));
    fclose(said);
}

/* A panel per algorithm; with two threads each, 500 ns to 1000 ns are within.
 */
static void says_which_times_are_outside_brents_bounds(void **state)
{
    static const struct {
        const char *time; /* on two threads */
        bool below, above;
    } table[] = {
        {"400", true, false}, {"700", false, false}, {"3000", false, true}};
    static const char *const words[] = {
        "@times.csv", "@counts.csv", "-o", "@brent", "--kind", "brent", NULL};

    (void)state;
    write_file("counts.csv",
               "algorithm,variant,device,monoid,kind,n,threads,work,work_form,"
               "depth,depth_form,read_bytes,write_bytes,bytes_form,elem_bytes\n"
               "lookback,,cpu,interval,inclusive,1024,1,1000,1000,500,,,,,4\n"
               "lookback,,cpu,interval,inclusive,1024,2,1000,1000,500,,,,,4\n");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct problem why;
        char text[1 << 15], full[128];
        snprintf(text, sizeof text,
                 "algorithm,variant,device,monoid,elem_bytes,kind,n,threads,"
                 "mode,verified,median_ns,ci_low_ns,ci_high_ns,gbps\n"
                 "lookback,,cpu,add_i32,4,inclusive,1024,1,warm,yes,1000,990,"
                 "1010,8\n"
                 "lookback,,cpu,add_i32,4,inclusive,1024,2,warm,yes,%s,,,8\n",
                 table[i].time);
        write_file("times.csv", text);
        if (run_without_gnuplot(&why, words) != OK)
            fail_msg("%s", why.line);
        FILE *script = fopen(path("brent/brent-add_i32-n1024.gp", full), "r");
        assert_non_null(script);
        text[fread(text, 1, sizeof text - 1, script)] = '\0';
        fclose(script);
        if (!strstr(text, "'below its bounds'") == table[i].below ||
            !strstr(text, "'above its bounds'") == table[i].above)
            fail_msg("%s ns: wrong words in %s", table[i].time, full);
    }
}

/* Two threads, and one chain of n - 1 ops: one thread did it. */
static void says_where_one_thread_did_it_all(void **state)
{
    struct plot_choice choice = plain();
    struct plot_input input = {0};
    struct chart_list list = {0};
    struct problem why = {.line = ""};

    (void)state;
    write_file("small.csv",
               "algorithm,variant,device,monoid,kind,n,threads,work,work_form,"
               "depth,depth_form,read_bytes,write_bytes,bytes_form,elem_bytes\n"
               "lookback,,cpu,interval,inclusive,64,2,63,63,63,63,,,512,4\n"
               "three_kernel,,cpu,interval,inclusive,64,2,90,90,40,40,,,768,"
               "4\n");
    load(&input, "small.csv", false);
    assert_int_equal(plot_charts(&input, &choice, CHART_TRAFFIC, &list, &why),
                     OK);
    assert_non_null(
        strstr(find(&list.charts[0], "lookback")->label, ", one thread"));
    assert_null(
        strstr(find(&list.charts[0], "three_kernel")->label, "one thread"));
    END_CHARTS();
}

/* Needs gnuplot; draws every kind, and again from the script. */
static void draws_every_kind(void **state)
{
    static const char *const words[] = {
        "@bench.csv", "@measure.csv", "@cycles.csv",
        "-o",         "@all",         "--format",
        "svg",        "--title",      "it's } a {`\"\\ test",
        NULL};
    static const char *const names[] = {
        "all/throughput-add_i32.svg",     "all/fraction-add_i32-n2048.svg",
        "all/work-interval.svg",          "all/depth-interval.svg",
        "all/traffic-interval-n1024.svg", "all/brent-add_i32-n1024.svg",
        "all/cycles-add_i32.svg"};
    struct problem why;
    char command[512];

    (void)state;
    if (system("command -v gnuplot >/dev/null") != 0)
        skip();
    if (run_silently(&why, words) != OK)
        fail_msg("%s", why.line);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (size_of(names[i]) < 2000)
            fail_msg("%s: %ld bytes", names[i], size_of(names[i]));
    snprintf(command, sizeof command,
             "cd '%s/all' && test -z \"$(ls -A | grep '^[.]scanlab')\" && "
             "rm work-interval.svg && gnuplot work-interval.gp && "
             "test -s work-interval.svg && "
             "for c in work depth; do grep -q naive $c-interval.svg; done",
             folder);
    assert_int_equal(system(command), 0);
}

/* A gnuplot that leaves half a picture, as on a full disk. */
static void reports_an_unfinished_picture(void **state)
{
    static const char *const words[] = {"@bench.csv", "-o",         "@half",
                                        "--kind",     "throughput", "--format",
                                        "svg",        NULL};
    struct problem why;
    char full[128], with[4096];
    char *search = strdup(getenv("PATH") ? getenv("PATH") : "");

    (void)state;
    write_file("gnuplot", "#!/bin/sh\necho '<svg>' > ${2%.gp}.svg\n");
    chmod(path("gnuplot", full), 0755);
    snprintf(with, sizeof with, "%s:%s", folder, search);
    setenv("PATH", with, 1);
    const enum status status = run_silently(&why, words);
    setenv("PATH", search, 1);
    free(search);
    unlink(full);
    assert_int_equal(status, MACHINE_LACKS);
    assert_non_null(strstr(why.line, "throughput-add_i32.svg"));
    assert_non_null(strstr(why.line, "disk full"));
    assert_int_equal(size_of("half/throughput-add_i32.svg"), -1);
    assert_int_equal(size_of("half/throughput-add_i32.gp"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_mistakes_with_one_line),
        cmocka_unit_test(writes_files_without_gnuplot),
        cmocka_unit_test(says_which_times_are_outside_brents_bounds),
        cmocka_unit_test(says_where_one_thread_did_it_all),
        cmocka_unit_test(draws_every_kind),
        cmocka_unit_test(reports_an_unfinished_picture),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
