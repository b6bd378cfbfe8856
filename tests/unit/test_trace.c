/* test_trace.c - the recorder of traces, and what it writes. */
#include "find_event.h"
#include "monoids/interval_table.h"
#include "trace/trace_json.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { X, A, P };
static const unsigned one[3] = {1, 1, 1};

static struct trace_point at(int row, uint64_t when)
{
    return (struct trace_point){.row = row, .at = when};
}

static struct trace_point lane(int row, uint64_t when, uint32_t thread)
{
    return (struct trace_point){.row = row, .at = when, .thread = thread};
}

static struct trace *opened(size_t most)
{
    struct trace *const trace = trace_open(most);

    assert_non_null(trace);
    trace_reset(trace, 16);
    trace_launch_begins(trace, 0, "kernel", one, one);
    return trace;
}

static void begin_block(struct trace *trace, int row, uint64_t when)
{
    const struct trace_point point = at(row, when);
    trace_block_begins(trace, &point, (uint32_t)row);
}

static void look(struct trace *trace, struct trace_point point, uint32_t moment,
                 uint32_t tile, unsigned state)
{
    trace_look(trace, &point, moment, tile, state);
}

static int count(const struct trace *trace, enum event_kind kind)
{
    int n = 0;
    while (find(trace, kind, n))
        n++;
    return n;
}

static void keeps_the_newest_events(void **state)
{
    struct trace *const trace = opened(10);

    (void)state;
    begin_block(trace, 0, 1);
    for (uint64_t i = 0; i < 3000; i++) {
        const struct trace_point point = at(0, 10 + i);
        trace_flag(trace, &point, 0, 0, true, i);
    }
    trace_launch_ends(trace, 4000);
    assert_int_equal(trace_events(trace), 10);
    assert_int_equal(trace_dropped(trace), 3000 + 2 - 10);
    assert_int_equal(find(trace, EVENT_FLAG, 0)->of.flag.value, 2992);
    /* What lasts is whole, however long ago it began. */
    assert_int_equal(find(trace, EVENT_BLOCK, 0)->at, 1);
    assert_int_equal(find(trace, EVENT_BLOCK, 0)->length, 3999);
    assert_int_equal(find(trace, EVENT_LAUNCH, 0)->length, 4000);
    trace_close(trace);
}

static void forgets_at_reset(void **state)
{
    struct trace *const trace = opened(100);

    (void)state;
    begin_block(trace, 3, 1);
    assert_int_equal(trace_extent(trace).rows, 4);
    trace_reset(trace, 5000);
    assert_int_equal(trace_events(trace), 0);
    assert_int_equal(trace_extent(trace).rows, 0);
    assert_false(trace_keeps_values(trace));
    trace_launch_begins(trace, 70, "again", one, one);
    trace_launch_ends(trace, 80);
    assert_int_equal(trace_extent(trace).first, 70);
    assert_string_equal(
        trace_text_of(trace, find(trace, EVENT_LAUNCH, 0)->of.launch.kernel),
        "again");
    trace_close(trace);
}

static void time_never_falls_on_a_row(void **state)
{
    struct trace *const trace = opened(100);
    struct trace_point point = at(0, 50);

    (void)state;
    begin_block(trace, 0, 20);
    trace_phase(trace, &point, PHASE_load);
    point.at = 30;
    trace_phase(trace, &point, PHASE_scan);
    begin_block(trace, 1, 5); /* another row has its own */
    trace_launch_ends(trace, 40);
    assert_int_equal(find(trace, EVENT_PHASE, 0)->length, 0);
    assert_int_equal(find(trace, EVENT_PHASE, 1)->at, 50);
    assert_int_equal(find(trace, EVENT_BLOCK, 1)->at, 5);
    assert_int_equal(find(trace, EVENT_LAUNCH, 0)->length, 50);
    trace_close(trace);
}

static void a_look_comes_after_what_it_sees(void **state)
{
    struct trace *const trace = opened(100);
    const struct trace_point point = at(0, 90);
    const int value = 7;

    (void)state;
    begin_block(trace, 0, 0);
    begin_block(trace, 1, 0);
    trace_publish(trace, &point, 4, P, &value, sizeof value);
    look(trace, at(1, 60), 0, 4, P);
    trace_launch_ends(trace, 100);
    assert_int_equal(find(trace, EVENT_LOOK, 0)->at, 90);
    assert_int_equal(
        *(const int *)trace_value(trace, find(trace, EVENT_PUBLISH, 0)), 7);
    trace_close(trace);
}

