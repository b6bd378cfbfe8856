/* test_simt_wrong.c - accesses, barriers, waits and crashes that no kernel may
 * have: each is found, and the machine continues to work.
 */
#include "simt/wording/sentence.h"

#include "simt_frame.h"

/* clang-format off */
static const struct kernel wrongs[] = {
    {"one_past", 1, 1, CODE({ a[1024] = 1; }),
        "a[1024] (a has 1024 elements of 4 bytes)"},
    {"one_past_read", 1, 1, CODE({ b[0] = a[1024]; }), "out of bounds"},
    /* an index of 32 bits without a sign */
    {"wrapped", 1, 1, CODE({ V(a[T - 1u]) = 1; }), "at a[-1] (a has 1024"},
    {"wrapped_in_another_array", 1, 1, CODE({ b[B - 300u] = 1; }),
        "at b[-300] (b has"},
    /* nearer to the end of a than to the begin of b */
    {"wrapped_behind_another_array", 1, 1, CODE({ b[B - 1000u] = 1; }),
        "at b[-1000] (b has"},
    {"wrapped_atomic", 1, 1, CODE({ atomicAdd(a + (B - 2u), 1); }),
        "at a[-2] (a has"},
    {"wrapped_vector", 1, 1, CODE({
        b[0] = ((const uint4 *)a)[T - 1u].x; }), "at a["},
    {"wrapped_bytes", 1, 1, CODE({
        ((volatile unsigned char *)a)[T - 1u] = 1; }), "at a[-1] (a has"},
    {"wrapped_in_shared", 1, 1, CODE({
        __shared__ unsigned w[4]; unsigned *const p = w; p[T - 1u] = 1; }),
        "at w[-1] (w has 4"},
    {"one_before", 1, 1, CODE({ b[0] = a[-1]; }),
        "a[-1] (a has 1024 elements"},
    {"far_past", 1, 1, CODE({ a[1024 + 100] = 1; }), "out of bounds"},
    {"vector_half_past", 1, 1, CODE({ *(uint2 *)(a + 1022) = make_uint2(1, 2);
        *(uint4 *)(a + 1020) = make_uint4(1, 2, 3, 4);
        memcpy(b, a + 1020, 20); }), "out of bounds"},
    {"far_away", 1, 1, CODE({ a[1ull << 35] = 1; }), "out of bounds"},
    {"below", 1, 1, CODE({ a[-(1ll << 40)] = 1; }), "outside all arrays"},
    {"null", 1, 1, CODE({ ((unsigned *)0)[2] = 1; }), "null pointer"},
    {"null_read", 1, 1, CODE({ b[0] = *(unsigned *)0; }), "null pointer"},
    {"null_atomic", 1, 1, CODE({ atomicAdd((unsigned *)0, 1); }),
        "null pointer"},
    {"null_flag", 1, 1, CODE({ b[0] = *(volatile unsigned *)0; }),
        "null pointer"},
    {"past_dynamic", 1, 16, CODE({
        extern __shared__ unsigned f[]; f[T + 1] = 1; }), "out of bounds", 64},
    {"before_dynamic", 1, 16, CODE({
        extern __shared__ unsigned f[]; f[(int)T - 1] = 1; }), "[-1] (", 64},
    {"past_shared", 1, 32, CODE({
        __shared__ unsigned left[32]; __shared__ unsigned right[32];
        left[T] = right[T] = 0; __syncthreads();
        left[T + 1] = 1; }), "left[32] (left has 32 elements of 4 bytes)"},
    {"past_shared_the_other_way", 1, 32, CODE({
        __shared__ unsigned left[32]; __shared__ unsigned right[32];
        left[T] = right[T] = 0; __syncthreads();
        b[T] = right[T + 100]; }), "right[1"},
    {"before_shared", 1, 32, CODE({
        __shared__ unsigned left[32]; __shared__ unsigned right[32];
        left[T] = right[T] = 0; __syncthreads();
        left[(int)T - 1] = 1; }), "left[-1] (left has 32 elements of 4 bytes)"},
    {"before_shared_the_other_way", 1, 32, CODE({
        __shared__ unsigned left[32]; __shared__ unsigned right[32];
        left[T] = right[T] = 0; __syncthreads();
        b[T] = right[(int)T - 5]; }), "right[-"},
    {"past_a_variable", 1, 1, CODE({
        __shared__ unsigned one; __shared__ unsigned other;
        one = other = 1; b[0] = (&one)[1]; }), "one[1] (one has 1 element"},
    {"past_the_last_row", 1, 4, CODE({
        __shared__ uint4 row[2][4]; __shared__ unsigned other[64];
        other[T] = 0; __syncthreads(); row[1][T + 1] = make_uint4(1, 2, 3, 4);
        }), "row[8] (row has 8 elements of 16 bytes)"},
    {"constant_written", 1, 1, CODE({ squares[1] = 2; }), "out of bounds"},
    {"shared_of_another", 2, 32, CODE({ if (T) return;
        __shared__ unsigned s;
        s = 1;
        if (B == 0) { *(unsigned *volatile *)(a + 2) = &s; __threadfence();
            V(a[0]) = 1; while (!V(a[1])); }
        else { while (!V(a[0])); __threadfence();
            b[0] = **(unsigned *volatile *)(a + 2); V(a[1]) = 1; } }),
        "out of bounds"},

    {"misaligned_2", 1, 1, CODE({ *(short *)((char *)a + 1) = 1; }),
        "misaligned"},
    {"misaligned_4", 1, 1, CODE({ *(unsigned *)((char *)a + 2) = 1; }),
        "misaligned"},
    {"misaligned_8", 1, 1, CODE({ *(double *)(a + 1) = 1; }), "misaligned"},
    {"misaligned_16", 1, 1, CODE({ *(uint4 *)(a + 2) = make_uint4(1, 2, 3, 4);
        }), "misaligned"},
    {"misaligned_16_read", 1, 1, CODE({ uint4 x = *(uint4 *)(a + 2);
        b[0] = x.y; }), "misaligned"},
    {"misaligned_vector", 1, 1, CODE({ unsigned x; unsigned y;
        asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y)
            : "l"(a + 1) : "memory"); }), "reads 8 bytes at a[1]"},
    {"misaligned_vector_readonly", 1, 1, CODE({
        unsigned long long x; unsigned long long y;
        asm volatile("ld.global.nc.v2.b64 {%0, %1}, [%2];" : "=l"(x), "=l"(y)
            : "l"(a + 2)); }), "reads 16 bytes at a[2]"},
    {"misaligned_vector_written", 1, 1, CODE({
        __shared__ __align__(16) unsigned s[8];
        asm volatile("st.shared.v4.b32 [%0 + 8], {%1, %1, %1, %1};"
            : : "l"(__cvta_generic_to_shared(s)), "r"(1) : "memory"); }),
        "writes 16 bytes at s[2]"},
    {"misaligned_vector_relaxed", 1, 1, CODE({
        asm volatile("st.relaxed.gpu.v2.b64 [%0], {%1, %1};"
            : : "l"(a + 2), "l"(1ull) : "memory"); }), "writes 16 bytes at a[2]"},
    {"misaligned_vector_of_bytes", 1, 1, CODE({ unsigned x; unsigned y;
        asm volatile("ld.v2.b8 {%0, %1}, [%2 + 1];" : "=r"(x), "=r"(y)
            : "l"(a) : "memory"); }), "reads 2 bytes at a[0]"},
    {"misaligned_atomic", 1, 1, CODE({
        atomicAdd((unsigned long long *)(a + 1), 1ull); }), "misaligned"},

    {"unwritten", 1, 1, CODE({ a[0] = b[5]; }), "uninitialised"},
    {"unwritten_in_part", 1, 1, CODE({ b[0] = b[1] = b[2] = 1;
        uint4 x = *(uint4 *)b; a[0] = x.w; }), "uninitialised"},
    {"unwritten_flag", 1, 1, CODE({ while (!V(b[0])); }), "uninitialised"},
    {"unwritten_atomic", 1, 1, CODE({ atomicAdd(b, 1); }), "uninitialised"},
    {"unwritten_shared", 1, 32, CODE({
        __shared__ unsigned s[32];
        if (T < 31) s[T] = T; __syncthreads(); b[T] = s[T]; }),
        "uninitialised"},
    {"unwritten_shared_of_the_last_block", 40, 32, CODE({
        __shared__ unsigned s[32];
        if (B < 39) s[T] = T; __syncthreads();
        if (s[0] > 32) a[T] = 1; }), "uninitialised", 0, 1},
    {"unwritten_dynamic", 1, 1, CODE({
        extern __shared__ unsigned h[]; a[0] = h[0]; }), "uninitialised", 64},

    {"two_barriers", 1, 64, CODE({
        if (T < 32) __syncthreads(); else __syncthreads(); }),
        "barrier divergence"},
    {"loop_of_different_length", 1, 64, CODE({
        for (unsigned i = 0; i < 3 + T / 32; i++) __syncthreads();
        a[T] = 0; __syncthreads(); }), "(iteration 4 of its loop)"},
    {"two_barriers_in_a_loop", 1, 64, CODE({
        for (unsigned i = 0; i < 3 + T / 32; i++) {
            __syncthreads(); a[T] = 0; __syncthreads(); }
        __syncthreads(); }), "(iteration 4 of its loop)"},
    {"two_barriers_after_a_return", 1, 64, CODE({ if (T == 0) return;
        if (T < 32) __syncthreads(); else __syncthreads(); }),
        "barrier divergence: block 0, thread 1 waits"},
    {"loop_of_different_length_after_a_return", 1, 64, CODE({
        if (T == 0 || T == 63) return;
        for (unsigned i = 0; i < 3 + T / 32; i++) __syncthreads();
        a[T] = 0; __syncthreads(); }), "(iteration 4 of its loop)"},
    {"lane_in_a_row_of_waits", 1, 32, CODE({
        if (T == 0) __syncwarp(3); if (T == 1) __syncwarp(6);
        if (T == 2) __syncwarp(5); }), "warp divergence"},
    {"lane_waits_for_a_barrier", 1, 32, CODE({
        if (T == 31) __syncwarp();
        else if (T == 9) __syncthreads();
        else b[T] = __shfl_sync(0x7fffffff, T, 0); }), "waits at the barrier"},
    {"not_my_mask", 1, 32, CODE({ if (T == 1) __syncwarp(1); }), "mask"},
    {"shuffle_from_outside", 1, 32, CODE({
        if (T < 8) b[T] = __shfl_sync(0xff, T, 8); }), "mask"},
    {"shuffle_of_width_3", 1, 32, CODE({ b[T] = __shfl_sync(ALL, T, 0, 3); }),
        "width"},
    {"shuffle_of_width_0", 1, 32, CODE({ b[T] = __shfl_sync(ALL, T, 0, 0); }),
        "width"},
    {"shuffle_of_width_64", 1, 32, CODE({ b[T] = __shfl_sync(ALL, T, 0, 64); }),
        "width"},
    {"shuffle_and_vote", 1, 32, CODE({
        if (T < 16) b[T] = __shfl_sync(ALL, T, 0);
        else b[T] = __any_sync(ALL, 1); }), "warp divergence"},
    {"up_and_down", 1, 32, CODE({
        if (T < 16) b[T] = __shfl_up_sync(ALL, T, 1);
        else b[T] = __shfl_down_sync(ALL, T, 1); }), "warp divergence"},
    {"all_and_any", 1, 32, CODE({
        if (T < 16) b[T] = __all_sync(ALL, 1);
        else b[T] = __any_sync(ALL, 1); }), "warp divergence"},
    {"add_and_max", 1, 32, CODE({
        if (T < 16) b[T] = __reduce_add_sync(ALL, 1u);
        else b[T] = __reduce_max_sync(ALL, 1u); }), "warp divergence"},
    {"two_masks", 1, 32, CODE({
        if (T < 16) __syncwarp(ALL); else __syncwarp(0xfffffffe); }),
        "warp divergence"},
    {"shuffle_and_barrier", 1, 32, CODE({
        if (T < 16) b[T] = __shfl_sync(ALL, T, 0); else __syncthreads(); }),
        "waits at the barrier"},

    {"each_waits_for_the_other", 2, 32, CODE({ if (T) return;
        while (!V(a[!B])); V(a[B]) = 1; }), "livelock"},
    {"waits_alone", 1, 1, CODE({ while (!V(a[0])); }), "livelock"},
    {"waits_by_compare", 1, 1, CODE({ while (atomicCAS(a, 1, 0) != 1); }),
        "livelock"},
    {"waits_politely", 1, 1, CODE({ while (!V(a[0])) __nanosleep(100); }),
        "livelock"},
    {"waits_while_others_stand", 1, 64, CODE({
        if (T == 0) while (!V(a[0])); __syncthreads(); }), "livelock"},
    {"lock_that_is_held", 1, 32, CODE({
        while (atomicExch(a, 1)); }), "livelock"},

    {"divides", 1, 1, CODE({ b[0] = 7 / a[0]; }), "division by zero"},
    {"takes_the_rest", 1, 1, CODE({ b[0] = 7 % (int)a[0]; }),
        "division by zero"},
    {"divides_the_smallest", 1, 1, CODE({ int x = -2147483647 - 1;
        b[0] = 7 / (a[0] + 1); b[1] = x / ((int)a[0] - 1); }),
        "division overflow"},
    {"rest_of_the_smallest", 1, 1, CODE({ long x = 1ul << 63;
        b[0] = x % ((long)a[0] - 1); }), "division overflow"},
    {"divides_after_it", 1, 1, CODE({ b[0] = 7 / a[0]; }), "division by zero"},
    {"stack", 1, 1, CODE({ unsigned x[60000];
        for (int i = 59999; i >= 0; i--) x[i] = i;
        b[0] = x[a[0]]; }), "stack overflow"},
    {"stack_of_another", 1, 64, CODE({ unsigned x[45000];
        x[0] = T; __syncthreads(); b[T] = x[0]; }), "stack overflow"},
    {"trap", 1, 1, CODE({ if (!a[0]) __trap(); }), "trap"},
    {"asserts", 1, 32, CODE({ assert(T < 31); }),
        "(block 0, thread 31): T < 31"},
};
/* clang-format on */

