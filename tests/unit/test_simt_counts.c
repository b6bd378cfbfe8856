/* test_simt_counts.c - bytes, requests, sectors, wavefronts, barriers: as many
 * as follow from the source, under every schedule.
 */
#include "simt_frame.h"

/* clang-format off */
static const struct kernel counted[] = {
    {"copies", 4, 64, CODE({ b[64 * B + T] = a[64 * B + T]; })},
    {"copies_half", 1, 16, CODE({ b[T] = a[T]; })},
    {"copies_apart", 1, 32, CODE({ b[8 * T] = a[8 * T]; })},
    {"copies_askew", 1, 32, CODE({ b[T + 1] = a[T + 7]; })},
    {"copies_one", 1, 32, CODE({ b[T] = a[0]; })},
    {"copies_vectors", 1, 32, CODE({
        ((uint4 *)b)[T] = ((uint4 *)a)[T]; })},
    {"copies_twice", 1, 32, CODE({
        for (int i = 0; i < 2; i++) b[32 * i + T] = a[32 * i + T]; })},
    {"copies_odd", 1, 32, CODE({ if (T % 2) b[T] = a[T]; })},
    {"adds_in_place", 1, 32, CODE({ a[T] += 1; })},
    {"shared_even", 1, 32, CODE({
        __shared__ unsigned s[32]; s[T] = T; __syncwarp(); b[T] = s[T]; })},
    {"shared_by_two", 1, 32, CODE({
        __shared__ unsigned s[64]; s[2 * T] = T; __syncwarp();
        b[T] = s[2 * T]; })},
    {"shared_by_32", 1, 32, CODE({
        __shared__ unsigned s[1024]; s[32 * T] = T; __syncwarp();
        b[T] = s[32 * T]; })},
    {"shared_by_33", 1, 32, CODE({
        __shared__ unsigned s[1056]; s[33 * T] = T; __syncwarp();
        b[T] = s[33 * T]; })},
    {"shared_one", 1, 32, CODE({
        __shared__ unsigned s[32]; s[T] = T; __syncwarp(); b[T] = s[0]; })},
    {"barriers", 3, 64, CODE({
        for (int i = 0; i < 5; i++) __syncthreads(); })},
    {"atomics_counted", 2, 64, CODE({
        atomicAdd(a + T, 1); if (T < 10) atomicCAS(a + 100, 5, 6);
        if (T == 0) __threadfence(); })},
};
/* clang-format on */

static const struct request_count *requests_of(enum request_space space,
                                               enum request_kind kind)
{
    return &simt_counts(simt)->requests.of[space][kind];
}

static void copies_cost_their_sectors(void **state)
{
    static const struct {
        const char *kernel;
        uint64_t read, written; /* bytes */
        uint64_t loads, load_sectors, stores, store_sectors;
    } cases[] = {
        {"copies", 1024, 1024, 8, 32, 8, 32},
        {"copies_half", 64, 64, 1, 2, 1, 2},
        {"copies_apart", 128, 128, 1, 32, 1, 32},
        {"copies_askew", 128, 128, 1, 5, 1, 5},
        {"copies_one", 128, 128, 1, 1, 1, 4},
        {"copies_vectors", 512, 512, 1, 16, 1, 16},
        {"copies_twice", 256, 256, 2, 8, 2, 8},
        {"copies_odd", 64, 64, 1, 4, 1, 4},
        {"adds_in_place", 128, 128, 1, 4, 1, 4},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int s = 0; s < SCHEDULES; s++) {
            const struct request_count *load =
                requests_of(REQUEST_GLOBAL, REQUEST_LOAD);
            const struct request_count *store =
                requests_of(REQUEST_GLOBAL, REQUEST_STORE);
            const struct simt_counts *counts = simt_counts(simt);
            clear();
            simt_counts_reset(simt);
            pass(cases[i].kernel, schedules[s]);
            if (counts->read_bytes != cases[i].read ||
                counts->write_bytes != cases[i].written ||
                load->requests != cases[i].loads ||
                load->sectors != cases[i].load_sectors ||
                store->requests != cases[i].stores ||
                store->sectors != cases[i].store_sectors ||
                counts->launches != 1)
                fail_msg("%s, %s: %ju + %ju bytes, %ju loads of %ju sectors, "
                         "%ju stores of %ju",
                         cases[i].kernel, schedules[s],
                         (uintmax_t)counts->read_bytes,
                         (uintmax_t)counts->write_bytes,
                         (uintmax_t)load->requests, (uintmax_t)load->sectors,
                         (uintmax_t)store->requests, (uintmax_t)store->sectors);
        }
}

static void shared_memory_costs_its_wavefronts(void **state)
{
    static const struct {
        const char *kernel;
        uint64_t stores, loads, conflicts;
    } cases[] = {{"shared_even", 1, 1, 0},
                 {"shared_by_two", 2, 2, 2},
                 {"shared_by_32", 32, 32, 62},
                 {"shared_by_33", 1, 1, 0},
                 {"shared_one", 1, 1, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct request_count *store =
            requests_of(REQUEST_SHARED, REQUEST_STORE);
        const struct request_count *load =
            requests_of(REQUEST_SHARED, REQUEST_LOAD);
        clear();
        simt_counts_reset(simt);
        pass(cases[i].kernel, "random:1");
        assert_int_equal(store->requests, 1);
        assert_int_equal(load->requests, 1);
        assert_int_equal(store->wavefronts, cases[i].stores);
        assert_int_equal(load->wavefronts, cases[i].loads);
        assert_int_equal(store->conflicts + load->conflicts,
                         cases[i].conflicts);
    }
}

static void barriers_atomics_and_launches_are_counted(void **state)
{
    const struct simt_counts *counts = simt_counts(simt);

    (void)state;
    clear();
    simt_counts_reset(simt);
    pass("barriers", "reverse");
    pass("barriers", "inorder");
    assert_int_equal(counts->launches, 2);
    assert_int_equal(counts->barriers, 2 * 3 * 5);
    assert_int_equal(counts->read_bytes + counts->write_bytes, 0);
    simt_counts_reset(simt);
    pass("atomics_counted", "random:9");
    assert_int_equal(counts->atomics, 128 + 20);
    assert_int_equal(counts->fences, 2);
    assert_int_equal(requests_of(REQUEST_GLOBAL, REQUEST_ATOMIC)->accesses,
                     128 + 20);
    assert_int_equal(counts->launches, 1);
}

static int open_all(void **state)
{
    static const struct table tables[] = {
        {counted, sizeof counted / sizeof *counted},
    };

    (void)state;
    return frame_open(tables, sizeof tables / sizeof *tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_cost_their_sectors),
        cmocka_unit_test(shared_memory_costs_its_wavefronts),
        cmocka_unit_test(barriers_atomics_and_launches_are_counted),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
