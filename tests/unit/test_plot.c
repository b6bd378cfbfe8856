/* test_plot.c - from rows to charts: selection, grouping, bounds, labels,
 * script, tables, and the files of `scanlab plot`. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/command.h"
#include "plot/plot.h"

static char folder[64]; /* a fresh one, also the place of the CSVs */

static const char bench[] =
    "algorithm,variant,device,monoid,elem_bytes,kind,n,threads,mode,verified,"
    "median_ns,ci_low_ns,ci_high_ns,gbps,of_memcpy,of_memcpy_low,"
    "of_memcpy_high\n"
    "memcpy,nt,cpu,add_i32,4,inclusive,1024,2,warm,yes,100,90,110,80,1,1,1\n"
    "memcpy,libc,cpu,add_i32,4,inclusive,2048,2,warm,yes,200,190,210,82,1,1,1\n"
    "lookback,,cpu,add_i32,4,inclusive,1024,1,warm,yes,2000,1900,2100,4,.05,"
    ".04,.06\n"
    "lookback,,cpu,add_i32,4,inclusive,1024,2,warm,yes,1000,900,1250,8,.1,.09,"
    ".11\n"
    "lookback,,cpu,add_i32,4,inclusive,2048,2,warm,yes,1500,1400,1600,11,.13,"
    ".12,.14\n"
    "sequential,,cpu,add_i32,4,inclusive,1024,1,warm,yes,4000,3900,4100,2,.02,"
    ".02,.02\n"
    "sequential,,cpu,add_i32,4,inclusive,2048,1,warm,yes,8000,7900,8100,2,.03,"
    ".02,.04\n"
    "tbb,,cpu,add_i32,4,inclusive,2048,2,warm,no,10,10,10,999,9,9,9\n"
    "lookback,,cpu,add_i64,8,inclusive,1024,2,warm,yes,1000,900,1100,16,.2,.1,"
    ".3\n";

static const char measure[] =
    "algorithm,variant,device,monoid,kind,n,threads,work,work_form,depth,"
    "depth_form,read_bytes,write_bytes,bytes_form,elem_bytes\n"
    "lookback,,cpu,interval,inclusive,1024,1,1000,1000,1000,,4096,4096,8192,4\n"
    "lookback,,cpu,interval,inclusive,1024,2,1200,1200,300,,4096,4096,8192,4\n"
    "naive,,cpu,interval,inclusive,1024,1,523776,523776,1023,,,,2103296,4\n";

/* As measure -d cuda writes them. */
static const char cycles[] =
    "algorithm,variant,device,monoid,elem_bytes,kind,n,threads,work_form,"
    "depth_form,verified,cycles,cycles_low,cycles_high\n"
    "kogge_stone,block=1024,cuda,add_i32,4,inclusive,512,,4097,9,1,1800,1790,"
    "1810\n"
    "kogge_stone,block=1024,cuda,add_i32,4,inclusive,1024,,9217,10,1,2000,1990,"
    "2010\n"
    "kogge_stone,\"block=1024,double\",cuda,add_i32,4,inclusive,1024,,9217,10,"
    "1,1500,1490,1520\n"
    "brent_kung,\"block=1024,factor=4\",cuda,add_i32,4,inclusive,1024,,2036,18,"
    "1,2600,2590,2610\n"
    "hierarchical,block=512,cuda,add_i32,4,inclusive,1024,,3000,20,1,3000,2990,"
    "3010\n"
    "hierarchical,block=1024,cuda,add_i32,4,inclusive,1024,,3000,20,1,3300,"
    "3290,"
    "3310\n"
    "blelloch,,cuda,add_i32,4,inclusive,512,,1022,17,0,,,\n"
    "sequential,,cuda,add_i32,4,inclusive,1024,,1023,1023,1,36000,35900,"
    "36100\n";

static char *path(const char *name, char out[128])
{
    snprintf(out, 128, "%s/%s", folder, name);
    return out;
}