/* clang-format off */
static const struct kernel returns[] = {
    {"loop_that_some_leave_last", 1, 64, CODE({
        for (unsigned i = 0; i < 2 + (T == 9); i++) __syncthreads(); }),
        "(iteration 3 of its loop) for block 0, thread 0, which has ended"},
    {"return_above_barrier", 1, 64, CODE({ if (T == 5) return;
        __syncthreads(); }), "for block 0, thread 5, which has ended (1 of"},
    {"branch_around_barrier", 1, 64, CODE({ if (T < 40) __syncthreads(); }),
        "which has ended (24 of 64 threads have)"},
    {"return_of_a_warp", 3, 64, CODE({ if (B == 1 && T / 32 == 0) return;
        __syncthreads(); }), "for block 1, thread 0, which has ended"},
    {"return_above_vote", 1, 64, CODE({ if (T % 2) return;
        __syncthreads_or(1); }), "which has ended"},
    {"return_in_loop", 1, 64, CODE({
        for (int i = 0; i < 4; i++) { if (T == 5 && i == 2) return;
            __syncthreads(); } }), "which has ended"},
};
/* clang-format on */

/* clang-format off */
static const struct kernel endless[] = {
    {"endless", 1, 32, CODE({ if (T == 3) for (;;); })},
    {"endless_stores", 1, 32, CODE({ if (T == 3) for (;;) a[0]++; })},
    {"endless_stores_of_all", 1, 256, CODE({ for (;;) a[T]++; })},
    {"endless_barriers", 1, 64, CODE({ for (;;) __syncthreads(); })},
    {"endless_fences", 1, 64, CODE({ for (;;) __threadfence(); })},
    {"waits_and_fences", 1, 64, CODE({ while (!V(a[T]))
        __threadfence_block(); })},
    {"waits_and_counts", 1, 32, CODE({ if (T == 3) while (!V(a[0]))
        atomicAdd(a + 1, 1); })},
    {"waits_plainly", 2, 32, CODE({ if (T) return;
        if (B == 1) while (!V(a[1])); else while (!a[0]); })},
};
/* clang-format on */

