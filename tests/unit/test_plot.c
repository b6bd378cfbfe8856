/* test_plot.c - from rows to charts: selection, grouping, values, bounds. */
#include "plot_frame.h"

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

/* Where two threads were too noisy, one does not appear in their place. */
static void leaves_no_row_of_fewer_threads(void **state)
{
    const struct plot_choice choice = plain();
    struct plot_input input = {0};
    struct chart_list list = {0};
    struct problem why;

    (void)state;
    write_file(
        "noisy.csv",
        "algorithm,monoid,n,threads,median_ns,ci_low_ns,ci_high_ns,gbps\n"
        "memcpy,add_i32,1024,2,100,99,101,80\n"
        "lookback,add_i32,1024,1,400,390,410,20\n"
        "lookback,add_i32,1024,2,200,10,900,40\n"
        "sequential,add_i32,1024,1,800,790,810,10\n");
    load(&input, "noisy.csv", false);
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), OK);
    assert_null(find(&list.charts[0], "lookback"));
    assert_non_null(find(&list.charts[0], "sequential"));
    END_CHARTS();
}

/* bench --runs: the usual columns are those of its first run. */
static void takes_the_median_of_all_runs(void **state)
{
    struct plot_input runs = {0};

    (void)state;
    write_file("runs.csv",
               "algorithm,monoid,n,threads,median_ns,ci_low_ns,ci_high_ns,gbps,"
               "of_memcpy,of_memcpy_low,of_memcpy_high,runs,runs_median_ns,"
               "runs_low_ns,runs_high_ns,runs_of_memcpy,runs_of_memcpy_low,"
               "runs_of_memcpy_high\n"
               "lookback,add_i32,1024,2,100,90,110,80,.5,.4,.6,3,200,150,250,"
               ".25,.2,.3\n"
               "tbb,add_i32,1024,2,100,90,110,80,.5,.4,.6,1,100,,,.5,,\n");
    load(&runs, "runs.csv", false);
    assert_true(runs.rows[0].median_ns == 200 && runs.rows[0].ci_low_ns == 150);
    assert_true(runs.rows[0].gbps == 40 && runs.rows[0].of_memcpy == .25);
    assert_true(runs.rows[1].median_ns == 100 && runs.rows[1].ci_low_ns == 90);
    plot_input_free(&runs);
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
    write_file("other.csv",
               "algorithm,variant,monoid,n,threads,median_ns,gbps\n"
               "naive,\"report, A GPU\",add_i32,2048,,,7\n");
    load(&input, "bench.csv", false);
    load(&input, "pub.csv", true);
    load(&input, "other.csv", true);
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), OK);
    const struct chart *chart = &list.charts[0];
    const struct plot_series *series = find(chart, "lookback");
    assert_true(chart->published);
    assert_int_equal(series->own, 2);
    assert_int_equal(series->count, 3);
    assert_true(series->points[2].y == 70);
    assert_int_equal(find(chart, "cub")->own, 0);
    assert_string_equal(find(chart, "naive:report, A GPU")->label,
                        "naive, report, A GPU");
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
        {"naive", "report", "inclusive", "1024"},
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
    assert_non_null(find(&list.charts[0], "naive:report")); /* though alone */
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

/* Counts of two patterns are two charts; of a scan there is no pattern. */
static void keeps_patterns_apart(void **state)
{
    static const char counted[] =
        "algorithm,device,monoid,kind,n,threads,work,depth,pattern\n"
        "filter,simt,interval,inclusive,64,,10,1,half\n"
        "filter,simt,interval,inclusive,64,,20,1,none\n"
        "naive,simt,interval,inclusive,64,,30,1,\n";
    struct plot_choice choice = plain();
    struct plot_input input = {0};
    struct chart_list list = {0};
    struct problem why;

    (void)state;
    write_file("counted.csv", counted);
    load(&input, "counted.csv", false);
    assert_int_equal(plot_charts(&input, &choice, CHART_WORK, &list, &why), OK);
    assert_int_equal(list.count, 3);
    assert_string_equal(list.charts[1].name, "work-interval-none");
    assert_int_equal(find(&list.charts[1], "filter")->count, 1);
    END_CHARTS();
    load(&input, "counted.csv", false);
    choice.pattern = "none";
    assert_int_equal(plot_charts(&input, &choice, CHART_WORK, &list, &why), OK);
    assert_true(find(&list.charts[0], "filter")->points[0].y == 20 / 64.);
    assert_int_equal(list.count, 2);
    END_CHARTS();
}

/* A filter that keeps one in two moves 1.5 n elements, no 2 n: neither title
 * nor axis may speak of prefix sums. */
static void says_prefix_sums_of_scans_alone(void **state)
{
    static const char filtered[] =
        "algorithm,device,monoid,elem_bytes,kind,n,threads,mode,verified,"
        "median_ns,"
        "gbps,pattern\n"
        "filter,cuda,add_i32,4,inclusive,1024,,warm,1,100,61.44,half\n";
    const struct plot_choice choice = plain();
    struct plot_input input = {0};
    struct chart_list list = {0};
    struct problem why;

    (void)state;
    write_file("bench.csv", bench);
    load(&input, "bench.csv", false);
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), OK);
    assert_string_equal(list.charts[0].title, "Throughput of prefix sums");
    assert_non_null(strstr(list.charts[0].y_label, "2·n·sizeof(T)/time"));
    END_CHARTS();
    write_file("filtered.csv", filtered);
    load(&input, "filtered.csv", false);
    assert_int_equal(
        plot_charts(&input, &choice, CHART_THROUGHPUT, &list, &why), OK);
    assert_string_equal(list.charts[0].title, "Throughput");
    assert_null(strstr(list.charts[0].y_label, "2·n"));
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
    struct problem why = {.line = ""};

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
        cmocka_unit_test(leaves_no_row_of_fewer_threads),
        cmocka_unit_test(takes_the_median_of_all_runs),
        cmocka_unit_test(suggests_names),
        cmocka_unit_test(takes_variants_by_name),
        cmocka_unit_test(marks_published_points),
        cmocka_unit_test(a_stopped_bench_does_not_choose_n),
        cmocka_unit_test(keeps_variants_and_kinds_apart),
        cmocka_unit_test(keeps_patterns_apart),
        cmocka_unit_test(says_prefix_sums_of_scans_alone),
        cmocka_unit_test(draws_brents_bounds),
        cmocka_unit_test(counts_work_and_traffic_per_element),
        cmocka_unit_test(draws_cycles_by_algorithm_and_variant),
        cmocka_unit_test(starts_at_zero_where_heights_are_compared),
        cmocka_unit_test(splits_what_one_chart_cannot_show),
        cmocka_unit_test(refuses_a_log_axis_from_zero),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