static void write_file(const char *name, const char *text)
{
    char full[128];
    FILE *file = fopen(path(name, full), "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/scanlab-test-plot-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    write_file("bench.csv", bench);
    write_file("measure.csv", measure);
    write_file("cycles.csv", cycles);
    return 0;
}

static int tear_down(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static struct plot_choice plain(void)
{
    struct plot_choice choice = {
        .x = {NAN, NAN}, .y = {NAN, NAN}, .formats = PLOT_SVG};

    assert_true(plot_size(&choice, "paper"));
    return choice;
}

static void load(struct plot_input *input, const char *name, bool published)
{
    char full[128];
    struct problem why = {""};

    if (plot_load(input, path(name, full), published, &why) != OK)
        fail_msg("%s", why.line);
}

/* The charts of one kind from both files. */
static void make(struct plot_input *input, const struct plot_choice *choice,
                 enum chart_kind kind, struct chart_list *list)
{
    struct problem why = {""};

    load(input, "bench.csv", false);
    load(input, "measure.csv", false);
    if (plot_charts(input, choice, kind, list, &why) != OK)
        fail_msg("%s", why.line);
}

static const struct plot_series *find(const struct chart *chart,
                                      const char *name)
{
    for (size_t i = 0; i < chart->count; i++)
        if (strcmp(chart->series[i].name, name) == 0)
            return &chart->series[i];
    return NULL;
}

#define TEST_CHARTS(kind, choice)                                              \
    struct plot_input input = {0};                                             \
    struct chart_list list = {0};                                              \
    (void)state;                                                               \
    make(&input, &(choice), kind, &list)

#define END_CHARTS()                                                           \
    chart_list_free(&list);                                                    \
    plot_input_free(&input)

/* ---- selection ---- */

static void groups_by_monoid(void **state)
{
    const struct plot_choice choice = plain();
    TEST_CHARTS(CHART_THROUGHPUT, choice);

    assert_int_equal(list.count, 2);
    assert_string_equal(list.charts[0].name, "throughput-add_i32");
    assert_string_equal(list.charts[1].name, "throughput-add_i64");
    assert_int_equal(list.charts[0].count, 3);
    END_CHARTS();
}

static void leaves_out_what_failed_its_check(void **state)
{
    const struct plot_choice choice = plain();
    TEST_CHARTS(CHART_THROUGHPUT, choice);

    assert_null(find(&list.charts[0], "tbb"));
    assert_int_equal(input.unverified, 1);
    END_CHARTS();
}

static void joins_memcpy_of_any_variant(void **state)
{
    const struct plot_choice choice = plain();
    TEST_CHARTS(CHART_THROUGHPUT, choice);
    const struct plot_series *roof = find(&list.charts[0], "memcpy");

    assert_non_null(roof);
    assert_int_equal(roof->count, 2);
    END_CHARTS();
}

static void takes_the_most_threads_up_to_p(void **state)
{
    struct plot_choice choice = plain();
    TEST_CHARTS(CHART_THROUGHPUT, choice);
    const struct plot_series *series = find(&list.charts[0], "lookback");

    assert_true(series->points[0].y == 8);
    assert_non_null(find(&list.charts[0], "sequential"));
    END_CHARTS();
    choice.threads = 1;
    make(&input, &choice, CHART_THROUGHPUT, &list);
    assert_true(find(&list.charts[0], "lookback")->points[0].y == 4);
    assert_null(find(&list.charts[0], "memcpy"));
    END_CHARTS();
}

/* 8 GB/s at 1000 ns; the interval 900 to 1250 ns is 8.89 down to 6.4. */
static void turns_time_intervals_into_throughput(void **state)
{
    const struct plot_choice choice = plain();
    TEST_CHARTS(CHART_THROUGHPUT, choice);
    const struct plot_point *point =
        &find(&list.charts[0], "lookback")->points[0];

    assert_true(fabs(point->low - 6.4) < 1e-9);
    assert_true(fabs(point->high - 8000. / 900) < 1e-9);
    END_CHARTS();
}

static void chooses_the_largest_full_n(void **state)
{
    struct plot_choice choice = plain();
    choice.monoid = "add_i32";
    TEST_CHARTS(CHART_FRACTION, choice);

    assert_int_equal(list.count, 1);
    assert_true(list.charts[0].n == 2048);
    assert_string_equal(list.charts[0].name, "fraction-add_i32-n2048");
    /* sorted: the best first */
    assert_string_equal(list.charts[0].series[0].name, "lookback");
    assert_string_equal(list.charts[0].series[1].name, "sequential");
    END_CHARTS();
}

static void keeps_the_typed_order(void **state)
{
    struct plot_choice choice = plain();
    choice.algorithms = "sequential,lookback";
    choice.monoid = "add_i32";
    TEST_CHARTS(CHART_FRACTION, choice);

    assert_string_equal(list.charts[0].series[0].name, "sequential");
    END_CHARTS();
}

static void suggests_names(void **state)
{
    struct plot_choice choice = plain();
    struct plot_input input = {0};
    struct chart_list list = {0};
    struct problem why;

    (void)state;
    load(&input, "bench.csv", false);
    choice.algorithms = "lookback,sequentiel";
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), WRONG_USE);
    assert_string_equal(why.line, "no row has algorithm 'sequentiel'; did you "
                                  "mean 'sequential'?");
    choice.algorithms = NULL;
    choice.monoid = "add_i46";
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), WRONG_USE);
    assert_non_null(strstr(why.line, "add_i46"));
    END_CHARTS();
}