static void wrong_kernels_are_found(void **state)
{
    (void)state;
    judge_all(wrongs, sizeof wrongs / sizeof *wrongs);
}

/* Since Volta a barrier does not wait for threads that have returned. */
static void returns_above_a_barrier_are_wrong_before_volta(void **state)
{
    static const char *const schedule[] = {"inorder", "reverse", "random:1"};
    struct problem why;

    (void)state;
    for (size_t i = 0; i < sizeof returns / sizeof *returns; i++)
        for (size_t s = 0; s < sizeof schedule / sizeof *schedule; s++) {
            struct simt_options options = options_of(schedule[s]);
            for (int old = 0; old < 3; old++) {
                options.strict_barriers = old == 1;
                options.lockstep = old == 2;
                why = (struct problem){.line = ""};
                clear();
                launch_with(&returns[i], &options, &why);
                if (old ? !strstr(why.line, returns[i].want) : *why.line)
                    fail_msg("%s, %s, %d: %s; want %s", returns[i].name,
                             schedule[s], old, why.line,
                             old ? returns[i].want : "nothing");
            }
        }
    assert_non_null(simt_note(simt, 0));
    assert_non_null(
        strstr(simt_note(simt, 0),
               "thread 9 passes this barrier (iteration 3 of its loop) "
               "without block 0, thread 0, which has ended (63 "
               "of 64 threads have)"));
    assert_null(simt_note(simt, 1));
}

