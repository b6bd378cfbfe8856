/* test_simt_gpus.c - launches over several GPUs: device scope orders the threads
 * of one GPU, and only system scope orders those of different GPUs.
 *
 * In each kernel G is the number of the GPU. Each GPU has its own part of b.
 */
#include "simt_frame.h"

enum { PART = 256, NUMBER_AT = PART - 1 };

/* A body that knows its GPU. */
#define GPU_CODE(...) .body = "{ const unsigned G = b[255];" #__VA_ARGS__ "}"

#define STORE(how, to, value)                                                  \
    "asm volatile(\"st." how ".global.u32 [%0], %1;\" :: \"l\"(" to            \
    "), \"r\"(" value ") : \"memory\");"
#define LOAD(how, from)                                                        \
    "asm volatile(\"ld." how ".global.u32 %0, [%1];\" : \"=r\"(x)"             \
    " : \"l\"(" from ") : \"memory\");"
/* GPU 0 stores a flag, and GPU 1 waits for it. `reads` is 0 if it does not read
 * the value. */
#define MESSAGE(stores, loads, reads)                                          \
    .body = "{ const unsigned G = b[255]; unsigned x;"                         \
            "if (G == 0) { a[100] = 7;" STORE(                                 \
                stores, "a",                                                   \
                "1") "}"                                                       \
                     "else { do " LOAD(loads, "a") " while (!x);"              \
                                                   "if (" reads                \
                                                   ") b[0] = a[100]; } }"
/* The same between two blocks of each GPU. */
#define MESSAGE_IN_ONE(stores, loads)                                          \
    .body =                                                                    \
        "{ const unsigned G = b[255]; unsigned x;"                             \
        "if (B == 0) { a[100 + G] = 7;" STORE(                                 \
            stores, "a + G",                                                   \
            "1") "}"                                                           \
                 "else { do " LOAD(loads, "a + G") " while (!x);"              \
                                                   "b[0] = a[100 + G]; } }"