static void takes_variants_by_name(void **state)
{
    const struct plot_row row = {.algorithm = "lookback",
                                 .variant = "one_thread"};

    (void)state;
    assert_int_equal(plot_chosen(NULL, &row), 0);
    assert_int_equal(plot_chosen("tbb,lookback", &row), 1);
    assert_int_equal(plot_chosen("lookback:one_thread", &row), 0);
    assert_int_equal(plot_chosen("lookback:one", &row), -1);
    assert_int_equal(plot_chosen("look,lookbacks", &row), -1);
}

static void marks_published_points(void **state)
{
    const struct plot_choice choice = plain();
    struct problem why;
    struct plot_input input = {0};
    struct chart_list list = {0};

    (void)state;
    write_file("pub.csv", "algorithm,monoid,n,threads,median_ns,gbps\n"
                          "lookback,add_i32,2048,,,70\ncub,,1024,,,75\n");
    load(&input, "bench.csv", false);
    load(&input, "pub.csv", true);
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), OK);
    const struct chart *chart = &list.charts[0];
    const struct plot_series *series = find(chart, "lookback");
    assert_true(chart->published);
    assert_int_equal(series->own, 2);
    assert_int_equal(series->count, 3);
    assert_true(series->points[2].y == 70);
    assert_int_equal(find(chart, "cub")->own, 0);
    assert_int_not_equal(plot_block(chart, 0, false),
                         plot_block(chart, 1, false));
    END_CHARTS();
}

/* Rows of a small bench: algorithm, variant, kind, n. */
static void write_rows(const char *name, const char *const (*rows)[4])
{
    char text[2048] = "algorithm,variant,device,monoid,kind,n,threads,"
                      "median_ns,gbps,of_memcpy\n";

    for (; (*rows)[0]; rows++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%s,%s,cpu,max_i32,%s,%s,2,100,5,.5\n", (*rows)[0], (*rows)[1],
                 (*rows)[2], (*rows)[3]);
    write_file(name, text);
}

/* A bench that was stopped has one row at its last n: it must not decide. */
static void a_stopped_bench_does_not_choose_n(void **state)
{
    static const char *const rows[][4] = {
        {"lookback", "", "inclusive", "1024"},
        {"blelloch", "", "inclusive", "1024"},
        {"brent_kung", "", "inclusive", "1024"},
        {"lookback", "", "inclusive", "2048"},
        {NULL}};
    const struct plot_choice choice = plain();
    struct plot_input input = {0};
    struct chart_list list = {0};
    struct problem why;

    (void)state;
    write_rows("stopped.csv", rows);
    load(&input, "stopped.csv", false);
    assert_int_equal(plot_charts(&input, &choice, CHART_FRACTION, &list, &why),
                     OK);
    assert_true(list.charts[0].n == 1024);
    END_CHARTS();
}