/* After each finding the next launch is as good as new. */
static void the_machine_goes_on_after_a_finding(void **state)
{
    struct problem why;

    (void)state;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        clear();
        assert_int_equal(launch(wrongs[i].name, "random:3", &why),
                         CHECK_FAILED);
        clear();
        pass("sums", "random:3");
        assert_int_equal(b[7], 8 * (95 * 96 / 2) + 96 * 28);
        assert_string_equal(simt_finding(simt), "");
    }
}

/* Of its own, since here no other kernel's variables come after. */
static void beyond_shared_memory_is_out_of_bounds(void **state)
{
    struct problem why = {0};
    struct simt *own =
        open_text("shared.cu",
                  "__global__ void k(unsigned at)\n{\n"
                  "    __shared__ unsigned s[20];\n    s[at] = 1;\n}\n",
                  &why);
    const struct simt_options options = options_of("inorder");
    unsigned at = 19;
    const struct simt_launch launch = {.kernel = "k",
                                       .grid = {1, 1, 1},
                                       .block = {1, 1, 1},
                                       .arguments = 1,
                                       .argument = {&at},
                                       .bytes = {4}};

    (void)state;
    assert_non_null(own);
    assert_int_equal(simt_launch(own, &options, &launch, &why), OK);
    at = 20;
    assert_int_equal(simt_launch(own, &options, &launch, &why), CHECK_FAILED);
    assert_non_null(strstr(why.line, "out of bounds: shared.cu:4 (block 0, "
                                     "thread 0) writes 4 bytes"));
    simt_close(own);
}

