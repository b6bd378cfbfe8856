/* test_simt_races.c - two threads and one word, ordered only by barriers: is
 * each race found, and nothing else? No kernel here has a fence, so that the
 * readers of a block share one stamp (access.c).
 */
#include "simt_frame.h"

/* clang-format off */
static const struct kernel races[] = {
    /* within a block */
    {"no_barrier", 1, 64, CODE({
        __shared__ unsigned s[64];
        s[T] = 0; __syncthreads();
        s[T] = 1; b[T] = s[T ^ 32]; }), "race on s["},
    {"barrier", 1, 64, CODE({
        __shared__ unsigned s[64];
        s[T] = 0; __syncthreads();
        s[T] = 1; __syncthreads(); b[T] = s[T ^ 32]; })},
    {"barrier_in_dynamic", 1, 64, CODE({
        extern __shared__ unsigned d[];
        d[T] = 1; __syncthreads(); b[T] = d[T ^ 32]; }), NULL, 256},
    {"no_barrier_in_dynamic", 1, 64, CODE({
        extern __shared__ unsigned e[];
        e[T] = 0; __syncthreads();
        e[T] = 1; b[T] = e[T ^ 32]; }), "race on ", 256},
    {"count_is_a_barrier", 1, 64, CODE({
        __shared__ unsigned s[64];
        s[T] = 1; __syncthreads_count(1); b[T] = s[T ^ 32]; })},
    {"other_warp", 1, 64, CODE({
        __shared__ unsigned s[64];
        s[T] = 0; __syncthreads();
        s[T] = 1; __syncwarp(); b[T] = s[T ^ 32]; }), "race on s["},
    {"same_warp", 1, 64, CODE({
        __shared__ unsigned s[64];
        s[T] = 1; __syncwarp(); b[T] = s[T ^ 1]; })},
    {"lanes_alone", 1, 32, CODE({
        __shared__ unsigned s[32];
        s[T] = 0; __syncwarp();
        s[T] = 1; b[T] = s[T ^ 1]; }), "race on s["},
    {"lanes_after_shuffle", 1, 32, CODE({
        __shared__ unsigned s[32];
        s[T] = 0; __syncwarp();
        s[T] = 1; __shfl_sync(ALL, 1, 0); b[T] = s[T ^ 1]; }), "race on s["},
    {"lanes_after_vote", 1, 32, CODE({
        __shared__ unsigned s[32];
        s[T] = 0; __syncwarp();
        s[T] = 1; __any_sync(ALL, 1); b[T] = s[T ^ 1]; }), "race on s["},
    {"ragged_warp", 1, 40, CODE({
        __shared__ unsigned s[40];
        s[T] = 1; __syncwarp(); b[T] = s[T ^ 1]; })},
    {"write_after_read", 1, 64, CODE({
        __shared__ unsigned s[64];
        s[T] = T; __syncthreads();
        unsigned x = s[T ^ 32]; s[T] = x; }), "race on s["},
    {"write_after_read_and_barrier", 1, 64, CODE({
        __shared__ unsigned s[64];
        s[T] = T; __syncthreads();
        unsigned x = s[T ^ 32]; __syncthreads(); s[T] = x; })},
    /* two threads are named, not the one that has read and writes, twice */
    {"write_after_many_read", 1, 64, CODE({
        b[T] = a[0]; if (T == 63) a[0] = 1; }),
        "(block 0, thread 0) reads it"},
    {"global_in_block", 1, 64, CODE({
        a[T] = 1; b[T] = a[T ^ 32]; }), "race on a["},
    {"global_in_block_and_barrier", 1, 64, CODE({
        a[T] = 1; __syncthreads(); b[T] = a[T ^ 32]; })},
    {"same_value", 1, 64, CODE({ a[0] = 1; __syncthreads(); b[T] = a[0]; })},
    {"same_value_of_a_block", 1, 1024, CODE({ a[0] = 1; })},
    {"same_value_of_warps_that_have_met", 1, 96, CODE({
        for (unsigned i = 0; i < T / 32; i++) __syncwarp();
        if (T % 32 == 0) a[0] = 3; __syncthreads(); b[T] = a[0]; })},
    {"same_value_in_rounds", 1, 64, CODE({
        for (int i = 0; i < 3; i++) {
            a[0] = i; __syncthreads(); b[T] = a[0]; __syncthreads(); } })},
    {"same_value_in_rounds_too_soon", 1, 64, CODE({
        for (int i = 0; i < 3; i++) {
            a[0] = i; __syncthreads(); b[T] = a[0]; } }), "race on a[0]"},
    {"same_value_read_by_another_warp", 1, 64, CODE({
        if (T < 50) a[0] = 1; if (T == 63) b[0] = a[0]; }), "race on a[0]"},
    {"same_value_read_after_its_warp_has_met", 1, 64, CODE({
        a[0] = 1; __syncwarp(); b[T] = a[0]; }), "race on a[0]"},
    {"same_value_then_another_line", 1, 64, CODE({
        a[0] = 1; __syncwarp(); if (T == 0) a[0] = 1; })},
    {"same_value_then_another_line_and_value", 1, 64, CODE({
        a[0] = 1; __syncwarp(); if (T == 0) a[0] = 2; }), "race on a[0]"},
    {"values_of_warps", 1, 64, CODE({ a[0] = T / 32; }), "race on a[0]"},
    {"value_of_the_last_thread", 1, 64, CODE({ a[0] = T / 63; }),
        "race on a[0]"},
    {"same_value_of_a_warp", 1, 32, CODE({ a[0] = 1; })},
    {"same_value_of_some_lanes", 1, 64, CODE({
        __shared__ unsigned found[2];
        if (T % 32 == 0) found[T / 32] = 0; __syncwarp();
        if (a[T] == 0) found[T / 32] = 1;
        __syncthreads(); b[T] = found[0]; })},
    {"same_value_of_16_bytes", 1, 32, CODE({
        *(uint4 *)a = make_uint4(1, 2, 3, 4); })},
    {"same_value_then_read", 1, 32, CODE({ a[0] = 1; b[T] = a[0]; }),
        "race on a[0]"},
    {"same_value_in_two_lines", 1, 32, CODE({
        if (T < 16) a[0] = 1; else a[0] = 1; })},
    {"same_value_in_two_lines_then_read", 1, 64, CODE({
        if (T < 40) a[0] = 1; else a[0] = 1;
        if (T == 63) b[0] = a[0]; }), "race on a[0]"},
    {"same_value_where_one_has_read", 1, 64, CODE({
        if (T == 3) { b[0] = a[0]; a[0] = 1; } if (T == 40) a[0] = 1; }),
        "race on a[0]"},
    {"same_value_where_a_byte_was_read", 1, 64, CODE({
        unsigned char *c = (unsigned char *)a;
        if (T == 3) { b[0] = c[1]; a[0] = 1; } if (T == 40) a[0] = 1; }),
        "race on a[0]"},
    {"same_value_of_two_blocks", 2, 1, CODE({ a[0] = 1; })},
    {"same_value_of_blocks", 5, 64, CODE({ a[0] = 1; })},
    {"same_value_of_blocks_then_read", 3, 64, CODE({
        a[0] = 1; __syncthreads(); if (B == 1) b[T] = a[0]; }),
        "race on a[0]"},
    {"same_value_of_blocks_then_another", 3, 64, CODE({
        a[0] = 1; __syncthreads(); if (B == 1) a[0] = 2; }), "race on a[0]"},
    {"same_byte_of_blocks", 3, 64, CODE({ ((bool *)a)[1] = true; })},
    {"values_of_two_blocks", 2, 64, CODE({ a[0] = 1 + B; }), "race on a[0]"},
    {"same_value_where_a_block_has_read", 2, 64, CODE({
        if (B == 1 && T == 0) b[0] = a[0]; __syncthreads(); a[0] = 1; }),
        "race on a[0]"},
    {"values_of_a_warp", 1, 32, CODE({ a[0] = T; }), "race on a[0]"},
    {"value_of_one_lane", 1, 32, CODE({ a[0] = T == 17; }), "race on a[0]"},
    {"value_of_16_bytes", 1, 32, CODE({
        *(uint4 *)a = make_uint4(1, 2, 3, T / 31); }), "race on a["},
    /* g++: the hook of the store, that of the load, and then the copy */
    {"copies_of_4_bytes", 1, 32, CODE({
        struct element { unsigned word; };
        a[T] = T; __syncthreads();
        *(element *)b = ((element *)a)[T]; }), "race on b[0]"},
    {"copies_of_16_bytes", 1, 2, CODE({
        struct element { unsigned word[4]; };
        __shared__ element s;
        a[4 * T + 3] = T; __syncthreads();
        s = ((element *)a)[T]; }), "race on s"},
    {"copies_of_3_bytes", 1, 2, CODE({
        __shared__ uchar3 s[2];
        s[T] = make_uchar3(0, T, 0); __syncthreads();
        *(uchar3 *)b = s[T]; }), "race on b[0]"},
    {"copies_of_what_is_const_restrict", 1, 2, CODE({
        struct element { unsigned word; };
        auto copy = [](element *to, const element *__restrict__ from) {
            *to = from[T]; };
        a[T] = T; __syncthreads();
        copy((element *)b, (const element *)a); }), "race on b[0]"},
    {"copies_of_equal_elements", 1, 32, CODE({
        struct element { unsigned word[4]; };
        a[4 * T + 3] = 7; __syncthreads();
        *(element *)b = ((element *)a)[T]; })},
    {"part_of_a_vector", 1, 64, CODE({
        if (T == 0) *(uint4 *)a = make_uint4(1, 2, 3, 4);
        if (T == 32) b[0] = a[3]; }), "race on a["},
    {"bytes_of_a_word", 1, 64, CODE({
        ((unsigned char *)a)[T] = 1; __syncthreads();
        b[T] = ((unsigned char *)a)[T ^ 32]; })},
    {"shared_used_again", 2, 64, CODE({
        __shared__ unsigned s[64];
        for (int i = 0; i < 3; i++) {
            s[T] = i; __syncthreads();
            b[B * 64 + T] = s[63 - T]; __syncthreads(); } })},
    {"shared_used_again_too_soon", 1, 64, CODE({
        __shared__ unsigned s[64];
        for (int i = 0; i < 3; i++) {
            s[T] = i; __syncthreads();
            b[T] = s[63 - T]; } }), "race on s["},

    /* between blocks */
    {"blocks_write", 2, 32, CODE({ if (T == 0) a[0] = B; }), "race on a[0]"},
    {"blocks_write_apart", 2, 32, CODE({ a[32 * B + T] = B; })},
    {"blocks_read", 8, 64, CODE({ b[64 * B + T] = a[T]; })},
    {"blocks_read_one_writes", 4, 32, CODE({
        b[32 * B + T] = a[0]; if (B == 3 && T == 0) a[0] = 1; }),
        "race on a[0]"},
    {"blocks_read_first_writes", 4, 32, CODE({
        b[32 * B + T] = a[0]; if (B == 0 && T == 0) a[0] = 1; }),
        "race on a[0]"},
    {"blocks_barrier", 2, 32, CODE({
        a[32 * B + T] = 1; __syncthreads(); b[32 * B + T] = a[32 * !B + T]; }),
        "race on a["},

    /* bytes of one word */
    {"bytes", 1, 64, CODE({
        __shared__ bool s[64];
        s[T] = true; __syncthreads(); b[T] = s[T ^ 32]; })},
    {"bytes_in_two_rounds", 1, 64, CODE({
        __shared__ bool s[64];
        s[T] = true; __syncthreads();
        bool x = s[T ^ 1]; __syncthreads();
        s[T] = !x; __syncthreads(); b[T] = s[T ^ 2]; })},
    {"bytes_no_barrier", 1, 64, CODE({
        __shared__ bool s[64];
        s[T] = false; __syncthreads();
        s[T] = true; b[T] = s[T ^ 32]; }), "race on s["},
    {"bytes_of_one_word_no_barrier", 1, 4, CODE({
        __shared__ bool s[4];
        s[T] = false; __syncwarp();
        s[T] = true; b[T] = s[T ^ 1]; }), "race on s["},
    {"byte_of_two", 1, 64, CODE({
        __shared__ bool s[2]; s[T & 1] = T < 32; }), "race on s["},
    {"byte_of_two_same_value", 1, 32, CODE({
        __shared__ bool s[2]; s[T & 1] = true; })},
    {"byte_of_all_same_value", 1, 64, CODE({
        __shared__ bool s;
        if (T == 0) s = false; __syncthreads();
        if (a[T] == 0) s = true; __syncthreads(); b[T] = s; })},
    {"byte_of_all_set_back_too_soon", 1, 64, CODE({
        __shared__ bool s;
        s = false; if (T == 40) s = true;
        __syncthreads(); b[T] = s; }), "race on s"},
    {"byte_of_two_values", 1, 32, CODE({
        __shared__ bool s[2]; s[T & 1] = T < 7; }), "race on s["},
    {"byte_beyond", 1, 2, CODE({
        __shared__ bool s[2]; s[T + 1] = true; }), "out of bounds"},
    {"byte_not_written", 1, 2, CODE({
        __shared__ bool s[4]; s[T] = true; __syncwarp(); b[T] = s[T + 2]; }),
        "uninitialised"},
    {"bytes_read_as_a_word", 1, 64, CODE({
        unsigned char *c = (unsigned char *)a;
        c[T] = 1; __syncthreads(); b[T] = a[T / 4]; })},
    {"bytes_read_as_a_word_no_barrier", 1, 64, CODE({
        unsigned char *c = (unsigned char *)a;
        c[T] = 1; b[T] = a[(T ^ 32) / 4]; }), "race on a["},
    {"bytes_after_a_word", 1, 64, CODE({
        unsigned char *c = (unsigned char *)a;
        if (T < 16) a[T] = 1; c[T] = 1; }), "race on a["},
    {"a_word_after_bytes", 1, 64, CODE({
        unsigned char *c = (unsigned char *)a;
        c[T] = 1; if (T >= 48) a[T - 48] = 1; }), "race on a["},
    {"a_word_after_bytes_that_were_read", 1, 64, CODE({
        unsigned char *c = (unsigned char *)a;
        b[T] = c[T]; if (T == 63) a[0] = 1; }), "race on a[0]"},
    {"bytes_word_bytes", 1, 64, CODE({
        unsigned char *c = (unsigned char *)a;
        c[T] = 1; __syncthreads(); if (T < 16) a[T] = 0; __syncthreads();
        b[T] = c[T ^ 1]; c[T ^ 1] = 1; })},
    {"halves_and_bytes", 1, 2, CODE({
        unsigned short *h = (unsigned short *)a;
        unsigned char *c = (unsigned char *)a;
        if (T) h[1] = 1; else c[1] = 1; })},
    {"halves_and_bytes_meet", 1, 2, CODE({
        unsigned short *h = (unsigned short *)a;
        unsigned char *c = (unsigned char *)a;
        if (T) h[1] = 1; else c[3] = 1; }), "race on a["},
    {"readers_then_a_byte", 4, 32, CODE({
        b[32 * B + T] = a[0];
        if (B == 3 && T == 0) ((unsigned char *)a)[2] = 1; }), "race on a[0]"},
    {"readers_of_bytes_then_another", 4, 1, CODE({
        volatile unsigned char *c = (unsigned char *)a;
        if (B < 3) b[B] = c[B]; else c[3] = 1; })},
    {"members_then_the_struct", 1, 32, CODE({
        struct entry { bool full; unsigned value; };
        __shared__ struct entry s[32];
        s[T].full = true; s[T].value = T; __syncthreads();
        struct entry e = s[T ^ 1]; b[T] = e.full ? e.value : 0; })},
    {"blocks_write_bytes", 64, 1, CODE({ ((bool *)a)[B] = true; })},
    {"blocks_set_a_byte", 64, 1, CODE({ ((bool *)a)[B / 2] = true; })},
    {"blocks_write_a_byte", 64, 1, CODE({ ((bool *)a)[B / 2] = B % 2; }),
        "race on a["},
    {"volatile_bytes", 64, 1, CODE({
        volatile bool *f = (volatile bool *)a;
        f[B] = true; b[B] = f[B ^ 1]; })},
    {"volatile_bytes_and_plain", 64, 1, CODE({
        volatile bool *f = (volatile bool *)a;
        f[B] = true; b[B] = ((bool *)a)[B ^ 1]; }), "race on a["},

    /* atomics */
    {"atomics_meet", 4, 64, CODE({ atomicAdd(a, 1); atomicMax(a, T); })},
    {"atomics_in_shared", 4, 64, CODE({
        __shared__ unsigned s;
        if (T == 0) s = 0; __syncthreads();
        atomicAdd(&s, 1); __syncthreads();
        if (T == 0) b[B] = s; })},
    {"atomic_and_volatile", 2, 32, CODE({
        if (T == 0) { if (B) atomicAdd(a, 1); else b[0] = V(a[0]); } })},
    {"atomic_and_store", 1, 64, CODE({
        if (T == 0) a[0] = 1; if (T == 32) atomicAdd(a, 1); }),
        "race on a[0]"},
    {"atomic_and_load", 1, 64, CODE({
        if (T == 0) b[0] = a[0]; if (T == 32) atomicAdd(a, 1); }),
        "race on a[0]"},
    {"atomic_and_one_load_of_two", 1, 64, CODE({
        if (T == 0) b[0] = a[0]; if (T == 1) b[1] = V(a[0]);
        if (T == 32) atomicAdd(a, 1); }), "race on a[0]"},
    {"atomic_and_one_load_of_two_blocks", 3, 32, CODE({ if (T) return;
        if (B == 0) b[0] = a[0]; if (B == 1) b[1] = V(a[0]);
        if (B == 2) atomicAdd(a, 1); }), "race on a[0]"},
    {"exchange_is_a_store", 1, 64, CODE({ atomicExch(b + T, 1); })},
    {"exchange_is_the_first_store", 2, 32, CODE({ if (T) return;
        if (B == 0) { atomicExch(b, 1); __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); a[1] = V(b[0]); } })},
    {"exchange_is_the_first_store_of_many", 4, 32, CODE({
        atomicExch(b, B); })},
    {"exchange_then_add", 1, 64, CODE({
        __shared__ unsigned s;
        if (T == 0) atomicExch(&s, 0); __syncthreads();
        atomicAdd(&s, 1); })},
    {"exchange_and_add", 2, 32, CODE({ if (T) return;
        if (B == 0) { atomicExch(b, 1); V(a[0]) = 1; }
        else { while (!V(a[0])); atomicAdd(b, 1); } }), "uninitialised"},
    {"exchange_and_add_of_a_warp", 1, 2, CODE({
        if (T == 0) atomicExch(b, 1); else atomicAdd(b, 1); }),
        "uninitialised"},
    {"exchange_and_add_of_0", 2, 64, CODE({
        if (T % 3) atomicAdd(a, 0); else atomicExch(a, T); })},
    {"exchange_and_look", 2, 32, CODE({ if (T) return;
        if (B == 0) { atomicExch(b, 1); V(a[0]) = 1; }
        else { while (!V(a[0])); a[1] = V(b[0]); } }), "race on b[0]"},
    {"exchange_and_store", 2, 32, CODE({ if (T) return;
        if (B) atomicExch(b, 1); else b[0] = 1; }), "race on b[0]"},
    {"compare_reads", 1, 1, CODE({ atomicCAS(b, 0, 1); }), "uninitialised"},
    {"add_reads", 1, 1, CODE({ atomicAdd(b, 1); }), "uninitialised"},
    {"atomic_of_a_block", 1, 64, CODE({ atomicAdd_block(a, 1); })},
    {"atomic_of_a_block_in_two", 2, 32, CODE({ atomicAdd_block(a, 1); }),
        "race on a[0]"},
    {"atomic_of_a_block_and_of_all", 2, 32, CODE({
        if (B) atomicAdd(a, 1); else atomicAdd_block(a, 1); }),
        "race on a[0]"},

    /* no loop that waits: the same is seen again and again */
    {"looks_often", 2, 32, CODE({
        unsigned sum = 0;
        for (int i = 0; i < 1000; i++) sum += V(a[7]);
        b[32 * B + T] = sum; })},
    {"compares_often", 2, 32, CODE({
        for (int i = 0; i < 1000; i++) atomicMax(a, 0); })},
};
/* clang-format on */