static void lanes_make_one_look(void **state)
{
    struct trace *const trace = opened(100);

    (void)state;
    begin_block(trace, 0, 0);
    look(trace, lane(0, 10, 2), 1, 7, P); /* in any order */
    look(trace, lane(0, 11, 0), 1, 9, A);
    look(trace, lane(0, 12, 1), 1, 8, A);
    look(trace, lane(0, 13, 4), 1, 5, X);
    look(trace, lane(0, 14, 0), 2, 9, X);  /* they have met since */
    look(trace, lane(0, 15, 0), 2, 9, 77); /* again: no state is an X */
    look(trace, lane(0, 16, 0), 2, 9, P);
    trace_launch_ends(trace, 20);
    assert_int_equal(count(trace, EVENT_LOOK), 3);
    const struct trace_event *const first = find(trace, EVENT_LOOK, 0);
    assert_int_equal(first->of.look.nearest, 9);
    assert_int_equal(trace_seen(first, 0), A);
    assert_int_equal(trace_seen(first, 1), A);
    assert_int_equal(trace_seen(first, 2), P);
    assert_int_equal(trace_seen(first, 3), 3);
    assert_int_equal(trace_seen(first, 4), X);
    assert_int_equal(trace_found(first), TRACE_NO_TILE); /* it looks on */
    assert_int_equal(find(trace, EVENT_LOOK, 1)->of.look.times, 2);
    assert_int_equal(find(trace, EVENT_LOOK, 1)->length, 1);
    assert_int_equal(trace_found(find(trace, EVENT_LOOK, 2)), 9);
    trace_close(trace);
}

static void a_wait_goes_on_while_nothing_changes(void **state)
{
    struct trace *const trace = opened(100);
    const uint32_t flag = trace_text(trace, "flags[3]");
    const struct trace_point end = at(0, 4000);

    (void)state;
    begin_block(trace, 0, 0);
    look(trace, at(0, 5), 0, 3, X);
    for (uint64_t i = 0; i < 300; i++) {
        const struct trace_point from = at(0, 10 + 10 * i);
        const struct trace_point to = at(0, 15 + 10 * i);
        trace_waits(trace, &from, flag, 0);
        trace_goes_on(trace, &to);
        look(trace, to, 0, 3, X);
    }
    trace_waits(trace, &end, flag, 0);
    trace_launch_ends(trace, 5000);
    assert_int_equal(count(trace, EVENT_LOOK), 1);
    assert_int_equal(find(trace, EVENT_LOOK, 0)->of.look.times, 301);
    assert_true(count(trace, EVENT_WAIT) <= 2);
    const struct trace_event *const wait =
        find(trace, EVENT_WAIT, count(trace, EVENT_WAIT) - 1);
    assert_true(wait->of.wait.times >= 300);
    assert_int_equal(wait->at + wait->length, 5000);
    trace_close(trace);
}

static void a_block_that_does_not_end_is_unfinished(void **state)
{
    struct trace *const trace = opened(100);
    const struct trace_point point = at(1, 30);

    (void)state;
    begin_block(trace, 0, 0);
    begin_block(trace, 1, 0);
    trace_block_ends(trace, &point);
    trace_finding(trace, &point, "a race");
    trace_launch_ends(trace, 50);
    assert_true(find(trace, EVENT_BLOCK, 0)->of.block.finished);
    assert_false(find(trace, EVENT_BLOCK, 1)->of.block.finished);
    assert_true(trace_has_finding(trace));
    trace_close(trace);
}

static void the_same_text_has_the_same_number(void **state)
{
    struct trace *const trace = opened(100);
    uint32_t number[2000];
    char text[32];

    (void)state;
    assert_int_equal(trace_text(trace, ""), 0);
    for (int i = 0; i < 2000; i++) {
        snprintf(text, sizeof text, "cell[%d]", i);
        number[i] = trace_text(trace, text);
    }
    for (int i = 0; i < 2000; i++) {
        snprintf(text, sizeof text, "cell[%d]", i);
        assert_int_equal(trace_text(trace, text), number[i]);
        assert_string_equal(trace_text_of(trace, number[i]), text);
    }
    trace_close(trace);
}

static void no_more_accesses_than_fit(void **state)
{
    struct trace *const trace = opened(100);
    const struct trace_point point = at(0, 1);
    const struct trace_access access = {.bytes = 4, .shared = TRACE_GLOBAL};
    int taken = 0;

    (void)state;
    begin_block(trace, 0, 0);
    while (trace_access(trace, &point, &access))
        taken++;
    assert_int_equal(taken, TRACE_MOST_ACCESSES);
    trace_close(trace);
}