static void must_say(const char *kernel, const char *want)
{
    struct problem why = {0};

    launch(kernel, "inorder", &why);
    if (want ? !strstr(why.line, want) : *why.line)
        fail_msg("%s: %s; want %s", kernel, why.line, want);
}

/* Two flags in turn look like progress, until the machine's patience ends. */
static const struct kernel two_flags[] = {
    {"waits_for_two", 1, 1, CODE({
         while (!V(a[0]) && !V(a[1]))
             ;
     }),
     "livelock"},
};

static void endless_waits_for_two_flags_are_found(void **state)
{
    (void)state;
    if (thorough())
        judge_all(two_flags, 1);
    else
        must_say("waits_for_two", "livelock");
}

/* Each takes as long as the machine's patience: two in `make check-all` alone.
 * (tests/museum/endless-loop.sed is the first.) */
static void endless_loops_come_to_an_end(void **state)
{
    static const struct {
        const char *kernel, *want;
    } cases[] = {{"endless_stores", "endless loop"},
                 {"endless_barriers", "endless loop: kernels.cu:"},
                 {"endless_fences", "endless loop: kernels.cu:"},
                 {"waits_and_fences", "livelock"},
                 {"waits_and_counts", "livelock"},
                 {"endless", "endless loop"},
                 {"waits_plainly", "endless loop"}};
    const size_t taken = sizeof cases / sizeof *cases - (thorough() ? 0 : 2);
    struct simt_options options = options_of("inorder");
    struct problem why = {0};

    (void)state;
    options.counting = false;
    for (size_t i = 0; i < taken; i++) {
        why = (struct problem){0};
        clear();
        launch_with(kernel_called(cases[i].kernel), &options, &why);
        if (!strstr(why.line, cases[i].want))
            fail_msg("%s: %s; want %s", cases[i].kernel, why.line,
                     cases[i].want);
    }
    options.checking = false; /* as for measure */
    clear();
    launch_with(kernel_called("endless_barriers"), &options, &why);
    if (!strstr(why.line, "endless loop: kernels.cu:"))
        fail_msg("%s", why.line);
}