/* clang-format off */
static const struct kernel launched[] = {
    {"writes_by_thread", 1, 32, CODE({ a[T] = 1; })},
    {"reads_by_block", 4, 32, CODE({ b[32 * B + T] = a[31 - T]; })},
};
/* clang-format on */

static void races_are_found_and_no_others(void **state)
{
    (void)state;
    judge_all(races, sizeof races / sizeof *races);
}

/* Among elements of an opaque type no word is a flag. */
static void an_element_is_no_flag(void **state)
{
    struct problem why = {0};
    struct simt *own =
        open_text("element.cu",
                  "__global__ void k(volatile unsigned *a, int atomic)\n{\n"
                  "    if (threadIdx.x) return;\n"
                  "    if (blockIdx.x == 0) a[0] = 1;\n"
                  "    else if (atomic) atomicAdd((unsigned *)a, 0);\n"
                  "    else a[1] = a[0];\n}\n",
                  &why);
    const struct simt_options options = options_of("inorder");
    unsigned *elements, atomic = 0;
    struct simt_launch launch = {.kernel = "k",
                                 .grid = {2, 1, 1},
                                 .block = {32, 1, 1},
                                 .arguments = 2,
                                 .argument = {&elements, &atomic},
                                 .bytes = {8, 4}};

    (void)state;
    assert_non_null(own);
    elements = simt_alloc(own, "elements", 8, 4, 0);
    for (int opaque = 0; opaque < 2; opaque++)
        for (atomic = 0; atomic < 2; atomic++) {
            simt_host_wrote(own, elements, 8);
            if (opaque)
                simt_opaque(own, elements);
            const enum status status =
                simt_launch(own, &options, &launch, &why);
            assert_int_equal(status, opaque ? CHECK_FAILED : OK);
            if (opaque)
                assert_non_null(strstr(why.line, "race on elements[0]"));
            if (opaque && !atomic)
                assert_non_null(strstr(simt_finding(own), "Volatile orders"));
        }
    simt_close(own);
}

