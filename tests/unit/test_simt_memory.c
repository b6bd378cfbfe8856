/* test_simt_memory.c - when memory runs out in the middle of a launch: one
 * sentence, MACHINE_LACKS, and never a verdict.
 *
 * malloc() and its family are replaced: they fail from the k-th call of a
 * launch on. k goes up from 1 until the launch does not notice; in `make check`
 * by more than 1 after the first calls.
 */
#include "simt_frame.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
static bool can_fail = false; /* the sanitizer's own malloc is in place */
static long calls_left;
#else
static bool can_fail = true;
static long calls_left = -1; /* below 0: all calls succeed */

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
    return calls_left == 0;
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
/* clang-format on */

enum { HUNGRY = sizeof hungry / sizeof *hungry };

/* The first calls are of all kinds, later ones are repetitions. */
static long next_call(long calls)
{
    enum { FIRST = 40, STEP = 16 };

    return calls + (calls < FIRST || thorough() ? 1 : STEP);
}

/* On a machine of its own, whose slots are there: glibc itself gives up where
 * it has no memory for the thread-local variables of a library. */
static enum status launch_short(const char *text, const struct kernel *k,
                                const char *schedule, long calls,
                                struct problem *why)
{
    struct simt *const shared = simt;
    uint32_t *const old_a = a, *const old_b = b;

    simt = open_text("hungry.cu", text, why);
    assert_non_null(simt);
    a = simt_take(simt, "a", WORDS * sizeof *a, sizeof *a, 0);
    b = simt_take(simt, "b", WORDS * sizeof *b, sizeof *b, 0);
    clear();
    struct simt_options options = options_of(schedule);
    options.resident = 3;
    assert_int_equal(launch_with(&idle, &options, why), OK);
    calls_left = calls;
    const enum status status = launch_with(k, &options, why);
    calls_left = -1;
    simt_close(simt);
    simt = shared;
    a = old_a;
    b = old_b;
    return status;
}

static void memory_runs_out(void **state)
{
    static char text[1 << 14];
    static const char *const how[] = {"inorder", "random:1", "timed"};
    FILE *const file = fmemopen(text, sizeof text, "w");

    (void)state;
    if (!can_fail)
        skip();
    fputs("#define V(x) (*(volatile unsigned *)&(x))\n"
          "#define T threadIdx.x\n#define B blockIdx.x\n",
          file);
    write_kernel(file, &idle);
    for (int i = 0; i < HUNGRY; i++)
        write_kernel(file, &hungry[i]);
    fclose(file);
    for (int i = 0; i < HUNGRY; i++)
        for (int s = 0; s < 3; s++) {
            enum status status = MACHINE_LACKS;
            long calls = 0;
            while (status != OK) {
                struct problem why = {""};
                calls = next_call(calls);
                status = launch_short(text, &hungry[i], how[s], calls, &why);
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

static int open_all(void **state)
{
    const struct table tables[] = {{sums, 1}};

    (void)state;
    return frame_open(tables, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_runs_out)};

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