/* Clocks end where a launch synchronises 65534 times: with so much memory it may
 * have reason to. */
static void what_the_machine_cannot_keep_apart_is_not_judged(void **state)
{
    const struct simt_options options = options_of("inorder");
    struct problem why = {0};

    (void)state;
    clear();
    void *const large = simt_alloc(simt, "large", 1 << 20, 4, 0);
    assert_int_equal(
        launch_with(kernel_called("endless_fences"), &options, &why),
        NOT_JUDGED);
    simt_give_back(simt, large);
    if (!strstr(why.line, "an endless loop, or too many synchronisations for "
                          "the SIMT machine"))
        fail_msg("%s", why.line);
}

static void dynamic_memory_that_is_not_given_is_not_judged(void **state)
{
    struct problem why = {0};

    (void)state;
    clear();
    assert_int_equal(launch("no_dynamic", "inorder", &why), NOT_JUDGED);
    if (!strstr(why.line, "uses dynamic shared memory (") ||
        !strstr(why.line, "the plan launches no_dynamic without any"))
        fail_msg("%s", why.line);
}

/* clang-format off */
static const struct kernel resized[] = {
    {"no_dynamic", 1, 1, CODE({
        extern __shared__ unsigned g[]; g[0] = 1; })},
    {"reads_a_100", 1, 1, CODE({ b[0] = a[100]; })},
    {"reads_a_0", 1, 1, CODE({ b[0] = a[0]; })},
    {"reads_two", 1, 1, CODE({
        b[0] = (unsigned)*(unsigned long long *)a; })},
    /* two numbers of 8 bytes: they lie at any multiple of 8 */
    {"copies_pairs", 1, 32, CODE({
        struct pair { unsigned long long x; double y; };
        __shared__ unsigned long long room[2 * 32 + 1];
        struct pair *const cell = (struct pair *)(room + 1);
        cell[T] = ((struct pair *)(a + 2))[T];
        ((struct pair *)(b + 2))[T] = cell[T]; })},
    {"copies_a_vector", 1, 1, CODE({
        __shared__ __align__(16) unsigned long long room[5];
        room[1] = room[2] = 0;
        *(uint4 *)b = *(uint4 *)(room + 1); })},
};
/* clang-format on */

/* An array ends at the length of this run, and begins where it is put. */
static void arrays_change_their_length(void **state)
{
    uint32_t *const first = a;

    (void)state;
    clear();
    must_say("reads_a_100", NULL);
    simt_resize(simt, a, 0, 100 * sizeof *a);
    must_say("reads_a_100", "a[100] (a has 100 elements of 4 bytes)");
    must_say("reads_a_0", NULL);
    simt_resize(simt, a, 0, 101 * sizeof *a);
    must_say("reads_a_100", "a[100], which no thread has written");
    must_say("reads_a_0", NULL);
    simt_resize(simt, a, 0, 0);
    must_say("reads_a_0", "a[0] (a has 0 elements of 4 bytes)");
    simt_resize(simt, a, 0, WORDS * sizeof *a);
    simt_host_wrote(simt, a, WORDS * sizeof *a);
    must_say("reads_two", NULL);
    a = simt_resize(simt, a, 4, 100 * sizeof *a);
    assert_ptr_equal(a, first + 1);
    simt_host_wrote(simt, a, 100 * sizeof *a);
    must_say("reads_a_0", NULL);
    must_say("reads_a_100", "a[100] (a has 100 elements of 4 bytes)");
    must_say("reads_two", "misaligned: kernels.cu:");
    a = first; /* where it was taken */
    must_say("reads_a_0", "a[-1] (a has 100 elements of 4 bytes)");
    simt_resize(simt, a, 0, WORDS * sizeof *a);
}

static void alignment_is_that_of_the_type(void **state)
{
    (void)state;
    clear();
    must_say("copies_pairs", NULL);
    must_say("copies_a_vector", "misaligned: kernels.cu:");
}

static void arrays_are_given_back(void **state)
{
    uint32_t *const usual = a;

    (void)state;
    a = simt_alloc(simt, "small", 8, sizeof *a, 0);
    simt_host_wrote(simt, a, 8);
    must_say("reads_a_0", NULL);
    simt_give_back(simt, a);
    must_say("reads_a_0", "out of bounds");
    for (int i = 0; i < 1000; i++) { /* more than there are at once */
        a = simt_alloc(simt, "small", 8, sizeof *a, 0);
        assert_non_null(a);
        simt_give_back(simt, a);
    }
    a = usual;
}

