/* test_simt_schedules.c - which thread runs next: the same order again from the
 * same seed, blocks that wait for later ones, lanes in lockstep.
 */
#include "simt_frame.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

/* clang-format off */
static const struct kernel scheduled[] = {
    {"waits_for_a_later_block", 8, 32, CODE({ if (T) return;
        if (B < 7) while (!V(a[B + 1])); V(a[B]) = 1; })},
    {"warp_synchronous", 1, 32, CODE({
        __shared__ unsigned s[64];
        s[T] = 0; s[T + 32] = a[T]; __syncwarp();
        for (int k = 1; k < 32; k *= 2) {
            const unsigned x = s[T + 32 - k];
            s[T + 32] += x; }
        b[T] = s[T + 32]; }), "race on s["},
    {"wait_that_ends", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { int k = 0; while (k < 1000 && !V(a[0])) k++;
            if (k < 1000) __threadfence();
            b[0] = a[100]; } })},
    {"long_way", 8, 64, CODE({
        for (int i = 0; i < 4000; i++) { a[64 * B + T] = i; __syncthreads(); }
        })},
};
/* clang-format on */

static void waiting_for_later_blocks_is_told(void **state)
{
    static const struct {
        const char *schedule, *want;
        int resident;
    } cases[] = {
        {"inorder", NULL, 8},
        {"inorder", "needs blocks to start in order", 2},
        {"timed", "needs blocks to start in order", 7},
        {"reverse", NULL, 1},
        {"adversary", NULL, 3},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct simt_options options = options_of(cases[i].schedule);
        struct problem why = {0};
        options.resident = cases[i].resident;
        clear();
        launch_with(kernel_called("waits_for_a_later_block"), &options, &why);
        if (cases[i].want ? !strstr(why.line, cases[i].want) : *why.line)
            fail_msg("%s, %d resident: %s", cases[i].schedule,
                     cases[i].resident, why.line);
    }
}

/* The path, and what it cost. */
static uint64_t path_of(const char *schedule, struct simt_counts *counts)
{
    clear();
    simt_counts_reset(simt);
    simt_begin_run(simt);
    pass("sums", schedule);
    *counts = *simt_counts(simt);
    for (uint32_t k = 0, sum = 0; k < 8; k++) {
        sum += 95 * 96 / 2 + 96 * k;
        equal(schedule, k, b[k], sum);
    }
    return simt_path(simt);
}

static void the_same_seed_is_the_same_run(void **state)
{
    uint64_t paths[SCHEDULES];
    int others = 0;

    (void)state;
    for (int s = 0; s < SCHEDULES; s++) {
        struct simt_counts one, two;
        paths[s] = path_of(schedules[s], &one);
        assert_int_equal(path_of(schedules[s], &two), paths[s]);
        assert_memory_equal(&one, &two, sizeof one);
        for (int r = 0; r < s; r++)
            others += paths[r] != paths[s];
    }
    assert_true(others > SCHEDULES); /* seeds do make a difference */
    struct simt_counts timed, again;
    path_of("timed", &timed);
    path_of("random:1", &again);
    path_of("timed", &again);
    assert_true(timed.cycles > 0);
    assert_int_equal(timed.cycles, again.cycles);
}

/* Blocks of different lengths that wait for memory, some of them for none. */
#define UNEVEN(more)                                                           \
    "__global__ void uneven(unsigned *a, unsigned *b) {\n"                     \
    "__shared__ unsigned s[64];\n"                                             \
    "const unsigned i = threadIdx.x, k = blockIdx.x;\n"                        \
    "unsigned sum = 0;\n"                                                      \
    "for (unsigned r = 0; r < k % 7; r++) {\n"                                 \
    "    s[i] = r % 3 ? sum : a[(64 * k + 8 * r + i) % 1024];\n"               \
    "    __syncthreads(); sum += s[63 - i]; __syncthreads(); }\n"              \
    "if (k < 16) b[64 * k + i] = sum; }\n" more

/* Cycles of a launch, in a module of its own, and the order of accesses. */
static uint64_t uneven_cycles(const char *text, int resident, uint64_t *path)
{
    struct simt_options options = options_of("timed");
    struct problem why = {0};
    struct simt *const own = open_text("uneven.cu", text, &why);

    if (!own)
        fail_msg("%s", why.line);
    uint32_t *from = simt_alloc(own, "a", WORDS * sizeof *a, sizeof *a, 0);
    uint32_t *to = simt_alloc(own, "b", WORDS * sizeof *b, sizeof *b, 0);
    const struct simt_launch launch = {.kernel = "uneven",
                                       .grid = {100, 1, 1},
                                       .block = {64, 1, 1},
                                       .arguments = 2,
                                       .argument = {&from, &to},
                                       .bytes = {8, 8}};
    memset(from, 0, WORDS * sizeof *from);
    simt_host_wrote(own, from, WORDS * sizeof *from);
    simt_begin_run(own);
    options.resident = resident;
    for (int times = 0; times < 2; times++)
        if (simt_launch(own, &options, &launch, &why) != OK)
            fail_msg("%s", why.line);
    const uint64_t cycles = simt_counts(own)->cycles;
    /* What fails, in the middle of a block, leaves nothing behind. */
    simt_host_spoilt(own, from + 64 + 40, sizeof *from);
    assert_int_equal(simt_launch(own, &options, &launch, &why), CHECK_FAILED);
    simt_host_wrote(own, from, WORDS * sizeof *from);
    simt_counts_reset(own);
    simt_begin_run(own);
    for (int times = 0; times < 2; times++)
        assert_int_equal(simt_launch(own, &options, &launch, &why), OK);
    assert_int_equal(simt_counts(own)->cycles, cycles);
    *path = simt_path(own);
    simt_close(own);
    return cycles;
}