/* clang-format off */
static const struct kernel two[] = {
    {"fences_of_system", 1, 1, GPU_CODE(
        if (G == 0) { a[100] = 7; __threadfence_system(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence_system(); b[0] = a[100]; })},
    {"fences_of_device", 1, 1, GPU_CODE(
        if (G == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; }),
        "race on a[100]"},
    {"release_of_device", 1, 1, GPU_CODE(
        if (G == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence_system(); b[0] = a[100]; }),
        "race on a[100]"},
    {"acquire_of_device", 1, 1, GPU_CODE(
        if (G == 0) { a[100] = 7; __threadfence_system(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; }),
        "race on a[100]"},
    {"no_fence", 1, 1, GPU_CODE(
        if (G == 0) { a[100] = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); b[0] = a[100]; }), "race on a[100]"},
    {"fences_of_device_in_one_gpu", 2, 1, GPU_CODE(
        if (B == 0) { a[100 + G] = 7; __threadfence(); V(a[G]) = 1; }
        else { while (!V(a[G])); __threadfence(); b[0] = a[100 + G]; })},
    {"fences_of_block_in_one_gpu", 2, 1, GPU_CODE(
        if (B == 0) { a[100 + G] = 7; __threadfence_block(); V(a[G]) = 1; }
        else { while (!V(a[G])); __threadfence(); b[0] = a[100 + G]; }),
        "race on a[10"},
    {"fence_of_device_after_one_of_system", 1, 1, GPU_CODE(
        if (G == 0) { a[100] = 7; __threadfence_system(); __threadfence();
            V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); __threadfence_system();
            b[0] = a[100]; })},
    {"written_after_the_fence_of_system", 1, 1, GPU_CODE(
        if (G == 0) { __threadfence_system(); a[100] = 7; __threadfence();
            V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence_system(); b[0] = a[100]; }),
        "race on a[100]"},

    /* the fence is another thread's, which meets the one with the flag */
    {"meet_between_fence_and_flag", 1, 64, GPU_CODE(
        if (G == 0) { a[100 + T] = 7; __threadfence_system(); __syncthreads();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) while (!V(a[0])); __syncthreads();
            __threadfence_system(); b[T] = a[100 + T]; })},
    {"meet_between_fence_of_device_and_flag", 1, 64, GPU_CODE(
        if (G == 0) { a[100 + T] = 7; __threadfence(); __syncthreads();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) while (!V(a[0])); __syncthreads();
            __threadfence_system(); b[T] = a[100 + T]; }), "race on a[1"},
    {"meet_before_fence_of_device", 1, 64, GPU_CODE(
        if (G == 0) { a[100 + T] = 7; __threadfence_system(); __syncthreads();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) while (!V(a[0])); __syncthreads();
            __threadfence(); b[T] = a[100 + T]; }), "race on a[1"},
    {"meet_in_one_gpu", 2, 64, GPU_CODE(
        if (B == 0) { a[100 + 64 * G + T] = 7; __threadfence(); __syncthreads();
            if (T == 0) V(a[G]) = 1; }
        else { if (T == 0) while (!V(a[G])); __syncthreads();
            __threadfence(); b[T] = a[100 + 64 * G + T]; })},
    {"warps_meet", 1, 32, GPU_CODE(
        if (G == 0) { a[100 + T] = 7; __threadfence_system(); __syncwarp();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) while (!V(a[0])); __syncwarp();
            __threadfence_system(); b[T] = a[100 + T]; })},
    {"warps_meet_after_fence_of_device", 1, 32, GPU_CODE(
        if (G == 0) { a[100 + T] = 7; __threadfence(); __syncwarp();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) while (!V(a[0])); __syncwarp();
            __threadfence_system(); b[T] = a[100 + T]; }), "race on a[1"},

    /* flags with a scope */
    {"relaxed_flag_of_device", 1, 1, MESSAGE("relaxed.gpu", "relaxed.gpu", "0"),
        "race on a[0]"},
    {"flag_stored_for_the_device", 1, 1,
        MESSAGE("relaxed.gpu", "relaxed.sys", "0"), "race on a[0]"},
    {"flag_loaded_for_the_device", 1, 1,
        MESSAGE("relaxed.sys", "relaxed.gpu", "0"), "race on a[0]"},
    {"relaxed_flag_of_system", 1, 1,
        MESSAGE("relaxed.sys", "relaxed.sys", "0")},
    {"volatile_flag_of_ptx", 1, 1, MESSAGE("volatile", "volatile", "0")},
    {"relaxed_flag_orders_nothing", 1, 1,
        MESSAGE("relaxed.sys", "relaxed.sys", "1"), "race on a[100]"},
    {"release_and_acquire_of_system", 1, 1,
        MESSAGE("release.sys", "acquire.sys", "1")},
    {"release_and_acquire_of_device", 1, 1,
        MESSAGE("release.gpu", "acquire.gpu", "1"), "race on a["},
    {"release_and_acquire_in_one_gpu", 2, 1,
        MESSAGE_IN_ONE("release.gpu", "acquire.gpu")},
    {"release_and_acquire_of_system_in_one_gpu", 2, 1,
        MESSAGE_IN_ONE("release.sys", "acquire.sys")},
    {"relaxed_flag_in_one_gpu", 2, 1,
        MESSAGE_IN_ONE("relaxed.gpu", "relaxed.gpu"), "race on a[10"},
    {"overwritten_flag_of_device", 2, 1, .body =
        "{ const unsigned G = b[255]; if (G == 0 && B == 0) {"
        STORE("relaxed.gpu", "a", "1") "}"
        "if (G == 0 && B == 1) V(a[0]) = 2;"
        "if (G == 1 && B == 1) b[0] = V(a[0]); }", "race on a[0]"},
    {"overwritten_by_an_update", 2, 1, .body =
        "{ const unsigned G = b[255]; if (G == 0 && B == 0) {"
        STORE("relaxed.gpu", "a", "1") "}"
        "if (G == 0 && B == 1) atomicAdd_system(a, 2);"
        "if (G == 1 && B == 1) b[0] = V(a[0]); }", "race on a[0]"},
    {"volatile_store_overwritten_for_the_device", 2, 1, .body =
        "{ const unsigned G = b[255]; if (G == 0 && B == 0) V(a[0]) = 1;"
        "if (G == 0 && B == 1) {" STORE("relaxed.gpu", "a", "2")
        "__threadfence_system(); V(a[1]) = 1; }"
        "if (G == 1 && B == 1) { while (!V(a[1])); __threadfence_system();"
        "b[0] = a[0]; } }", "race on a[0]"},
    {"ptx_fences_of_system", 1, 1, GPU_CODE(
        if (G == 0) { a[100] = 7; asm volatile("fence.acq_rel.sys;" ::: "memory");
            V(a[0]) = 1; }
        else { while (!V(a[0])); asm volatile("membar.sys;" ::: "memory");
            b[0] = a[100]; })},
    {"ptx_fence_of_device", 1, 1, GPU_CODE(
        if (G == 0) { a[100] = 7; asm volatile("fence.acq_rel.gpu;" ::: "memory");
            V(a[0]) = 1; }
        else { while (!V(a[0])); asm volatile("membar.sys;" ::: "memory");
            b[0] = a[100]; }), "race on a[100]"},
    {"tagged_word", 1, 1, GPU_CODE(
        volatile unsigned long long *const w = (volatile unsigned long long *)a;
        unsigned long long x;
        if (G == 0) *w = 7ull << 32 | 1;
        else { do x = *w; while (!(unsigned)x); b[0] = (unsigned)(x >> 32); })},

    /* atomics */
    {"counter_of_device", 1, 1, GPU_CODE(
        if (G < 2) atomicAdd(a, 1);), "race on a[0]"},
    {"counter_of_system", 1, 1, GPU_CODE(
        if (G < 2) atomicAdd_system(a, 1);)},
    {"counter_of_both_scopes", 1, 1, GPU_CODE(
        if (G) atomicAdd_system(a, 1); else atomicAdd(a, 1);), "race on a[0]"},
    {"counter_of_each_gpu", 4, 32, GPU_CODE(atomicAdd(a + G, 1);)},
    {"atomic_of_device_and_volatile_load", 1, 1, GPU_CODE(
        if (G) b[0] = V(a[0]); else atomicAdd(a, 1);), "race on a[0]"},
    {"atomic_of_system_and_volatile_load", 1, 1, GPU_CODE(
        if (G) b[0] = V(a[0]); else atomicAdd_system(a, 1);)},
    {"compare_and_swap_of_device", 1, 1, GPU_CODE(
        if (G < 2) atomicCAS(a, G, G + 1);), "race on a[0]"},
    {"compare_and_swap_of_system", 1, 1, GPU_CODE(
        if (G < 2) atomicCAS_system(a, G, G + 1);)},
    {"last_to_count_reads_all", 2, 1, GPU_CODE(
        a[100 + 2 * G + B] = 7; __threadfence_system();
        if (atomicAdd_system(a, 1) == 3) { __threadfence_system();
            b[0] = a[100] + a[101] + a[102] + a[103]; })},
    {"last_to_count_has_a_fence_of_device", 2, 1, GPU_CODE(
        a[100 + 2 * G + B] = 7; __threadfence_system();
        if (atomicAdd_system(a, 1) == 3) { __threadfence();
            b[0] = a[100] + a[101] + a[102] + a[103]; }), "race on a[10"},

    {"last_of_a_gpu_resets_its_counter", 2, 1, GPU_CODE(
        if (atomicAdd(a + G, 1) == 1) a[G] = 0;)},
    {"last_of_all_resets_the_counter", 2, 1, GPU_CODE(
        if (atomicAdd_system(a, 1) == 3) a[0] = 0;)},

    /* plain accesses */
    {"plain_stores", 1, 1, GPU_CODE(a[0] = G + 5;), "race on a[0]"},
    {"memory_of_any_gpu", 1, 32, GPU_CODE(a[32 * G + T] = T; b[T] = a[500];)},
};

