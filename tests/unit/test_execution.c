/* test_execution.c - what all devices share, on a device made for the test. */
#include "base/host.h"
#include "prove/count.h"
#include "devices/execution.h"
#include "prove/verify.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

enum { MULTIPROCESSORS = 77 };

/* -------------------------------------------- a device that does as told */

static struct {
    bool open_fails, scan_fails;
    long spill; /* bytes from the end of the output that are written too */
    int opened, closed, calls;
    enum entry entry; /* of the last call */
} fake;

struct own_execution {
    struct execution base;
    int mine;
};

static struct machine fake_machine(const struct setup *setup)
{
    (void)setup;
    return (struct machine){.multiprocessors = MULTIPROCESSORS};
}

static enum status fake_open(struct execution *e, struct problem *why)
{
    struct own_execution *own = (struct own_execution *)e;

    assert_int_equal(own->mine, 0);
    own->mine = 1;
    fake.opened++;
    return fake.open_fails ? problem_set(why, CHECK_FAILED, "no such kernel")
                           : OK;
}

static void fake_close(struct execution *e)
{
    assert_int_equal(((struct own_execution *)e)->mine, 1);
    fake.closed++;
}

static enum status fake_run(struct execution *e, const struct call *call,
                            struct problem *why)
{
    const struct monoid_table *m = &e->setup.monoid->table;
    const size_t n = call->sizes.of[0];
    void *const out = call->port[1];

    fake.calls++;
    fake.entry = call->entry;
    if (call->entry != ENTRY_SCAN)
        return OK;
    if (fake.scan_fails)
        return problem_set(why, CHECK_FAILED, "kernel.cu:7: a race");
    m->fold(call->port[0], out, n, e->setup.exclusive, call->carry);
    if (fake.spill)
        ((char *)out)[n * m->bytes + (size_t)fake.spill - 1] ^= 1;
    return OK;
}

static const struct execution_type fake_type = {
    .bytes = sizeof(struct own_execution),
    .machine = fake_machine,
    .open = fake_open,
    .close = fake_close,
    .run = fake_run,
};

static const struct device device = {.name = "fake",
                                     .type = &fake_type,
                                     .runs_kernels = true,
                                     .calls_host_op = true};

/* --------------------------------------- an algorithm that takes up to 100 */

static const char *refuse(const struct request *request)
{
    return request->n > 100 ? "at most 100" : NULL;
}

static void plan(const struct request *request, struct plan *out)
{
    assert_int_equal(request->machine->multiprocessors, MULTIPROCESSORS);
    out->buffers++;
    out->buffer[0].bytes = request->n;
    out->steps = (int)request->entry + 10 * request->has_carry;
}

static void forms(const struct request *request, struct forms *out)
{
    out->work.low = out->work.high =
        (double)request->n * request->machine->multiprocessors;
}

static const struct parameter no_parameters[] = {{.name = NULL}};

static const struct implementation code = {.parameters = no_parameters,
                                           .refuse = refuse,
                                           .plan = plan,
                                           .forms = forms};

static const struct algorithm algorithm = {
    .name = "own", .task = &scan_task, .gpu = &code};

static const struct choice choice = {
    .algorithm = &algorithm, .device = &device, .implementation = &code};

static struct monoid intervals;

static struct setup setup_of(size_t largest_n)
{
    memset(&fake, 0, sizeof fake);
    return (struct setup){.device = &device,
                          .choice = &choice,
                          .monoid = &intervals,
                          .largest_n = largest_n};
}

/* ------------------------------------------------------------------ tests */

static void asks_the_code_for_the_device(void **state)
{
    const struct setup setup = setup_of(100);

    (void)state;
    assert_null(setup_refuses(&setup, 100));
    assert_string_equal(setup_refuses(&setup, 101), "at most 100");
    assert_true(setup_forms(&setup, 3).work.high == 3 * MULTIPROCESSORS);
}

static void plans_every_entry(void **state)
{
    const struct setup setup = setup_of(10);
    struct execution *e;
    struct plan got;

    (void)state;
    assert_int_equal(execution_open(&setup, &e, NULL), OK);
    memset(&got, 0xff, sizeof got);
    for (int entry = ENTRY_SCAN; entry <= ENTRY_APPLY_CARRY; entry++)
        for (int carry = 0; carry < 2; carry++) {
            execution_plan(e, (enum entry)entry, sizes_of_scan(9), carry, &got);
            assert_int_equal(got.buffers, 1); /* cleared before */
            assert_int_equal(got.buffer[0].bytes, 9);
            assert_int_equal(got.steps, entry + 10 * carry);
        }
    execution_close(e);
    execution_close(NULL);
    assert_int_equal(fake.closed, 1);
}

static void closes_what_did_not_open(void **state)
{
    const struct setup setup = setup_of(10);
    struct execution *e = (struct execution *)&fake;
    struct problem why;

    (void)state;
    fake.open_fails = true;
    assert_int_equal(execution_open(&setup, &e, &why), CHECK_FAILED);
    assert_string_equal(why.line, "no such kernel");
    assert_null(e);
    assert_int_equal(fake.opened, 1);
    assert_int_equal(fake.closed, 1);
}