/* Twice the index of a large array is no place in the next one. */
static void the_gap_is_as_wide_as_the_array(void **state)
{
    uint32_t *const usual = a;
    uint32_t *const low = simt_alloc(simt, "low", 8000, sizeof *a, 0);
    uint32_t *const high = simt_alloc(simt, "high", 8000, sizeof *a, 0);

    (void)state;
    simt_host_wrote(simt, low, 8000);
    simt_host_wrote(simt, high, 8000);
    a = low + 3999 - 100;
    must_say("reads_a_100", "out of bounds");
    a = high - 2000 - 100;
    must_say("reads_a_100", "out of bounds");
    simt_give_back(simt, low);
    simt_give_back(simt, high);
    a = usual;
}

/* The system puts shared and global memory where it likes: in some runs the one
 * lies 2^32 elements above the other, where an index below 0 would end. */
static void names_do_not_depend_on_where_memory_lies(void **state)
{
    enum { BYTES = 128 };
    const uintptr_t low = (uintptr_t)1 << 40, high = low + (4ull << 32) - BYTES;
    struct source_symbol units = {
        .name = "units", .bytes = BYTES, .element_bytes = 4};
    const struct source_symbol *own[] = {&units};
    struct kernel_code *const code = calloc(1, sizeof *code);
    struct global_memory *const global = calloc(1, sizeof *global);
    const struct names names = {.code = code, .global = global};
    char words[192];

    (void)state;
    assert_true(code && global);
    code->own = own;
    code->owns = 1;
    global->bytes = 1 << 20;
    global->pieces = 1;
    global->piece[0] =
        (struct piece){.name = "prefixes", .bytes = BYTES, .unit = 4};
    for (int shared_above = 0; shared_above < 2; shared_above++) {
        const struct code_copy copy = {.shared = shared_above ? high : low,
                                       .shared_bytes = BYTES};
        const uintptr_t array = shared_above ? low : high;
        global->begin = global->piece[0].begin = array;
        name_memory(&names, &copy, copy.shared + 84, 4, words, sizeof words);
        assert_string_equal(words, "units[21]");
        name_memory(&names, &copy, array + 84, 4, words, sizeof words);
        assert_string_equal(words, "prefixes[21]");
    }
    /* shared[-1]; and 2^32 bytes below it some element below the array */
    const struct code_copy copy = {.shared = low, .shared_bytes = BYTES};
    global->begin = global->piece[0].begin = low + (3ull << 32) + 400;
    name_memory(&names, &copy, low + (4ull << 32) - 4, 4, words, sizeof words);
    assert_string_equal(words, "units[-1] (units has 32 elements of 4 bytes)");
    free(global);
    free(code);
}

static int open_all(void **state)
{
    static const struct table tables[] = {
        {wrongs, sizeof wrongs / sizeof *wrongs},
        {returns, sizeof returns / sizeof *returns},
        {endless, sizeof endless / sizeof *endless},
        {two_flags, sizeof two_flags / sizeof *two_flags},
        {resized, sizeof resized / sizeof *resized},
        {sums, sizeof sums / sizeof *sums},
    };

    (void)state;
    return frame_open(tables, sizeof tables / sizeof *tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(returns_above_a_barrier_are_wrong_before_volta),
        cmocka_unit_test(wrong_kernels_are_found),
        cmocka_unit_test(the_machine_goes_on_after_a_finding),
        cmocka_unit_test(beyond_shared_memory_is_out_of_bounds),
        cmocka_unit_test(arrays_change_their_length),
        cmocka_unit_test(alignment_is_that_of_the_type),
        cmocka_unit_test(arrays_are_given_back),
        cmocka_unit_test(the_gap_is_as_wide_as_the_array),
        cmocka_unit_test(names_do_not_depend_on_where_memory_lies),
        cmocka_unit_test(endless_waits_for_two_flags_are_found),
        cmocka_unit_test(endless_loops_come_to_an_end),
        cmocka_unit_test(what_the_machine_cannot_keep_apart_is_not_judged),
        cmocka_unit_test(dynamic_memory_that_is_not_given_is_not_judged),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    cmocka_set_skip_filter(getenv("TEST_SKIP")); /* NULL: none */
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