static void keeps_variants_and_kinds_apart(void **state)
{
    static const char *const rows[][4] = {
        {"lookback", "", "inclusive", "1024"},
        {"lookback", "one_thread", "inclusive", "1024"},
        {"blelloch", "", "exclusive", "1024"},
        {NULL}};
    static const char *const both[][4] = {{"lookback", "", "inclusive", "1024"},
                                          {"lookback", "", "exclusive", "1024"},
                                          {NULL}};
    const struct plot_choice choice = plain();
    struct plot_input input = {0};
    struct chart_list list = {0};
    struct problem why;

    (void)state;
    write_rows("variants.csv", rows);
    load(&input, "variants.csv", false);
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), OK);
    assert_int_equal(list.count, 1); /* blelloch is exclusive by nature */
    assert_non_null(find(&list.charts[0], "lookback"));
    assert_non_null(find(&list.charts[0], "lookback:one_thread"));
    assert_non_null(find(&list.charts[0], "blelloch"));
    END_CHARTS();
    write_rows("both.csv", both);
    load(&input, "both.csv", false);
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), OK);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.charts[1].name, "throughput-max_i32-exclusive");
    END_CHARTS();
}

/* ---- values ---- */

/* t = 2000 ns / 1000 ops = 2 ns; W/P t = 1200, (W/P + D) t = 1800. */
static void draws_brents_bounds(void **state)
{
    const struct plot_choice choice = plain();
    TEST_CHARTS(CHART_BRENT, choice);

    assert_int_equal(list.count, 1);
    const struct chart *chart = &list.charts[0];
    assert_int_equal(chart->count, 1);
    const struct plot_series *series = &chart->series[0];
    assert_string_equal(series->name, "lookback");
    assert_int_equal(series->count, 2);
    assert_true(fabs(series->points[0].form_low - 2000) < 1e-9);
    assert_true(fabs(series->points[0].form_high - 4000) < 1e-9);
    assert_true(fabs(series->points[1].form_low - 1200) < 1e-9);
    assert_true(fabs(series->points[1].form_high - 1800) < 1e-9);
    assert_true(series->points[1].y == 1000);
    assert_true(chart->unit == 1e3);
    END_CHARTS();
}

static void counts_work_and_traffic_per_element(void **state)
{
    const struct plot_choice choice = plain();
    TEST_CHARTS(CHART_WORK, choice);
    const struct plot_series *naive = find(&list.charts[0], "naive");

    assert_true(naive->points[0].y == 511.5);
    assert_true(naive->points[0].form == 511.5);
    assert_true(list.charts[0].log_y);
    END_CHARTS();
    make(&input, &choice, CHART_TRAFFIC, &list);
    const struct plot_point *point =
        &find(&list.charts[0], "lookback")->points[0];
    assert_true(point->y == 2 && point->part == 1 && point->form == 2);
    /* not counted on this device: the closed form stands in */
    const struct plot_point *form = &find(&list.charts[0], "naive")->points[0];
    assert_true(form->y == 513.5 && isnan(form->part));
    /* naive's 513.5 n leaves the frame, which is made for the others */
    assert_true(list.charts[0].x.low == 0 && list.charts[0].x.high < 3);
    END_CHARTS();
}

static void draws_cycles_by_algorithm_and_variant(void **state)
{
    static const char *const names[] = {"kogge_stone", "kogge_stone:double",
                                        "brent_kung", "hierarchical:block=512",
                                        "hierarchical:block=1024"};
    struct plot_choice choice = plain();
    struct plot_input input = {0};
    struct chart_list list = {0};
    struct problem why = {""};

    (void)state;
    load(&input, "cycles.csv", false);
    assert_int_equal(plot_charts(&input, &choice, CHART_CYCLES, &list, &why),
                     OK);
    assert_int_equal(list.count, 1);
    const struct chart *chart = &list.charts[0];
    assert_string_equal(chart->name, "cycles-add_i32");
    assert_int_equal(chart->count, 6);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_non_null(find(chart, names[i]));
    assert_true(chart->log_x && chart->log_y);
    const struct plot_point *point = &find(chart, "kogge_stone")->points[1];
    assert_true(point->y == 2000 && point->low == 1990 && point->high == 2010);
    assert_int_equal(input.unverified, 1);
    chart_list_free(&list);
    choice.algorithms = "kogge_stone"; /* not sequential: no need of log y */
    assert_int_equal(plot_charts(&input, &choice, CHART_CYCLES, &list, &why),
                     OK);
    assert_false(list.charts[0].log_y);
    assert_true(list.charts[0].y.low == 0);
    chart_list_free(&list);
    for (int kind = 0; kind < CHART_CYCLES; kind++) /* they count nothing */
        assert_int_equal(
            plot_charts(&input, &choice, (enum chart_kind)kind, &list, &why),
            OK);
    assert_int_equal(list.count, 0);
    END_CHARTS();
}

