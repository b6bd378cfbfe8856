/* test_simt_memory.c - when memory runs out in the middle of a launch: one
 * sentence, MACHINE_LACKS, and never a verdict.
 *
 * malloc() and its family are replaced: they fail from the k-th call of a
 * launch on. k is increased from 1 until the launch does not notice the
 * failures; in `make check`, in larger steps after the first calls. A second
 * test lets only the k-th call fail, so that no later failure hides what was
 * lost: a correct kernel must still not be reported as wrong.
 */
#include "simt_frame.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
static bool can_fail = false; /* the sanitizer's own malloc is in place */
static long calls_left;
static bool one_fails;
#else
static bool can_fail = true;
static long calls_left = -1; /* below 0: all calls succeed */
static bool one_fails;       /* the calls after it succeed */

/* glibc's own, under other names. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static bool fails(void)
{
    if (calls_left < 0)
        return false;
    if (calls_left > 0)
        calls_left--;
    const bool now = calls_left == 0;
    if (now && one_fails)
        calls_left = -1;
    return now;
}

void *malloc(size_t bytes)
{
    return fails() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *old, size_t bytes)
{
    return fails() ? NULL : __libc_realloc(old, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return fails() ? NULL : __libc_memalign(alignment, bytes);
}
#endif

/* clang-format off */
/* Each wants memory of another kind while it runs. */
static const struct kernel idle = {"idle", 3, 32, CODE({ }), NULL, 0, 0};
static const struct kernel hungry[] = {
    {"many_fences", 8, 64, CODE({
        for (int k = 0; k < 40; k++) { __threadfence(); V(a[8 * T + B]) = k; }
        })},
    {"many_flags", 8, 128, CODE({
        __threadfence(); V(a[8 * T + B]) = 1; })},
    {"many_readers", 8, 64, CODE({
        for (int k = 0; k < 100; k++) b[64 * B + T] = a[k];
        __threadfence(); })},
    {"many_lanes", 4, 64, CODE({
        for (unsigned k = 0; k < 20; k++) {
            if (T % 32 < 16) __syncwarp(0xffff); b[64 * B + T] = k; }
        __threadfence(); })},
    {"warps_meet", 4, 64, CODE({
        for (unsigned k = 0; k < 20; k++) {
            __threadfence(); atomicAdd(&a[1000], 1); __syncwarp();
            __syncthreads(); } })},
};
/* Each thread has a flag, and waits for one of the next block. */
static const struct kernel told = {"told_by_flags", 3, 256, CODE({
    const unsigned mine = 256 * B + T, next = (mine + 256) % 768;
    b[mine] = mine; __threadfence(); V(a[mine]) = 1;
    while (!V(a[next])); __threadfence();
    if (b[next] != next) __trap(); }), NULL, 0, 0};
/* clang-format on */

enum { HUNGRY = sizeof hungry / sizeof *hungry };

/* The first calls are of all kinds, later ones are repetitions. */
static long next_call(long calls)
{
    enum { FIRST = 24, STEP = 32 };

    return calls + (calls < FIRST || thorough() ? 1 : STEP);
}

/* On a machine of its own, whose slots are there: glibc itself gives up where
 * it has no memory for the thread-local variables of a library. */
static enum status launch_short(const char *text, const struct kernel *k,
                                const char *schedule, long calls, bool *reached,
                                struct problem *why)
{
    struct simt *const shared = simt;
    uint32_t *const old_a = a, *const old_b = b;

    simt = open_text("hungry.cu", text, why);
    assert_non_null(simt);
    a = simt_alloc(simt, "a", WORDS * sizeof *a, sizeof *a, 0);
    b = simt_alloc(simt, "b", WORDS * sizeof *b, sizeof *b, 0);
    clear();
    struct simt_options options = options_of(schedule);
    options.resident = 3;
    assert_int_equal(launch_with(&idle, &options, why), OK);
    calls_left = calls;
    const enum status status = launch_with(k, &options, why);
    *reached = calls_left <= 0;
    calls_left = -1;
    simt_close(simt);
    simt = shared;
    a = old_a;
    b = old_b;
    return status;
}

static const char *const how[] = {"inorder", "random:1", "timed"};

static const char *all_kernels(void)
{
    static char text[1 << 14];
    FILE *const file = fmemopen(text, sizeof text, "w");

    fputs("#define V(x) (*(volatile unsigned *)&(x))\n"
          "#define T threadIdx.x\n#define B blockIdx.x\n",
          file);
    write_kernel(file, &idle);
    for (int i = 0; i < HUNGRY; i++)
        write_kernel(file, &hungry[i]);
    write_kernel(file, &told);
    fclose(file);
    return text;
}

static void memory_runs_out(void **state)
{
    bool reached;

    (void)state;
    if (!can_fail)
        skip();
    const char *const text = all_kernels();
    for (int i = 0; i < HUNGRY; i++)
        for (int s = 0; s < 3; s++) {
            enum status status = MACHINE_LACKS;
            long calls = 0;
            while (status != OK) {
                struct problem why = {.line = ""};
                calls = next_call(calls);
                status = launch_short(text, &hungry[i], how[s], calls, &reached,
                                      &why);
                if (status == OK)
                    break;
                if (status != MACHINE_LACKS || !strstr(why.line, "memory"))
                    fail_msg("%s, %s, from call %ld on: status %d: %s",
                             hungry[i].name, how[s], calls, status, why.line);
            }
            printf("# %s, %s: fewer than %ld calls\n", hungry[i].name, how[s],
                   calls);
            assert_true(calls > 1);
        }
}

/* What is not there is looked for in vain: a flag that tells nothing. */
static void memory_runs_out_once(void **state)
{
    (void)state;
    if (!can_fail)
        skip();
    const char *const text = all_kernels();
    one_fails = true;
    for (int s = 0; s < 3; s++) {
        bool reached = true;
        long calls = 0, noticed = 0;
        while (reached) {
            struct problem why = {.line = ""};
            const enum status status =
                launch_short(text, &told, how[s], ++calls, &reached, &why);
            noticed += status == MACHINE_LACKS;
            if (status == CHECK_FAILED)
                fail_msg("%s, call %ld fails: %s", how[s], calls, why.line);
        }
        printf("# %s, %s: %ld of %ld calls noticed\n", told.name, how[s],
               noticed, calls - 1);
        assert_true(noticed > 0);
    }
    one_fails = false;
}

static int open_all(void **state)
{
    const struct table tables[] = {{sums, 1}};

    (void)state;
    return frame_open(tables, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_runs_out),
                                       cmocka_unit_test(memory_runs_out_once)};

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