static const struct kernel three[] = {
    {"passed_on", 1, 1, GPU_CODE(
        if (G == 0) { a[100] = 7; __threadfence_system(); V(a[0]) = 1; }
        if (G == 1) { while (!V(a[0])); __threadfence_system(); V(a[1]) = 1; }
        if (G == 2) { while (!V(a[1])); __threadfence_system();
            b[0] = a[100]; })},
    {"passed_on_by_a_fence_of_device", 1, 1, GPU_CODE(
        if (G == 0) { a[100] = 7; __threadfence_system(); V(a[0]) = 1; }
        if (G == 1) { while (!V(a[0])); __threadfence(); V(a[1]) = 1; }
        if (G == 2) { while (!V(a[1])); __threadfence_system();
            b[0] = a[100]; }), "race on a[100]"},
    /* the last of each GPU to arrive, then the last GPU */
    {"two_levels", 3, 1, GPU_CODE(
        a[100 + 3 * G + B] = 7; __threadfence();
        if (atomicAdd(a + 1 + G, 1) != 2) return;
        __threadfence_system();
        if (atomicAdd_system(a, 1) != 2) return;
        __threadfence_system();
        for (int i = 0; i < 9; i++) b[i] = a[100 + i];)},
    {"two_levels_by_one_counter", 3, 1, GPU_CODE(
        a[100 + 3 * G + B] = 7; __threadfence();
        if (atomicAdd_system(a, 1) != 8) return;
        __threadfence_system();
        for (int i = 0; i < 9; i++) b[i] = a[100 + i];), "race on a[10"},
};