static void stores_of_one_value_are_noted(void **state)
{
    (void)state;
    clear();
    pass("same_value_of_a_warp", "reverse");
    assert_non_null(simt_note(simt, 0));
    assert_non_null(strstr(simt_note(simt, 0), "store the same value in "));
    assert_null(simt_note(simt, 1));
}

/* "Not a finding" is no sentence beside the finding that it is. */
static void a_race_takes_the_place_of_its_note(void **state)
{
    struct problem why = {0};
    struct simt *own = open_text("most.cu",
                                 "__global__ void k(unsigned *a)\n{\n"
                                 "    a[0] = threadIdx.x == 7;\n}\n",
                                 &why);
    const struct simt_options options = options_of("inorder");
    unsigned *word;
    struct simt_launch launch = {.kernel = "k",
                                 .grid = {1, 1, 1},
                                 .block = {32, 1, 1},
                                 .arguments = 1,
                                 .argument = {&word},
                                 .bytes = {8}};

    (void)state;
    assert_non_null(own);
    word = simt_alloc(own, "word", 4, 4, 0);
    simt_host_wrote(own, word, 4);
    assert_int_equal(simt_launch(own, &options, &launch, &why), CHECK_FAILED);
    assert_non_null(strstr(why.line, "(block 0, thread 7) writes it and"));
    assert_null(simt_note(own, 0));
    simt_close(own);
}