/* ---------------------------------------------------------------- the file */

/* What the trace is written as; the caller frees it. */
static char *written(struct trace *trace, struct trace_elements elements)
{
    char *text = NULL;
    size_t size;
    FILE *const to = open_memstream(&text, &size);
    struct problem why;
    const struct trace_file file = {.trace = trace,
                                    .process = "say \"hi\"\\\n\xc3",
                                    .ns_per_tick = 500,
                                    .elements = elements,
                                    .metadata = json_object()};

    assert_non_null(to);
    assert_int_equal(trace_write(&file, to, &why), OK);
    fclose(to);
    json_decref(file.metadata);
    return text;
}

static void must_hold(const char *text, const char *line)
{
    if (!text || !strstr(text, line))
        fail_msg("not in it: %s\n%s", line, text ? text : "(nothing)");
}

static void writes_what_happened(void **state)
{
    struct trace *const trace = opened(100);
    const struct trace_elements none = {.monoid = NULL};
    struct trace_point point = at(0, 3);

    (void)state;
    begin_block(trace, 0, 1);
    trace_ticket(trace, &point, 0, 0, 4);
    trace_phase(trace, &point, PHASE_look_back);
    trace_publish(trace, &point, 0, P, NULL, 0);
    begin_block(trace, 1, 2);
    point = at(1, 4);
    trace_ticket(trace, &point, 1, 4, 4);
    look(trace, at(1, 7), 0, 0, P);
    trace_launch_ends(trace, 10);
    char *const text = written(trace, none);
    json_t *const json = json_loads(text, 0, NULL);

    assert_non_null(json);
    assert_int_equal(strncmp(text, "{\"traceEvents\":[\n", 17), 0);
    must_hold(text, "{\"name\":\"say \\\"hi\\\"\\\\\\u000a\\u00c3\"}");
    must_hold(text, "{\"ph\":\"X\",\"ts\":0.500,\"dur\":4.500,\"pid\":1,"
                    "\"tid\":2,\"cat\":\"block\",\"name\":\"tile 0\",\"args\":{"
                    "\"block\":0,\"tile\":0,\"begin\":0,\"count\":4,"
                    "\"unfinished\":true}},\n");
    must_hold(text, "\"cat\":\"publish\",\"name\":\"P of tile 0\",\"s\":\"t\","
                    "\"args\":{\"block\":0,\"tile\":0,\"state\":\"P\"}},\n"
                    "{\"ph\":\"s\",\"ts\":1.500,\"pid\":1,\"tid\":2,"
                    "\"cat\":\"prefix\",\"name\":\"prefix\",\"id\":1},\n");
    must_hold(text, "{\"ph\":\"i\",\"ts\":3.500,\"pid\":1,\"tid\":3,"
                    "\"cat\":\"look\",\"name\":\"sees P\",\"s\":\"t\",\"args\":"
                    "{\"block\":1,\"tile\":1,\"first\":0,\"flags\":\"P\","
                    "\"found\":0,\"values\":[null]}},\n"
                    "{\"ph\":\"f\",\"ts\":3.500,");
    must_hold(text, "\"flows\": 1");
    json_decref(json);
    free(text);
    trace_close(trace);
}

/* Barriers and flags of a kernel that tells nothing; not of one that does. */
static void shows_flags_where_nobody_tells(void **state)
{
    const struct trace_elements none = {.monoid = NULL};
    struct trace *const trace = opened(100);
    const struct trace_point point = at(0, 3);

    (void)state;
    begin_block(trace, 0, 1);
    trace_barrier(trace, &point, trace_text(trace, "kernel.cu:7"));
    trace_flag(trace, &point, trace_text(trace, "flags[1]"), 0, true, 12);
    char *text = written(trace, none);
    must_hold(text, "\"name\":\"barrier\"");
    must_hold(text, "\"at\":\"kernel.cu:7\"");
    must_hold(text, "\"name\":\"flags[1] = 12\"");
    free(text);
    trace_ticket(trace, &point, 0, 0, 4);
    text = written(trace, none);
    assert_null(strstr(text, "barrier"));
    free(text);
    trace_close(trace);
}