static const struct kernel others[] = {
    {"indices", 3, 2, GPU_CODE(
        b[2 * B + T] = 1000 * G + 100 * gridDim.x + 10 * blockIdx.x + T;)},
    {"all_wait", 4, 1, GPU_CODE(
        b[B] = G; atomicAdd_system(a, 1); while (V(a[0]) != 4 * a[500]);)},
    {"many_blocks", 12, 1, GPU_CODE(b[B] = G; atomicAdd_system(a, 1);)},
    {"payload_between_gpus", 1, 1, GPU_CODE(
        if (G == 0) { V(a[100]) = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = V(a[100]); })},
    /* store buffering: with fences in one order, not both read 0 */
    {"crossing_between_gpus", 1, 1, GPU_CODE(
        V(a[G]) = 1; __threadfence(); b[0] = V(a[1 - G]);)},
    {"crossing_with_fences_of_system", 1, 1, GPU_CODE(
        V(a[G]) = 1; __threadfence_system(); b[0] = V(a[1 - G]);)},
    {"payload_with_fences_of_system", 1, 1, GPU_CODE(
        if (G == 0) { V(a[100]) = 7; __threadfence_system(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence_system(); b[0] = V(a[100]); })},
};
/* clang-format on */

static enum status launch_on(const struct kernel *k, int gpus,
                             const struct simt_options *options,
                             struct problem *why)
{
    uint32_t *part[SIMT_GPUS];
    void *argument[SIMT_GPUS][MAX_ARGUMENTS];
    const struct simt_launch launch = {.kernel = k->name,
                                       .gpus = gpus,
                                       .grid = {k->grid, 1, 1},
                                       .block = {k->block, 1, 1},
                                       .arguments = 2,
                                       .argument_of = argument,
                                       .bytes = {8, 8}};

    clear();
    for (int g = 0; g < gpus; g++) {
        part[g] = b + PART * g;
        part[g][NUMBER_AT] = (uint32_t)g;
        simt_host_wrote(simt, &part[g][NUMBER_AT], sizeof *b);
        argument[g][0] = &a;
        argument[g][1] = &part[g];
    }
    a[500] = (uint32_t)gpus;
    *why = (struct problem){0};
    return simt_launch(simt, options, &launch, why);
}

static unsigned judge_on(const struct kernel *k, int gpus, const char *schedule)
{
    const struct simt_options options = options_of(schedule);
    struct problem why;
    const enum status status = launch_on(k, gpus, &options, &why);

    if (k->want ? status == CHECK_FAILED && strstr(why.line, k->want)
                : status == OK)
        return 0;
    printf("# %s, %s: %s; want %s\n", k->name, schedule,
           status == OK ? "nothing found" : why.line,
           k->want ? k->want : "nothing");
    return 1;
}

static void judge_table(const struct kernel *k, size_t count, int gpus)
{
    const int taken = thorough() ? SCHEDULES : FEW_SCHEDULES;
    unsigned failures = 0;

    for (size_t i = 0; i < count; i++)
        for (int s = 0; s < taken; s++)
            failures += judge_on(&k[i], gpus, schedules[s]);
    assert_int_equal(failures, 0);
}

static void only_system_scope_orders_gpus(void **state)
{
    (void)state;
    judge_table(two, sizeof two / sizeof *two, 2);
}

static void knowledge_goes_through_three_gpus(void **state)
{
    (void)state;
    judge_table(three, sizeof three / sizeof *three, 3);
}

/* Some order of the flag operations shows each race. */
static void all_orders_are_explored(void **state)
{
    struct simt_options options = options_of("exhaustive");

    (void)state;
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
        const struct kernel *const k = &two[i];
        enum status status = OK;
        struct problem why;
        if (k->grid * k->block > 2)
            continue;
        assert_int_equal(simt_explore(simt, -1, &why), OK);
        do {
            simt_begin_run(simt);
            status = launch_on(k, 2, &options, &why);
        } while (status == OK && simt_next_run(simt));
        if ((status == OK) != !k->want)
            fail_msg("%s: %s", k->name,
                     status == OK ? "nothing found" : why.line);
    }
}