static void blocks_that_run_one_by_one_take_the_same_time(void **state)
{
    static const char alone[] = UNEVEN("");
    static const char together[] = /* since a block might hear of another */
        UNEVEN("__global__ void waits(volatile int *f) { while (!*f); }\n");

    (void)state;
    for (int resident = 1; resident <= 32; resident *= 2) {
        uint64_t path, other;
        assert_int_equal(uneven_cycles(alone, resident, &path),
                         uneven_cycles(together, resident, &other));
        assert_true((path == other) == (resident == 1));
    }
}

static void fails_with(const char *kernel, const char *schedule,
                       const char *want)
{
    struct problem why;

    clear();
    assert_int_equal(launch(kernel, schedule, &why), CHECK_FAILED);
    if (!strstr(why.line, want))
        fail_msg("%s: %s; want %s", kernel, why.line, want);
}

static void lockstep_runs_what_relies_on_it(void **state)
{
    struct simt_options options = options_of("inorder");
    struct problem why = {0};

    (void)state;
    fails_with("warp_synchronous", "inorder", "race on s[");
    options.lockstep = true;
    clear();
    for (unsigned t = 0; t < LANES; t++)
        a[t] = t + 1;
    if (launch_with(kernel_called("warp_synchronous"), &options, &why) != OK)
        fail_msg("%s", why.line);
    for (unsigned t = 0; t < LANES; t++)
        equal("warp_synchronous", t, b[t], (t + 1) * (t + 2) / 2);
}

/* The watchdog's ticks come at any moment: also between two fibres. */
static volatile bool ticking;

static void *tick(void *main_thread)
{
    const struct timespec pause = {0, 40000000};

    while (ticking) {
        nanosleep(&pause, NULL);
        pthread_kill(*(pthread_t *)main_thread, SIGALRM);
    }
    return NULL;
}

static void long_launches_outlive_the_watchdog(void **state)
{
    pthread_t ticker, self = pthread_self();

    (void)state;
    signal(SIGALRM, SIG_IGN);
    ticking = true;
    assert_int_equal(pthread_create(&ticker, NULL, tick, &self), 0);
    clear();
    pass("long_way", "random:1");
    ticking = false;
    pthread_join(ticker, NULL);
}

/* What a kernel does when it has waited long enough is run, too. */
static void waits_that_end_do_end(void **state)
{
    static const char *const some[] = {"random", "pct"};

    (void)state;
    for (int k = 0; k < 2; k++) {
        int found = 0;
        for (int seed = 1; seed <= 200; seed++) {
            struct problem why = {0};
            char schedule[32];
            snprintf(schedule, sizeof schedule, "%s:%d", some[k], seed);
            clear();
            if (launch("wait_that_ends", schedule, &why) == OK)
                continue;
            assert_non_null(strstr(why.line, "race on a[100]"));
            found++;
        }
        assert_true(found > 0);
        assert_true(found < 200);
    }
}

static void schedules_are_read_and_printed(void **state)
{
    static const struct {
        const char *text, *want; /* how it is printed; NULL: refused */
    } cases[] = {
        {"inorder", "inorder"},
        {"random", "random:1"},
        {"random:0", "random:0"},
        {"pct:123456789012", "pct:123456789012"},
        {"exhaustive", "exhaustive"},
        {"exhaustive:2", "exhaustive:2"},
        {"exhaustive:0", "exhaustive:0"},
        {"random:", NULL},
        {"random:x", NULL},
        {"random:-1", NULL},
        {"random:1x", NULL},
        {"random:99999999999999999999", NULL},
        {"exhaustive:99999999999", NULL},
        {"exhaustive:x", NULL},
        {"inorder:1", NULL},
        {"", NULL},
        {"rand", NULL},
        {"randomly", NULL},
        {"INORDER", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct simt_options options = {0};
        struct problem why = {0};
        char text[64];
        const enum status status =
            schedule_parse(cases[i].text, &options, &why);
        if (!cases[i].want) {
            if (status != WRONG_USE)
                fail_msg("'%s' was taken", cases[i].text);
            continue;
        }
        if (status != OK)
            fail_msg("'%s': %s", cases[i].text, why.line);
        assert_string_equal(schedule_print(&options, text, sizeof text),
                            cases[i].want);
    }
}

static int open_all(void **state)
{
    static const struct table tables[] = {
        {scheduled, sizeof scheduled / sizeof *scheduled},
        {sums, sizeof sums / sizeof *sums},
    };

    (void)state;
    return frame_open(tables, sizeof tables / sizeof *tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_for_later_blocks_is_told),
        cmocka_unit_test(the_same_seed_is_the_same_run),
        cmocka_unit_test(blocks_that_run_one_by_one_take_the_same_time),
        cmocka_unit_test(lockstep_runs_what_relies_on_it),
        cmocka_unit_test(long_launches_outlive_the_watchdog),
        cmocka_unit_test(waits_that_end_do_end),
        cmocka_unit_test(schedules_are_read_and_printed),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