static void shows_counts_as_numbers(void **state)
{
    const struct monoid_table four = {.bytes = 4};
    struct trace *const trace = opened(100);
    const struct trace_point point = at(0, 3);

    (void)state;
    begin_block(trace, 0, 1);
    trace_publish_count(trace, &point, 5, A, 70000000000);
    look(trace, at(0, 4), 0, 5, A);
    trace_launch_ends(trace, 10);
    char *const text = written(
        trace, (struct trace_elements){.monoid = &four, .are_intervals = true});
    must_hold(text, "\"tile\":5,\"state\":\"A\",\"value\":\"70000000000\"");
    must_hold(text, "\"values\":[\"70000000000\"]");
    free(text);
    trace_close(trace);
}

/* Lanes 1 and 2 look before lane 0 has published; then it looks, too. */
static void a_lane_that_tells_first_is_still_in_the_look(void **state)
{
    struct trace *const trace = opened(100);
    const struct trace_point speaker = at(0, 6), other = lane(0, 6, 40);

    (void)state;
    begin_block(trace, 0, 1);
    look(trace, lane(0, 4, 1), 7, 8, A);
    look(trace, lane(0, 5, 2), 7, 7, X);
    trace_publish_count(trace, &speaker, 10, A, 3);
    look(trace, at(0, 7), 7, 9, A);
    trace_phase(trace, &speaker, PHASE_scatter);
    const struct trace_event *const whole = find(trace, EVENT_LOOK, 0);
    assert_int_equal(whole->of.look.nearest, 9);
    assert_int_equal(trace_seen(whole, 0), A);
    assert_int_equal(trace_seen(whole, 1), A);
    assert_int_equal(trace_seen(whole, 2), X);
    assert_null(find(trace, EVENT_LOOK, 1));
    look(trace, lane(0, 8, 1), 8, 8, A);
    trace_phase(trace, &other, PHASE_scatter); /* of another warp */
    assert_non_null(find(trace, EVENT_LOOK, 1));
    trace_close(trace);
}

static void draws_no_more_arrows_than_viewers_can(void **state)
{
    const struct trace_elements none = {.monoid = NULL};
    struct trace *const trace = opened(10000);

    (void)state;
    begin_block(trace, 0, 1);
    for (uint32_t tile = 0; tile < 1000; tile++) {
        const struct trace_point point = at(0, 10 * (uint64_t)tile);
        trace_publish(trace, &point, tile, P, NULL, 0);
        begin_block(trace, 1, 10 * (uint64_t)tile);
        look(trace, at(1, 10 * (uint64_t)tile + 5), 0, tile, P);
    }
    trace_launch_ends(trace, 10000);
    char *const text = written(trace, none);
    must_hold(text, "\"flows\": 256");
    must_hold(text, "\"flows_left_out\": 744");
    free(text);
    trace_close(trace);
}

static void shows_intervals(void **state)
{
    const struct monoid_table four = {.bytes = 4};
    const struct trace_elements ranges = {.monoid = &four,
                                          .are_intervals = true};
    uint32_t leaf[3], text_of[8];
    char text[64];

    (void)state;
    assert_int_equal(interval_begin(3, 77, NULL), OK);
    for (size_t i = 0; i < 3; i++)
        interval_leaf(i, &leaf[i], 4);
    const uint32_t two = interval_op(leaf[0], leaf[1]);
    const uint32_t gap = interval_op(leaf[0], leaf[2]);
    const uint32_t nothing = interval_identity();
    memset(text_of, 0x55, sizeof text_of);
    assert_string_equal(trace_print(&ranges, &two, text, 64), "[0,1]");
    assert_string_equal(trace_print(&ranges, &gap, text, 64), "broken");
    assert_string_equal(trace_print(&ranges, &nothing, text, 64), "nothing");
    assert_string_equal(trace_print(&ranges, text_of, text, 64), "no element");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_newest_events),
        cmocka_unit_test(forgets_at_reset),
        cmocka_unit_test(time_never_falls_on_a_row),
        cmocka_unit_test(a_look_comes_after_what_it_sees),
        cmocka_unit_test(lanes_make_one_look),
        cmocka_unit_test(a_wait_goes_on_while_nothing_changes),
        cmocka_unit_test(a_block_that_does_not_end_is_unfinished),
        cmocka_unit_test(the_same_text_has_the_same_number),
        cmocka_unit_test(no_more_accesses_than_fit),
        cmocka_unit_test(writes_what_happened),
        cmocka_unit_test(shows_flags_where_nobody_tells),
        cmocka_unit_test(shows_counts_as_numbers),
        cmocka_unit_test(a_lane_that_tells_first_is_still_in_the_look),
        cmocka_unit_test(draws_no_more_arrows_than_viewers_can),
        cmocka_unit_test(shows_intervals),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