static void each_gpu_has_a_grid_and_arguments(void **state)
{
    (void)state;
    for (int s = 0; s < SCHEDULES; s++) {
        const struct simt_options options = options_of(schedules[s]);
        struct problem why;
        if (launch_on(kernel_called("indices"), 3, &options, &why) != OK)
            fail_msg("%s", why.line);
        for (uint32_t i = 0; i < 3 * 6; i++)
            equal("indices", i, b[PART * (i / 6) + i % 6],
                  1000 * (i / 6) + 300 + 10 * (i % 6 / 2) + i % 2);
    }
}

static void gpus_have_resident_blocks_of_their_own(void **state)
{
    (void)state;
    for (int s = 0; s < SCHEDULES; s++)
        for (int gpus = 2; gpus <= SIMT_GPUS / 2; gpus++) {
            struct simt_options options = options_of(schedules[s]);
            struct problem why;
            options.resident = 4;
            if (launch_on(kernel_called("all_wait"), gpus, &options, &why))
                fail_msg("%s, %d: %s", schedules[s], gpus, why.line);
            options.resident = 3;
            assert_int_equal(
                launch_on(kernel_called("all_wait"), gpus, &options, &why),
                CHECK_FAILED);
            assert_non_null(strstr(why.line, "needs blocks to start"));
        }
}

static void all_blocks_run(void **state)
{
    (void)state;
    for (int s = 0; s < SCHEDULES; s++)
        for (int resident = 0; resident < 4; resident++) {
            struct simt_options options = options_of(schedules[s]);
            struct problem why;
            options.resident = resident;
            if (launch_on(kernel_called("many_blocks"), 3, &options, &why))
                fail_msg("%s: %s", schedules[s], why.line);
            equal("many_blocks", 0, a[0], 36);
            for (uint32_t i = 0; i < 36; i++)
                equal("many_blocks", i, b[PART * (i / 12) + i % 12], i / 12);
        }
}

static bool is_older(void)
{
    return b[PART] != 7;
}

static bool are_both_older(void)
{
    return b[0] == 0 && b[PART] == 0;
}

/* How often weak loads show this outcome. */
static int times(const char *name, bool (*outcome)(void))
{
    int shown = 0;

    for (int seed = 1; seed <= 200; seed++) {
        char schedule[32];
        struct problem why;
        snprintf(schedule, sizeof schedule, "random:%d", seed);
        const struct simt_options options = options_of(schedule);
        if (launch_on(kernel_called(name), 2, &options, &why) != OK)
            fail_msg("%s: %s", name, why.line);
        shown += outcome();
    }
    return shown;
}

static void weak_loads_respect_fences_of_system(void **state)
{
    (void)state;
    assert_true(times("payload_between_gpus", is_older) > 0);
    assert_int_equal(times("payload_with_fences_of_system", is_older), 0);
    assert_true(times("crossing_between_gpus", are_both_older) > 0);
    assert_int_equal(times("crossing_with_fences_of_system", are_both_older),
                     0);
}

static void says(const char *name, int gpus, const char *line,
                 const char *advice)
{
    const struct simt_options options = options_of("inorder");
    struct problem why;

    assert_int_equal(launch_on(kernel_called(name), gpus, &options, &why),
                     CHECK_FAILED);
    if (!strstr(why.line, line) || !strstr(simt_finding(simt), advice))
        fail_msg("%s: %s\n%s", name, why.line, simt_finding(simt));
}

static void findings_name_gpus(void **state)
{
    struct problem why;

    (void)state;
    says("fences_of_device", 2, "(GPU 1, block 0, thread 0) reads it",
         "A fence of device scope orders only threads of one GPU: between "
         "GPUs, use __threadfence_system().");
    says("fences_of_device", 2,
         "(GPU 0, block 0, thread 0) writes it, with no "
         "fence or flag of system scope between them",
         "Between GPUs only");
    says("counter_of_device", 2, "race on a[0]", "atomicAdd_system()");
    says("fences_of_block_in_one_gpu", 2, "(GPU 0, block 1, thread 0)",
         "Between blocks only a flag orders accesses");
    /* a launch on one GPU has no names of GPUs */
    clear();
    b[NUMBER_AT] = 0;
    simt_host_wrote(simt, &b[NUMBER_AT], sizeof *b);
    assert_int_equal(launch("fences_of_block_in_one_gpu", "inorder", &why),
                     CHECK_FAILED);
    assert_non_null(strstr(why.line, "(block 1, thread 0)"));
    assert_null(strstr(why.line, "GPU"));
}