static void starts_at_zero_where_heights_are_compared(void **state)
{
    struct plot_choice choice = plain();
    struct problem why;
    TEST_CHARTS(CHART_THROUGHPUT, choice);

    assert_true(list.charts[0].log_x && list.charts[0].log_y); /* 2 to 86 */
    chart_list_free(&list);
    choice.log_y = -1;
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), OK);
    assert_true(list.charts[0].y.low == 0 && list.charts[0].y.high >= 86);
    assert_true(list.charts[0].log_x && !list.charts[0].log_y);
    END_CHARTS();
}

/* Ten scans and a copy of sizes 2^10 and 2^20 to 2^22. */
static void write_many(void)
{
    static const char *const names[] = {
        "naive",  "lookback", "tbb",      "lookahead", "kogge_stone",
        "my_own", "cub",      "blelloch", "blelloch",  "memcpy"};
    char text[8192] = "algorithm,variant,device,monoid,kind,mode,n,threads,"
                      "median_ns,gbps,verified\n";
    static const int powers[] = {10, 20, 21, 22};

    for (int i = 0; i < 10; i++)
        for (int k = 0; k < 4; k++)
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     "%s,%s,cuda,add_i32,inclusive,warm,%d,,100,%d,1\n",
                     names[i],
                     i == 8   ? "padded"
                     : i == 6 ? "\"3.5.0,lookahead\""
                              : "",
                     1 << powers[k], (i + 1) * (k ? 100 : 1));
    write_file("many.csv", text);
}

static void splits_what_one_chart_cannot_show(void **state)
{
    struct plot_choice choice = plain();
    struct plot_input input = {0};
    struct chart_list list = {0};
    struct problem why;

    (void)state;
    write_many();
    load(&input, "many.csv", false);
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), OK);
    assert_int_equal(list.count, 4);
    assert_string_equal(list.charts[0].name, "throughput-add_i32");
    assert_string_equal(list.charts[1].name, "throughput-add_i32-2");
    assert_string_equal(list.charts[2].name, "throughput-add_i32-large");
    assert_string_equal(list.charts[3].name, "throughput-add_i32-2-large");
    assert_int_equal(list.charts[0].count, PLOT_CURVES);
    assert_int_equal(list.charts[1].count, 4); /* three scans and the copy */
    assert_non_null(find(&list.charts[0], "memcpy"));
    assert_non_null(find(&list.charts[1], "memcpy"));
    assert_non_null(find(&list.charts[0], "lookback"));
    assert_non_null(find(&list.charts[1], "my_own"));
    assert_true(list.charts[0].log_y && !list.charts[2].log_y);
    assert_int_equal(find(&list.charts[0], "lookback")->count, 4);
    assert_int_equal(find(&list.charts[2], "lookback")->count, 3);
    assert_true(list.charts[2].y.low == 0);
    chart_list_free(&list);
    choice.algorithms = "cub:3.5.0,lookahead;lookback"; /* and the copy */
    choice.log_x = choice.log_y = 1;
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), OK);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.charts[0].count, 3);
    assert_string_equal(find(&list.charts[0], "cub")->label,
                        "CUB 3.5.0,lookahead");
    END_CHARTS();
}