/* Only the second launch could race; between the two all is ordered. */
static void launches_are_ordered(void **state)
{
    (void)state;
    for (int s = 0; s < SCHEDULES; s++) {
        clear();
        pass("writes_by_thread", schedules[s]);
        pass("reads_by_block", schedules[s]);
        pass("writes_by_thread", schedules[s]);
        for (unsigned i = 0; i < 128; i++)
            assert_int_equal(b[i], 1);
    }
}

static void a_finding_says_where_and_who(void **state)
{
    struct problem why = {0};
    struct simt *own = open_text("lines.cu",
                                 "__device__ unsigned left(unsigned *s)\n{\n"
                                 "    return s[threadIdx.x - 1];\n}\n"
                                 "__global__ void k()\n{\n"
                                 "    __shared__ unsigned s[64];\n"
                                 "    s[threadIdx.x] = 0;\n"
                                 "    __syncthreads();\n"
                                 "    s[threadIdx.x] = 1;\n"
                                 "    if (threadIdx.x > 62)\n"
                                 "        left(s);\n"
                                 "}\n",
                                 &why);
    const struct simt_options options = options_of("inorder");
    const struct simt_launch launch = {
        .kernel = "k", .grid = {3, 1, 1}, .block = {64, 1, 1}};

    (void)state;
    assert_non_null(own);
    assert_int_equal(simt_launch(own, &options, &launch, &why), CHECK_FAILED);
    assert_string_equal(why.line,
                        "race on s[62]: lines.cu:3 (block 0, thread 63) reads "
                        "it and lines.cu:10 (block 0, thread 62) writes it, "
                        "with no barrier, fence or flag between them");
    assert_non_null(strstr(simt_finding(own), "__syncthreads()"));
    simt_close(own);
}

static struct kernel of_bytes[sizeof races / sizeof *races];
static size_t bytes;

/* The same with bytes in place of words. */
static void bytes_are_as_independent_as_words(void **state)
{
    (void)state;
    judge_all(of_bytes, bytes);
}

static int open_all(void **state)
{
    bytes = in_bytes(races, sizeof races / sizeof *races, of_bytes);
    const struct table tables[] = {
        {of_bytes, bytes},
        {races, sizeof races / sizeof *races},
        {launched, sizeof launched / sizeof *launched},
    };

    (void)state;
    return frame_open(tables, sizeof tables / sizeof *tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(races_are_found_and_no_others),
        cmocka_unit_test(bytes_are_as_independent_as_words),
        cmocka_unit_test(an_element_is_no_flag),
        cmocka_unit_test(stores_of_one_value_are_noted),
        cmocka_unit_test(a_race_takes_the_place_of_its_note),
        cmocka_unit_test(launches_are_ordered),
        cmocka_unit_test(a_finding_says_where_and_who),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
