/* test_plot_words.c - charts in words: labels, styles, tables, captions. */
#include "plot_frame.h"

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
        "openmp_inscan", "cub",        "std_par_unseq",  "std_seq",
        "vqsort",        "cusparse",   "memcpy"};
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
    assert_true(plot_style_of("std_seq", 0, 0).library);
    assert_true(plot_style_of("vqsort", 0, 0).library);
    assert_true(plot_style_of("cusparse", 0, 0).library);
    assert_false(plot_style_of("lookback", 0, 0).library);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spreads_labels),
        cmocka_unit_test(keeps_styles_apart),
        cmocka_unit_test(writes_n_as_a_power),
        cmocka_unit_test(reads_page_sizes),
        cmocka_unit_test(quotes_for_gnuplot),
        cmocka_unit_test(writes_tables),
        cmocka_unit_test(captions_have_units),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
