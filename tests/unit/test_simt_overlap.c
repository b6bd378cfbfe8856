/* test_simt_overlap.c - a launch that begins while the one before it is still
 * running: what memory may it touch before it has waited for that launch? */
#include "simt_frame.h"

/* clang-format off */
static const struct kernel kernels[] = {
    {"writes_b", 1, 64, CODE({ b[T] = a[T]; })},
    {"waits_at_once", 1, 64, CODE({ cudaGridDependencySynchronize();
        a[T] = b[T]; })},
    {"never_waits", 1, 64, CODE({ b[T + 64] = b[T]; }),
        "early: "},
    {"waits_too_late", 1, 64, CODE({ const unsigned x = b[T];
        cudaGridDependencySynchronize(); b[T + 64] = x; }), "still be running and write"},
    {"writes_what_is_read", 1, 64, CODE({ a[T] = 1;
        cudaGridDependencySynchronize(); }), "writes a[0] before"},
    {"one_waits_for_all", 1, 64, CODE({
        if (T == 5) cudaGridDependencySynchronize();
        __syncthreads(); b[T + 64] = b[T]; })},
    {"one_waits_for_its_warp", 1, 64, CODE({
        if (T % 32 == 5) cudaGridDependencySynchronize();
        __syncwarp(); b[T + 64] = b[T]; })},
    {"one_waits_alone", 1, 64, CODE({
        if (T == 5) cudaGridDependencySynchronize();
        __syncwarp(); b[T + 64] = b[T]; }), "early: "},
    {"one_waits_and_returns", 1, 64, CODE({
        if (T == 5) { cudaGridDependencySynchronize(); return; }
        __syncthreads(); b[T + 64] = b[T]; }), "early: "},
    {"own_memory_before", 1, 64, CODE({ __shared__ unsigned s[64];
        s[T] = T; __syncthreads(); cudaGridDependencySynchronize();
        b[T + 64] = s[T ^ 1]; })},
};
static const struct kernel between[] = {
    {"touches_nothing", 1, 64, CODE({ __syncthreads(); })},
    {"touches_others", 1, 64, CODE({ b[T + 128] = a[T]; })},
    {"one_waits", 1, 64, CODE({ if (T == 40) cudaGridDependencySynchronize();
        })},
};
static const struct kernel only_reads[] = {
    {"reads_what_is_read", 1, 64, CODE({ const unsigned x = a[T];
        cudaGridDependencySynchronize(); b[T + 64] = x; })},
};
/* clang-format on */

static const struct table tables[] = {
    {kernels, sizeof kernels / sizeof *kernels},
    {between, sizeof between / sizeof *between},
    {only_reads, 1},
};

static enum status launch_so(const struct kernel *k, enum overlap overlap,
                             struct problem *why)
{
    static uint64_t pointer[2];
    const struct simt_options options = options_of("inorder");
    pointer[0] = (uint64_t)(uintptr_t)a;
    pointer[1] = (uint64_t)(uintptr_t)b;
    const struct simt_launch launch = {.kernel = k->name,
                                       .overlap = overlap,
                                       .grid = {k->grid, 1, 1},
                                       .block = {k->block, 1, 1},
                                       .arguments = 2,
                                       .argument = {&pointer[0], &pointer[1]},
                                       .bytes = {8, 8}};

    return simt_launch(simt, &options, &launch, why);
}

static void after_a_launch(const struct kernel *k, enum overlap overlap,
                           const char *want)
{
    struct problem why = {.line = ""};

    clear();
    assert_int_equal(launch_so(kernel_called("writes_b"), OVERLAPS_NONE, &why),
                     OK);
    const enum status status = launch_so(k, overlap, &why);
    if (want ? status != CHECK_FAILED || !strstr(why.line, want) : status != OK)
        fail_msg("%s: %s", k->name, why.line);
}

static void launches_of_a_run(void **state)
{
    (void)state;
    for (size_t i = 1; i < sizeof kernels / sizeof *kernels; i++) {
        after_a_launch(&kernels[i], OVERLAPS_RUN, kernels[i].want);
        after_a_launch(&kernels[i], OVERLAPS_ALL,
                       kernels[i].want ? "early: " : NULL);
        after_a_launch(&kernels[i], OVERLAPS_NONE, NULL);
    }
}

/* writes_b, one that does not wait for it, and one that waits for that. */
static void a_launch_in_between_that_does_not_wait(void **state)
{
    const struct kernel *const last = kernel_called("waits_at_once");

    (void)state;
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        struct problem why = {.line = ""};
        const bool waits = !strcmp(between[i].name, "one_waits");
        after_a_launch(&between[i], OVERLAPS_RUN, NULL);
        assert_int_equal(launch_so(last, OVERLAPS_RUN, &why),
                         waits ? OK : CHECK_FAILED);
        if (!waits && !strstr(why.line, "a launch before the previous one"))
            fail_msg("%s: %s", between[i].name, why.line);
        after_a_launch(&between[i], OVERLAPS_RUN, NULL);
        assert_int_equal(launch_so(last, OVERLAPS_NONE, &why), OK);
    }
}

/* What came before a run may have written anything. */
static void reading_what_is_only_read(void **state)
{
    (void)state;
    after_a_launch(&only_reads[0], OVERLAPS_RUN, NULL);
    after_a_launch(&only_reads[0], OVERLAPS_ALL, "early: ");
}

static int open_kernels(void **state)
{
    (void)state;
    return frame_open(tables, sizeof tables / sizeof *tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_of_a_run),
        cmocka_unit_test(a_launch_in_between_that_does_not_wait),
        cmocka_unit_test(reading_what_is_only_read),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_kernels, frame_close);
}