static void refuses_a_log_axis_from_zero(void **state)
{
    struct plot_choice choice = plain();
    struct plot_input input = {0};
    struct chart_list list = {0};
    struct problem why;

    (void)state;
    load(&input, "bench.csv", false);
    choice.x.low = 0;
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), WRONG_USE);
    assert_non_null(strstr(why.line, "--x-range starts at 0"));
    END_CHARTS();
}

/* ---- helpers ---- */

static void spreads_labels(void **state)
{
    static const struct {
        double at[4];
        size_t count;
        double gap, low, high, want[4];
    } table[] = {
        {{10, 50}, 2, 10, 0, 100, {10, 50}},
        {{50, 50}, 2, 10, 0, 100, {45, 55}},
        {{50, 50, 50}, 3, 10, 0, 100, {40, 50, 60}},
        {{0, 0, 90}, 3, 10, 0, 100, {0, 10, 90}},
        {{99, 100}, 2, 10, 0, 100, {90, 100}},
        {{50, 50, 50}, 3, 80, 0, 100, {0, 50, 100}},
        {{20, 29, 60, 61}, 4, 10, 0, 100, {19.5, 29.5, 55.5, 65.5}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        double at[4];
        memcpy(at, table[i].at, sizeof at);
        plot_spread(at, table[i].count, table[i].gap, table[i].low,
                    table[i].high);
        for (size_t j = 0; j < table[i].count; j++)
            if (fabs(at[j] - table[i].want[j]) > 1e-9)
                fail_msg("case %zu: at[%zu] = %g, want %g", i, j, at[j],
                         table[i].want[j]);
    }
    plot_spread(NULL, 0, 10, 0, 100);
}

static void keeps_styles_apart(void **state)
{
    static const char *const names[] = {
        "sequential",    "naive",      "kogge_stone",    "hillis_steele",
        "blelloch",      "brent_kung", "scan_propagate", "three_kernel",
        "lookback",      "lookahead",  "hierarchical",   "tbb",
        "openmp_inscan", "cub",        "std_par_unseq",  "memcpy"};
    enum { NAMES = sizeof names / sizeof *names };

    (void)state;
    for (size_t i = 0; i < NAMES; i++) {
        const struct plot_style a = plot_style_of(names[i], 0, 0);
        assert_string_equal(a.name, names[i]);
        for (size_t j = 0; j < i; j++) {
            const struct plot_style b = plot_style_of(names[j], 0, 0);
            if (a.colour == b.colour)
                fail_msg("%s has the colour of %s", names[i], names[j]);
            if (a.title == b.title)
                fail_msg("%s is called as %s", names[i], names[j]);
        }
    }
    const struct plot_style one = plot_style_of("lookback", 0, 0);
    const struct plot_style other = plot_style_of("lookback", 0, 1);
    assert_int_equal(one.colour, other.colour);
    assert_int_not_equal(one.marker, other.marker);
    assert_int_not_equal(one.dash, other.dash);
    assert_true(plot_style_of("tbb", 0, 0).library);
}

static void writes_n_as_a_power(void **state)
{
    char text[32];

    (void)state;
    assert_string_equal(plot_n_text(1024, text), "2¹⁰");
    assert_string_equal(plot_n_text(128, text), "2⁷");
    assert_string_equal(plot_n_text(1000, text), "1000");
    assert_string_equal(plot_n_text(32, text), "32");
}

static void reads_page_sizes(void **state)
{
    static const char *const wrong[] = {"",        "a4",      "800",  "800x",
                                        "800x2x3", "99x9999", "x600", NULL};
    struct plot_choice choice = plain();

    (void)state;
    assert_true(plot_size(&choice, "1200x700"));
    assert_int_equal(choice.width, 1200);
    assert_int_equal(choice.height, 700);
    for (int i = 0; wrong[i]; i++)
        assert_false(plot_size(&choice, wrong[i]));
}

/* What a text function writes; the caller frees. */
static char *text_of(void (*write)(FILE *, const void *), const void *about)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    write(out, about);
    fclose(out);
    return text;
}

static void quote(FILE *out, const void *text)
{
    plot_quote(out, text);
}