static void wrong_numbers_of_gpus_are_refused(void **state)
{
    const struct simt_options options = options_of("inorder");
    struct simt_launch launch = {.kernel = "indices",
                                 .gpus = 2,
                                 .grid = {1, 1, 1},
                                 .block = {1, 1, 1},
                                 .arguments = 2,
                                 .argument = {&a, &b},
                                 .bytes = {8, 8}};
    void *argument[SIMT_GPUS + 1][MAX_ARGUMENTS] = {{&a, &b}};
    struct problem why;

    (void)state;
    assert_int_equal(simt_launch(simt, &options, &launch, &why), WRONG_USE);
    launch.gpus = SIMT_GPUS + 1;
    launch.argument_of = argument;
    assert_int_equal(simt_launch(simt, &options, &launch, &why), WRONG_USE);
}

/* -------------------------------------------------------------- cuda::atomic */

static const char atomics[] =
    "#include <cuda/atomic>\n"
    "template <cuda::thread_scope S> __device__ void add(unsigned *a) {\n"
    "    cuda::atomic_ref<unsigned, S>(*a).fetch_add(1,\n"
    "        cuda::memory_order_relaxed); }\n"
    "__global__ void by_system(unsigned *a) {\n"
    "    add<cuda::thread_scope_system>(a); }\n"
    "__global__ void by_device(unsigned *a) {\n"
    "    add<cuda::thread_scope_device>(a); }\n"
    "template <cuda::thread_scope S> __device__ void look(unsigned *a) {\n"
    "    cuda::atomic_ref<unsigned, S> r(*a);\n"
    "    r.store(1, cuda::memory_order_release);\n"
    "    while (!r.load(cuda::memory_order_acquire)); }\n"
    "__global__ void look_of_system(unsigned *a) {\n"
    "    look<cuda::thread_scope_system>(a); }\n"
    "__global__ void look_of_device(unsigned *a) {\n"
    "    look<cuda::thread_scope_device>(a); }\n";

static void cuda_atomics_have_a_scope(void **state)
{
    static const char *const kernels[] = {"by_system", "look_of_system",
                                          "by_device", "look_of_device"};
    const struct simt_options options = options_of("inorder");
    struct problem why = {.line = ""};
    struct simt *const own = open_text("atomics.cu", atomics, &why);
    unsigned *word;

    (void)state;
    if (!own)
        fail_msg("%s", why.line);
    assert_non_null(word = simt_alloc(own, "word", 4, 4, 0));
    void *argument[2][MAX_ARGUMENTS] = {{&word}, {&word}};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        const struct simt_launch launch = {.kernel = kernels[i],
                                           .gpus = 2,
                                           .grid = {1, 1, 1},
                                           .block = {1, 1, 1},
                                           .arguments = 1,
                                           .argument_of = argument,
                                           .bytes = {8}};
        *word = 0;
        simt_host_wrote(own, word, 4);
        const enum status status = simt_launch(own, &options, &launch, &why);
        if (status != (i < 2 ? OK : CHECK_FAILED))
            fail_msg("%s: %s", kernels[i], why.line);
    }
    simt_close(own);
}

static int open_all(void **state)
{
    const struct table tables[] = {
        {two, sizeof two / sizeof *two},
        {three, sizeof three / sizeof *three},
        {others, sizeof others / sizeof *others},
    };

    (void)state;
    return frame_open(tables, sizeof tables / sizeof *tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_system_scope_orders_gpus),
        cmocka_unit_test(knowledge_goes_through_three_gpus),
        cmocka_unit_test(all_orders_are_explored),
        cmocka_unit_test(each_gpu_has_a_grid_and_arguments),
        cmocka_unit_test(gpus_have_resident_blocks_of_their_own),
        cmocka_unit_test(all_blocks_run),
        cmocka_unit_test(weak_loads_respect_fences_of_system),
        cmocka_unit_test(findings_name_gpus),
        cmocka_unit_test(wrong_numbers_of_gpus_are_refused),
        cmocka_unit_test(cuda_atomics_have_a_scope),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
