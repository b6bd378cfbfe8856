/* test_replay.c - records of several blocks, put in order. */
#include "find_event.h"
#include "trace/replay.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

static struct problem why;

enum { BASE = 1000 };

static struct scan_record told(uint64_t at, enum told_kind kind, unsigned state,
                               uint32_t tile)
{
    return (struct scan_record){
        .at = BASE + at, .tag = kind | state << 8, .tile = tile};
}

/* One lane sees the tile in this state. */
static struct scan_record look(uint64_t at, unsigned state, uint32_t tile,
                               uint64_t times)
{
    struct scan_record look = told(at, TOLD_LOOK, 0, tile);

    look.data[0] = UINT64_C(0xfffffffefffffffe) | (state & 1) |
                   (uint64_t)(state >> 1) << 32;
    look.data[1] = times | (uint64_t)5 << 32;
    return look;
}

static struct told_block block(uint32_t number, uint32_t unit, uint64_t begin,
                               uint64_t end, const struct scan_record *records,
                               size_t count)
{
    return (struct told_block){.begin = BASE + begin,
                               .end = BASE + end,
                               .block = number,
                               .unit = unit,
                               .told = records,
                               .count = count};
}

/* The trace of one launch; the caller closes it. */
static struct trace *played(struct told_block *blocks, size_t count,
                            struct trace_clock *clock)
{
    struct trace *const trace = trace_open(1000);
    struct told_launch launch = {.kernel = "scan",
                                 .grid = {(unsigned)count, 1, 1},
                                 .threads = {32, 1, 1},
                                 .block = blocks,
                                 .blocks = count};

    assert_non_null(trace);
    trace_reset(trace, 16);
    assert_int_equal(replay(trace, &launch, 1, 4, "SM", clock, &why), OK);
    return trace;
}

static void rows_are_slots_of_units(void **state)
{
    struct told_block b[] = {
        block(0, 7, 0, 10, NULL, 0), block(1, 7, 5, 20, NULL, 0),
        block(2, 7, 10, 30, NULL, 0), block(3, 2, 0, 30, NULL, 0)};
    struct trace_clock clock = {.name = "test"};
    struct trace *const trace = played(b, 4, &clock);

    (void)state;
    assert_int_equal(trace_extent(trace).rows, 3);
    assert_int_equal(b[3].row, 0);
    assert_int_equal(b[0].row, 1);
    assert_int_equal(b[1].row, 2);
    assert_int_equal(b[2].row, 1);
    assert_string_equal(trace_row_name(trace, 0), "SM 2");
    assert_string_equal(trace_row_name(trace, 2), "SM 7, slot 1");
    assert_int_equal(clock.resolution_ns, 0); /* of eight times: by chance */
    trace_close(trace);
}

static void many_times_tell_the_clocks_step(void **state)
{
    enum { BLOCKS = 40 };
    struct told_block b[BLOCKS];
    struct trace_clock clock = {.name = "test"};

    (void)state;
    for (unsigned k = 0; k < BLOCKS; k++)
        b[k] = block(k, k, 5 * k, 5 * k + 100, NULL, 0);
    trace_close(played(b, BLOCKS, &clock));
    assert_int_equal(clock.resolution_ns, 5);
}

static void what_was_seen_comes_first(void **state)
{
    const struct scan_record one[] = {told(30, TOLD_PUBLISH, 2, 0)};
    const struct scan_record two[] = {look(20, 2, 0, 1),
                                      told(22, TOLD_PUBLISH, 2, 1)};
    const struct scan_record three[] = {look(24, 2, 1, 1)};
    struct told_block b[] = {block(0, 0, 0, 40, one, 1),
                             block(1, 1, 0, 40, two, 2),
                             block(2, 2, 0, 40, three, 1)};
    struct trace_clock clock = {.name = "test"};
    struct trace *const trace = played(b, 3, &clock);

    (void)state;
    assert_int_equal(clock.moved, 1);
    assert_int_equal(clock.moved_ns, 10);
    assert_int_equal(find(trace, EVENT_PUBLISH, 0)->at, BASE + 30);
    assert_int_equal(find(trace, EVENT_LOOK, 0)->at, BASE + 30);
    assert_int_equal(find(trace, EVENT_PUBLISH, 1)->at, BASE + 30);
    assert_int_equal(find(trace, EVENT_LOOK, 1)->at, BASE + 30);
    assert_int_equal(trace_clock(trace)->moved, 1);
    trace_close(trace);
}

static void looks_last(void **state)
{
    const struct scan_record one[] = {look(20, 0, 0, 9), look(40, 0, 0, 1),
                                      told(50, TOLD_PHASE, PHASE_store, 0)};
    struct told_block b[] = {block(0, 0, 0, 60, one, 3)};
    struct trace_clock clock = {.name = "test"};
    struct trace *const trace = played(b, 1, &clock);
    const struct trace_event *const event = find(trace, EVENT_LOOK, 0);

    (void)state;
    assert_null(find(trace, EVENT_LOOK, 1));
    assert_int_equal(event->at, BASE + 20);
    assert_int_equal(event->of.look.times, 10);
    assert_int_equal(event->length, 20);
    trace_close(trace);
}

/* Records that can not be true are told as they are. */
static void circles_come_to_an_end(void **state)
{
    const struct scan_record one[] = {look(10, 2, 1, 1),
                                      told(20, TOLD_PUBLISH, 2, 0)};
    const struct scan_record two[] = {look(10, 2, 0, 1),
                                      told(20, TOLD_PUBLISH, 2, 1)};
    struct told_block b[] = {block(0, 0, 0, 40, one, 2),
                             block(1, 1, 0, 40, two, 2)};
    struct trace_clock clock = {.name = "test"};
    struct trace *const trace = played(b, 2, &clock);

    (void)state;
    assert_non_null(find(trace, EVENT_LOOK, 1));
    assert_non_null(find(trace, EVENT_PUBLISH, 1));
    assert_non_null(find(trace, EVENT_BLOCK, 1));
    trace_close(trace);
}

/* A count is published, too: a look at it comes after it, and sees it. */
static void counts_are_published(void **state)
{
    struct scan_record count = told(30, TOLD_COUNT, 2, 0);
    count.data[0] = UINT64_C(1) << 40;
    const struct scan_record other = look(20, 2, 0, 1);
    struct told_block b[] = {block(0, 0, 0, 40, &count, 1),
                             block(1, 1, 0, 40, &other, 1)};
    struct trace_clock clock = {.name = "test"};
    struct trace *const trace = played(b, 2, &clock);

    (void)state;
    assert_int_equal(clock.moved, 1);
    const struct trace_event *const published = find(trace, EVENT_PUBLISH, 0);
    assert_true(published->of.publish.is_count);
    assert_memory_equal(trace_value(trace, published), count.data,
                        sizeof(uint64_t));
    assert_int_equal(find(trace, EVENT_LOOK, 0)->at, BASE + 30);
    trace_close(trace);
}

static void nothing_is_a_trace_too(void **state)
{
    struct trace_clock clock = {.name = "test"};
    struct trace *const trace = played(NULL, 0, &clock);

    (void)state;
    assert_int_equal(trace_events(trace), 0);
    trace_close(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_slots_of_units),
        cmocka_unit_test(many_times_tell_the_clocks_step),
        cmocka_unit_test(what_was_seen_comes_first),
        cmocka_unit_test(looks_last),
        cmocka_unit_test(circles_come_to_an_end),
        cmocka_unit_test(counts_are_published),
        cmocka_unit_test(nothing_is_a_trace_too),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