static void quotes_for_gnuplot(void **state)
{
    char *text = text_of(quote, "it's `a`\n\"b\"");

    (void)state;
    assert_string_equal(text, "'it''s `a` \"b\"'");
    free(text);
}

static void latex(FILE *out, const void *chart)
{
    plot_write_table(chart, PLOT_LATEX, out);
}

static void markdown(FILE *out, const void *chart)
{
    plot_write_table(chart, PLOT_MARKDOWN, out);
}

static void writes_tables(void **state)
{
    struct plot_choice choice = plain();
    choice.monoid = "add_i32";
    TEST_CHARTS(CHART_THROUGHPUT, choice);

    char *text = text_of(markdown, &list.charts[0]);
    assert_non_null(strstr(text,
                           "| n | copy | decoupled look-back | sequential "
                           "|\n"
                           "| :--- | ---: | ---: | ---: |\n"
                           "| 2¹⁰ | 80 | 8 | 2 |\n"));
    free(text);
    snprintf(list.charts[0].title, sizeof list.charts[0].title, "50%% of a_b");
    text = text_of(latex, &list.charts[0]);
    assert_non_null(strstr(text, "\\caption{50\\% of a\\_b. Values: "));
    assert_non_null(strstr(text, "/time, GB/s}\n"));
    assert_non_null(strstr(text, "2\\textsuperscript{10} & 80 & 8 & 2 \\\\\n"));
    free(text);
    END_CHARTS();
}

/* A table has no axis: its caption says what is counted. */
static void captions_have_units(void **state)
{
    static const struct {
        enum chart_kind kind;
        const char *want;
    } table[] = {
        {CHART_FRACTION, "Values: fraction of memcpy's throughput"},
        {CHART_WORK, "Values: op applications / n}"},
        {CHART_DEPTH, "Values: op applications in a row}"},
        {CHART_TRAFFIC, "in units of n$\\cdot$sizeof(T)}"},
        {CHART_BRENT, "Values: time, µs}"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct plot_choice choice = plain();
        struct plot_input input = {0};
        struct chart_list list = {0};
        make(&input, &choice, table[i].kind, &list);
        char *text = text_of(latex, &list.charts[0]);
        if (!strstr(text, "\\caption{") || !strstr(text, table[i].want))
            fail_msg("%s\nwant in its caption: %s", text, table[i].want);
        free(text);
        END_CHARTS();
    }
}

/* ---- the command ---- */

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
        {{"-o", "@bench.csv", "@bench.csv"}, "cannot write into"},
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
    assert_non_null(strstr(line, "no gnuplot"));
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
    struct problem why = {""};

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
        cmocka_unit_test(groups_by_monoid),
        cmocka_unit_test(leaves_out_what_failed_its_check),
        cmocka_unit_test(joins_memcpy_of_any_variant),
        cmocka_unit_test(takes_the_most_threads_up_to_p),
        cmocka_unit_test(turns_time_intervals_into_throughput),
        cmocka_unit_test(chooses_the_largest_full_n),
        cmocka_unit_test(keeps_the_typed_order),
        cmocka_unit_test(suggests_names),
        cmocka_unit_test(takes_variants_by_name),
        cmocka_unit_test(marks_published_points),
        cmocka_unit_test(a_stopped_bench_does_not_choose_n),
        cmocka_unit_test(keeps_variants_and_kinds_apart),
        cmocka_unit_test(draws_brents_bounds),
        cmocka_unit_test(counts_work_and_traffic_per_element),
        cmocka_unit_test(draws_cycles_by_algorithm_and_variant),
        cmocka_unit_test(starts_at_zero_where_heights_are_compared),
        cmocka_unit_test(splits_what_one_chart_cannot_show),
        cmocka_unit_test(refuses_a_log_axis_from_zero),
        cmocka_unit_test(spreads_labels),
        cmocka_unit_test(keeps_styles_apart),
        cmocka_unit_test(writes_n_as_a_power),
        cmocka_unit_test(reads_page_sizes),
        cmocka_unit_test(quotes_for_gnuplot),
        cmocka_unit_test(writes_tables),
        cmocka_unit_test(captions_have_units),
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