static void calls_nothing_for_nothing(void **state)
{
    const struct setup setup = setup_of(10);
    char element[64], identity[64];
    struct execution *e;

    (void)state;
    memset(element, 0xa5, sizeof element);
    assert_int_equal(execution_open(&setup, &e, NULL), OK);
    assert_int_equal(execution_scan(e, element, element, 0, NULL, NULL), OK);
    assert_int_equal(execution_apply_carry(e, element, 0, element, NULL), OK);
    assert_int_equal((unsigned char)element[0], 0xa5);
    assert_int_equal(execution_reduce(e, NULL, element, 0, NULL), OK);
    intervals.table.identity(identity);
    assert_memory_equal(element, identity, intervals.table.bytes);
    assert_int_equal(fake.calls, 0);
    execution_reduce(e, NULL, element, 1, NULL);
    assert_int_equal(fake.entry, ENTRY_REDUCE);
    execution_apply_carry(e, element, 1, element, NULL);
    assert_int_equal(fake.entry, ENTRY_APPLY_CARRY);
    assert_int_equal(fake.calls, 2);
    execution_close(e);
}

static void counts_on_any_device(void **state)
{
    const struct setup setup = setup_of(0);
    struct counts counts;
    struct problem why;

    (void)state;
    if (count_run(&setup, 9, &counts, NULL, &why) != OK)
        fail_msg("%s", why.line);
    assert_true(counts.work >= 8);
    assert_true(counts.depth == counts.work); /* the plain loop: one chain */
    assert_int_equal(count_run(&setup, 0, &counts, NULL, &why), OK);
    assert_true(counts.work == 0);
    assert_int_equal(fake.closed, 2);
}

static void counting_sees_what_else_was_written(void **state)
{
    const struct setup setup = setup_of(0);
    struct counts counts;
    struct problem why;

    (void)state;
    fake.spill = 1;
    assert_int_equal(count_run(&setup, 9, &counts, NULL, &why), CHECK_FAILED);
    assert_string_equal(why.line, "memory after out[8] was written");
    assert_int_equal(fake.closed, 1);
}

static void a_finding_ends_a_count(void **state)
{
    const struct setup setup = setup_of(0);
    struct counts counts;
    struct problem why;

    (void)state;
    fake.scan_fails = true;
    assert_int_equal(count_run(&setup, 9, &counts, NULL, &why), CHECK_FAILED);
    assert_string_equal(why.line, "kernel.cu:7: a race");
    assert_int_equal(fake.closed, 1);
}

static enum status verify_sizes(const size_t *sizes, size_t count,
                                struct verify_tally *tally, struct problem *why)
{
    static const int no_threads[] = {0};
    const struct verify_job job = {.choice = &choice,
                                   .device = &device,
                                   .sizes = sizes,
                                   .size_count = count,
                                   .simt_count = 1,
                                   .elem_bytes = VERIFY_BYTES,
                                   .threads = no_threads,
                                   .thread_counts = 1};

    return verify(&job, tally, why);
}

static void verifies_without_threads(void **state)
{
    static const size_t sizes[] = {0, 1, 9, 101};
    struct verify_tally tally;
    struct problem why;

    (void)state;
    setup_of(0);
    if (verify_sizes(sizes, 4, &tally, &why) != OK)
        fail_msg("%s", why.line);
    /* three sizes, four forms, two encodings; four sizes of T, two kinds */
    assert_int_equal(tally.runs, 3 * 4 * 2 * 4 * 2);
    assert_int_equal(tally.refused, 4 * 2);
    assert_string_equal(tally.refusal, "at most 100");
    /* not for n = 0; and afterwards on three real structs, and on three kinds
     * of numbers inclusive and exclusive */
    assert_int_equal(fake.calls, 2 * 4 * 2 * 4 * 2 + (3 + 3 * 2) * 2 * 4);
}

static void a_finding_is_told_with_its_case(void **state)
{
    static const size_t sizes[] = {9};
    struct verify_tally tally;
    struct problem why;

    (void)state;
    setup_of(0);
    fake.scan_fails = true;
    assert_int_equal(verify_sizes(sizes, 1, &tally, &why), CHECK_FAILED);
    assert_string_equal(why.line, "kernel.cu:7: a race");
    assert_string_equal(why.found_in, "own, inclusive, n = 9, T of 4 bytes");
}

static int open_intervals(void **state)
{
    (void)state;
    return monoid_open("interval", &intervals, NULL) == OK ? 0 : -1;
}

static int close_intervals(void **state)
{
    (void)state;
    monoid_close(&intervals);
    return 0;
}

/* A level 3 cache of a whole socket does not count; an unknown one is taken for
 * one of the usual size. */
static void streams_past_the_caches_that_count(void **state)
{
    enum { MB = 1 << 20 };

    (void)state;
    assert_int_equal(host_stream_bytes(MB, 32 * MB), 8 * MB);
    assert_int_equal(host_stream_bytes(2 * MB, 260 * MB), 2 * MB);
    assert_int_equal(host_stream_bytes(MB, 0), 8 * MB);
    const struct machine machine = host_machine(2);
    assert_in_range(machine.stream_bytes, machine.cache_bytes,
                    8 * machine.cache_bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asks_the_code_for_the_device),
        cmocka_unit_test(plans_every_entry),
        cmocka_unit_test(closes_what_did_not_open),
        cmocka_unit_test(calls_nothing_for_nothing),
        cmocka_unit_test(counts_on_any_device),
        cmocka_unit_test(counting_sees_what_else_was_written),
        cmocka_unit_test(a_finding_ends_a_count),
        cmocka_unit_test(verifies_without_threads),
        cmocka_unit_test(a_finding_is_told_with_its_case),
        cmocka_unit_test(streams_past_the_caches_that_count),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_intervals, close_intervals);
}
