/* test_simt.c - the SIMT machine on small kernels: does it compute what CUDA's
 * documents say, count what the source says, and find what is wrong with a
 * kernel, under every schedule, with no false alarm?
 *
 * A kernel here is a row of a table: its body stands beside what is expected
 * of it. All rows become one .cu file, that is compiled once. Each kernel gets
 *
 *     a    1024 words, zero or as the test says, written by the host
 *     b    1024 words that nobody has written
 */
#include "guard.h"
#include "simt/simt.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WORDS = 1024, LANES = 32 };

/* A body as text; what is not in it is of CUDA, not of C. */
#define CODE(...) .body = #__VA_ARGS__

static struct simt *simt;
static uint32_t *a, *b;
static char folder[] = "/tmp/test_simt.XXXXXX";

static const char *const schedules[] = {
    "inorder",  "reverse",   "random:1", "random:2", "random:3", "random:4",
    "random:5", "adversary", "pct:1",    "pct:2",    "timed",
};
enum { SCHEDULES = sizeof schedules / sizeof *schedules };

/* ------------------------------------------------------------------ kernels */

struct kernel {
    const char *name;
    unsigned grid, block;
    const char *body;
    const char *want; /* in what is found; NULL: nothing may be */
    unsigned shared;  /* dynamic bytes */
    int resident;
};

/* clang-format off */
static const char prelude[] =
    "#define ALL 0xffffffffu\n"
    "#define V(x) (*(volatile unsigned *)&(x))\n"
    "#define T threadIdx.x\n"
    "#define B blockIdx.x\n"
    "__constant__ unsigned squares[4] = {0, 1, 4, 9};\n";

/* ---------------------------------------------------------------- races */

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
    {"half_warps", 1, 32, CODE({
        __shared__ unsigned s[32];
        s[T] = 1;
        if (T < 16) __syncwarp(0x0000ffff); else __syncwarp(0xffff0000);
        b[T] = s[T ^ 1]; })},
    {"half_warps_mixed", 1, 32, CODE({
        __shared__ unsigned s[32];
        s[T] = 0; __syncwarp();
        s[T] = 1;
        if (T < 16) __syncwarp(0x0000ffff); else __syncwarp(0xffff0000);
        b[T] = s[T ^ 16]; }), "race on s["},
    {"through_a_third_lane", 1, 32, CODE({
        if (T == 0) { a[0] = 1; __syncwarp(3); }
        if (T == 1) { __syncwarp(3); __syncwarp(6); }
        if (T == 2) { __syncwarp(6); b[0] = a[0]; } })},
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
    {"write_after_many_read", 1, 64, CODE({
        b[T] = a[0]; if (T == 63) a[0] = 1; }), "race on a[0]"},
    {"global_in_block", 1, 64, CODE({
        a[T] = 1; b[T] = a[T ^ 32]; }), "race on a["},
    {"global_in_block_and_barrier", 1, 64, CODE({
        a[T] = 1; __syncthreads(); b[T] = a[T ^ 32]; })},
    {"same_value", 1, 64, CODE({ a[0] = 1; }), "race on a[0]"},
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

    /* a message from block 0 to block 1: a[100], announced by a[0] */
    {"message", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; } })},
    {"message_system_fence", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence_system(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence_system(); b[0] = a[100]; } })},
    {"message_no_release", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; } }),
        "race on a[100]"},
    {"message_no_acquire", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); b[0] = a[100]; } }), "race on a[100]"},
    {"message_no_fence", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); b[0] = a[100]; } }), "race on a[100]"},
    {"message_block_release", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence_block(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; } }),
        "race on a[100]"},
    {"message_block_acquire", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence_block(); b[0] = a[100]; } }),
        "race on a[100]"},
    {"message_late_fence", 2, 32, CODE({ if (T) return;
        if (B == 0) { __threadfence(); a[100] = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; } }),
        "race on a[100]"},
    {"message_flag_first", 2, 32, CODE({ if (T) return;
        if (B == 0) { V(a[0]) = 1; __threadfence(); a[100] = 7; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; } }),
        "race on a[100]"},
    {"message_early_acquire", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { __threadfence(); while (!V(a[0])); b[0] = a[100]; } }),
        "race on a[100]"},
    {"message_plain_flag", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); a[0] = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; } }),
        "race on a[0]"},
    {"message_cleared_flag", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[0] = 0; V(a[0]) = 1; }
        else { while (!V(a[0])); } }), "race on a[0]"},
    {"message_peeked_flag", 2, 32, CODE({ if (T) return;
        if (B == 0) V(a[0]) = 1;
        else if (!a[0]) while (!V(a[0])); }), "race on a[0]"},
    {"message_by_atomics", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); atomicExch(a, 1); }
        else { while (!atomicAdd(a, 0)); __threadfence(); b[0] = a[100]; } })},
    {"message_by_compare", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); atomicCAS(a, 0, 1); }
        else { while (atomicCAS(a, 1, 2) != 1); __threadfence();
               b[0] = a[100]; } })},
    {"message_by_or", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); atomicOr(a, 1); }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; } })},
    {"message_by_atomics_alone", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; atomicExch(a, 1); }
        else { while (!atomicAdd(a, 0)); b[0] = a[100]; } }),
        "race on a[100]"},
    {"message_of_8_bytes", 2, 32, CODE({ if (T) return;
        volatile unsigned long long *f = (volatile unsigned long long *)a;
        if (B == 0) { a[100] = 7; __threadfence(); *f = 1ull << 40; }
        else { while (!*f); __threadfence(); b[0] = a[100]; } })},
    {"message_at_both_ways", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1;
            while (!V(a[1])); __threadfence(); b[1] = a[100]; }
        else { while (!V(a[0])); __threadfence(); a[100]++; __threadfence();
            V(a[1]) = 1; } })},

    /* volatile is no fence, neither for what it writes nor for what it reads */
    {"message_volatile", 2, 32, CODE({ if (T) return;
        if (B == 0) { V(b[100]) = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = V(b[100]); } })},
    {"message_volatile_no_release", 2, 32, CODE({ if (T) return;
        if (B == 0) { V(b[100]) = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = V(b[100]); } }),
        "race on b[100]"},
    {"message_volatile_no_acquire", 2, 32, CODE({ if (T) return;
        if (B == 0) { V(b[100]) = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); b[0] = V(b[100]); } }), "race on b[100]"},
    {"message_volatile_twice", 2, 32, CODE({ if (T) return;
        if (B == 0) { V(b[100]) = 6; V(b[100]) = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); b[0] = V(b[100]); } }), "race on b[100]"},
    {"message_volatile_read_by_atomic", 2, 32, CODE({ if (T) return;
        if (B == 0) { V(b[100]) = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); b[0] = atomicAdd(b + 100, 0); } }),
        "race on b[100]"},
    {"message_volatile_of_8_bytes", 2, 32, CODE({ if (T) return;
        volatile unsigned long long *v = (volatile unsigned long long *)b;
        if (B == 0) { v[50] = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); b[0] = v[50]; } }), "race on b[100]"},
    {"message_volatile_in_shared", 1, 64, CODE({
        __shared__ unsigned flag; __shared__ unsigned value;
        if (T == 0) flag = 0; __syncthreads();
        if (T == 0) { V(value) = 7; V(flag) = 1; }
        if (T == 32) { while (!V(flag)); b[0] = V(value); } }),
        "race on value"},
    {"flag_made_by_its_block", 2, 32, CODE({ if (T) return;
        if (B == 0) { V(b[100]) = 0; __threadfence(); V(a[0]) = 1;
            V(b[100]) = 1; }
        else { while (!V(a[0])); __threadfence(); while (!V(b[100])); } })},
    {"flag_made_and_set_by_another", 3, 32, CODE({ if (T) return;
        if (B == 0) { V(b[100]) = 1; __threadfence(); V(a[0]) = 1; }
        if (B == 1) { V(b[100]) = 1; }
        if (B == 2) { while (!V(a[0])); __threadfence();
            while (!V(b[100])); } })},
    {"writes_of_flags_meet", 4, 32, CODE({ V(b[100]) = 1; })},
    {"flag_in_shared", 1, 64, CODE({
        __shared__ unsigned flag;
        if (T == 0) V(flag) = 0; __syncthreads();
        if (T == 0) V(flag) = 1;
        if (T == 32) while (!V(flag)); })},
    {"value_in_the_flag", 2, 32, CODE({ if (T) return;
        if (B == 0) V(a[0]) = 7;
        else { unsigned x; while (!(x = V(a[0]))); b[0] = x; } })},

    /* more than two */
    {"chain", 3, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); __threadfence(); V(a[1]) = 1; }
        if (B == 2) { while (!V(a[1])); __threadfence(); b[0] = a[100]; } })},
    {"chain_broken", 3, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); V(a[1]) = 1; }
        if (B == 2) { while (!V(a[1])); __threadfence(); b[0] = a[100]; } }),
        "race on a[100]"},
    {"chain_through_barrier", 3, 64, CODE({
        if (B == 0 && T == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        if (B == 1) {
            if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads();
            if (T == 32) { __threadfence(); V(a[1]) = 1; } }
        if (B == 2 && T == 5) { while (!V(a[1])); __threadfence();
            b[0] = a[100]; } })},
    {"chain_through_warp", 3, 32, CODE({
        if (B == 0 && T == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        if (B == 1) {
            if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncwarp();
            if (T == 9) { __threadfence(); V(a[1]) = 1; } }
        if (B == 2 && T == 5) { while (!V(a[1])); __threadfence();
            b[0] = a[100]; } })},
    {"chain_through_nothing", 3, 32, CODE({
        if (B == 0 && T == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        if (B == 1) {
            if (T == 0) { while (!V(a[0])); __threadfence(); }
            __any_sync(ALL, 1);
            if (T == 9) { __threadfence(); V(a[1]) = 1; } }
        if (B == 2 && T == 5) { while (!V(a[1])); __threadfence();
            b[0] = a[100]; } }), "race on a[100]"},
    {"block_reads_one_warp_speaks", 2, 64, CODE({
        if (B == 0) { b[T] = a[200]; __syncwarp();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        if (B == 1 && T == 0) { while (!V(a[0])); __threadfence();
            a[200] = 1; } }), "race on a[200]"},
    {"block_reads_and_speaks", 2, 64, CODE({
        if (B == 0) { b[T] = a[200]; __syncthreads();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        if (B == 1 && T == 0) { while (!V(a[0])); __threadfence();
            a[200] = 1; } })},
    {"release_sequence", 3, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); atomicAdd(a, 1); V(a[1]) = 1; }
        if (B == 2) { while (!V(a[1])); while (V(a[0]) != 2);
            __threadfence(); b[0] = a[100]; } })},
    {"release_sequence_broken", 3, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); V(a[0]) = 2; V(a[1]) = 1; }
        if (B == 2) { while (!V(a[1])); while (V(a[0]) != 2);
            __threadfence(); b[0] = a[100]; } }), "race on a[100]"},
    {"last_block", 4, 32, CODE({ if (T) return;
        a[100 + B] = B; __threadfence();
        if (atomicAdd(a, 1) < 3) return;
        __threadfence();
        b[0] = a[100] + a[101] + a[102] + a[103]; })},
    {"last_block_no_release", 4, 32, CODE({ if (T) return;
        a[100 + B] = B;
        if (atomicAdd(a, 1) < 3) return;
        __threadfence();
        b[0] = a[100] + a[101] + a[102] + a[103]; }), "race on a[10"},
    {"last_block_no_acquire", 4, 32, CODE({ if (T) return;
        a[100 + B] = B; __threadfence();
        if (atomicAdd(a, 1) < 3) return;
        b[0] = a[100] + a[101] + a[102] + a[103]; }), "race on a[10"},
    {"last_block_of_readers", 4, 32, CODE({ if (T) return;
        b[B] = a[200]; __threadfence();
        if (atomicAdd(a, 1) < 3) return;
        __threadfence(); a[200] = 1; })},

    /* each reader counts himself in; who comes last may write */
    {"readers_of_a_warp", 1, 32, CODE({
        b[T] = a[200]; __threadfence_block();
        if (atomicAdd(a, 1) == 31) { __threadfence_block(); a[200] = 1; } })},
    {"readers_of_a_block", 1, 96, CODE({
        b[T] = a[200]; __threadfence_block();
        if (atomicAdd(a, 1) == 95) { __threadfence_block(); a[200] = 1; } })},
    {"readers_of_a_block_in_shared", 2, 96, CODE({
        __shared__ unsigned s; __shared__ unsigned count;
        if (T == 0) s = count = 0; __syncthreads();
        b[96 * B + T] = s; __threadfence_block();
        if (atomicAdd(&count, 1) == 95) { __threadfence_block(); s = 1; } })},
    {"readers_of_all_blocks", 6, 96, CODE({
        b[96 * B + T] = a[200]; __threadfence();
        if (atomicAdd(a, 1) == 575) { __threadfence(); a[200] = 1; } })},
    {"readers_write_in_turn", 1, 64, CODE({
        for (unsigned i = 0; i < 3; i++) {
            b[64 * i + T] = a[200]; __threadfence_block();
            if (atomicAdd(a + i, 1) == 63) { __threadfence_block();
                a[200]++; __threadfence_block(); V(a[10 + i]) = 1; }
            while (!V(a[10 + i])); __threadfence_block(); } })},
    {"readers_that_read_twice", 1, 64, CODE({
        b[T] = a[200]; __threadfence_block(); b[64 + T] = a[200];
        __threadfence_block();
        if (atomicAdd(a, 1) == 63) { __threadfence_block(); a[200] = 1; } })},
    {"readers_that_read_after_the_fence", 1, 64, CODE({
        b[T] = a[200]; __threadfence_block(); b[64 + T] = a[200];
        if (atomicAdd(a, 1) == 63) { __threadfence_block(); a[200] = 1; } }),
        "race on a[200]"},
    {"readers_of_whom_one_has_no_fence", 1, 64, CODE({
        b[T] = a[200]; if (T != 40) __threadfence_block();
        if (atomicAdd(a, 1) == 63) { __threadfence_block(); a[200] = 1; } }),
        "(block 0, thread 40) read"},
    {"readers_of_blocks_of_whom_one_has_no_fence", 4, 64, CODE({
        b[64 * B + T] = a[200]; if (T != 40 || B != 2) __threadfence();
        if (atomicAdd(a, 1) == 255) { __threadfence(); a[200] = 1; } }),
        "(block 2, thread 40) read"},
    {"readers_who_do_not_look_up", 1, 64, CODE({
        b[T] = a[200]; __threadfence_block();
        if (atomicAdd(a, 1) == 63) a[200] = 1; }), "race on a[200]"},
    {"readers_of_a_half_warp", 1, 32, CODE({
        if (T < 16) { b[T] = a[200]; __syncwarp(0xffff);
            if (T == 3) a[200] = 1; } })},
    {"readers_of_another_half_warp", 1, 32, CODE({
        b[T] = a[200];
        if (T < 16) { __syncwarp(0xffff); if (T == 3) a[200] = 1; } }),
        "race on a[200]"},
    {"readers_by_plain_and_volatile", 1, 64, CODE({
        if (T == 40) b[T] = a[200]; else b[T] = V(a[200]);
        if (T != 40) __threadfence_block();
        if (atomicAdd(a, 1) == 63) { __threadfence_block();
            atomicAdd(a + 200, 1); } }), "(block 0, thread 40) read"},
    {"readers_by_volatile", 1, 64, CODE({
        b[T] = V(a[200]); atomicAdd(a + 200, 1); })},
    {"blocks_turn_in_place", 4, 64, CODE({
        __shared__ unsigned last;
        b[64 * B + T] = a[100 + T]; __syncthreads();
        if (T == 0) { __threadfence(); last = atomicAdd(a, 1) == 3;
            __threadfence(); }
        __syncthreads();
        if (last) a[163 - T] = 1; })},
    {"blocks_turn_in_place_too_soon", 4, 64, CODE({
        __shared__ unsigned last;
        b[64 * B + T] = a[100 + T];
        if (T == 0) { __threadfence(); last = atomicAdd(a, 1) == 3;
            __threadfence(); }
        __syncthreads();
        if (last) a[163 - T] = 1; }), "race on a[1"},

    {"ticket", 8, 32, CODE({
        __shared__ unsigned mine;
        if (T == 0) mine = atomicAdd(a, 1);
        __syncthreads();
        b[32 * mine + T] = B; })},

    /* a block speaks through its thread 0 */
    {"block_speaks", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __syncthreads();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); b[T] = a[163 - T]; } })},
    {"block_fences_others_speak", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __threadfence(); __syncthreads();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); b[T] = a[163 - T]; } }), "race on a[1"},
    {"block_listens_others_fence", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __syncthreads();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        else { if (T == 0) while (!V(a[0]));
            __syncthreads(); __threadfence(); b[T] = a[163 - T]; } }),
        "race on a[1"},
    {"block_speaks_unasked", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7;
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); b[T] = a[163 - T]; } }), "race on a[1"},
    {"warp_speaks", 2, 32, CODE({
        if (B == 0) { a[100 + T] = 7; __syncwarp();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncwarp(); b[T] = a[131 - T]; } })},
    {"warp_speaks_no_syncwarp", 2, 32, CODE({
        if (B == 0) { a[100 + T] = 7;
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncwarp(); b[T] = a[131 - T]; } }), "race on a[1"},
    {"warp_listens_no_syncwarp", 2, 32, CODE({
        if (B == 0) { a[100 + T] = 7; __syncwarp();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            b[T] = a[131 - T]; } }), "race on a[1"},

    /* between warps and lanes of one block */
    {"warps_talk", 1, 64, CODE({
        if (T == 0) { a[100] = 7; __threadfence_block(); V(a[0]) = 1; }
        if (T == 32) { while (!V(a[0])); __threadfence_block();
            b[0] = a[100]; } })},
    {"warps_talk_in_shared", 1, 64, CODE({
        __shared__ unsigned flag; __shared__ unsigned value;
        if (T == 0) flag = 0; __syncthreads();
        if (T == 0) { value = 7; __threadfence_block(); V(flag) = 1; }
        if (T == 32) { while (!V(flag)); __threadfence_block();
            b[0] = value; } })},
    {"warps_talk_no_fence", 1, 64, CODE({
        if (T == 0) { a[100] = 7; V(a[0]) = 1; }
        if (T == 32) { while (!V(a[0])); __threadfence_block();
            b[0] = a[100]; } }), "race on a[100]"},
    {"lanes_talk", 1, 32, CODE({
        if (T == 0) { a[100] = 7; __threadfence_block(); V(a[0]) = 1; }
        if (T == 1) { while (!V(a[0])); __threadfence_block();
            b[0] = a[100]; } })},

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

/* ------------------------------------------------- what is not allowed */

static const struct kernel wrongs[] = {
    {"one_past", 1, 1, CODE({ a[1024] = 1; }),
        "a[1024] (a has 1024 elements of 4 bytes)"},
    {"one_past_read", 1, 1, CODE({ b[0] = a[1024]; }), "out of bounds"},
    {"one_before", 1, 1, CODE({ b[0] = a[-1]; }),
        "a[-1] (a has 1024 elements"},
    {"far_past", 1, 1, CODE({ a[1024 + 100] = 1; }), "out of bounds"},
    {"vector_half_past", 1, 1, CODE({ *(uint2 *)(a + 1022) = make_uint2(1, 2);
        *(uint4 *)(a + 1020) = make_uint4(1, 2, 3, 4);
        memcpy(b, a + 1020, 20); }), "out of bounds"},
    {"far_away", 1, 1, CODE({ a[1ull << 35] = 1; }), "out of bounds"},
    {"below", 1, 1, CODE({ a[-(1ll << 40)] = 1; }), "nobody's"},
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
    {"no_dynamic", 1, 1, CODE({
        extern __shared__ unsigned g[]; g[0] = 1; }), "out of bounds", 0},
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
    {"return_above_barrier", 1, 64, CODE({ if (T == 5) return;
        __syncthreads(); }), "which has returned"},
    {"return_in_loop", 1, 64, CODE({
        for (int i = 0; i < 4; i++) { if (T == 5 && i == 2) return;
            __syncthreads(); } }), "which has returned"},
    {"return_above_shuffle", 1, 32, CODE({ if (T == 5) return;
        b[T] = __shfl_sync(ALL, T, 0); }), "has returned"},
    {"return_above_syncwarp", 1, 32, CODE({ if (T == 5) return;
        __syncwarp(); }), "has returned"},
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
    {"waits_for_nobody", 1, 1, CODE({ while (!V(a[0])); }), "livelock"},
    {"waits_for_two", 1, 1, CODE({ while (!V(a[0]) && !V(a[1])); }),
        "livelock"},
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
    {"stack", 1, 1, CODE({ unsigned x[60000];
        for (int i = 59999; i >= 0; i--) x[i] = i;
        b[0] = x[a[0]]; }), "stack overflow"},
    {"stack_of_another", 1, 64, CODE({ unsigned x[45000];
        x[0] = T; __syncthreads(); b[T] = x[0]; }), "stack overflow"},
    {"nowhere", 1, 1, CODE({ ((void (*)())8)(); }), "crash"},
    {"trap", 1, 1, CODE({ if (!a[0]) __trap(); }), "trap"},
    {"asserts", 1, 32, CODE({ assert(T < 31); }),
        "(block 0, thread 31): T < 31"},
};
/* clang-format on */

/* ------------------------------------------------------------------ values */

/* clang-format off */
static const struct kernel values[] = {
    /* a[0..31]: what is shuffled; a[32..39]: how far */
    {"shuffles", 1, 32, CODE({
        const int kind = a[40]; const int width = a[41];
        for (int d = 0; d < 8; d++) {
            unsigned x = a[T]; unsigned y;
            if (kind == 0) y = __shfl_sync(ALL, x, a[32 + d], width);
            if (kind == 1) y = __shfl_up_sync(ALL, x, a[32 + d], width);
            if (kind == 2) y = __shfl_down_sync(ALL, x, a[32 + d], width);
            if (kind == 3) y = __shfl_xor_sync(ALL, x, a[32 + d], width);
            b[32 * d + T] = y; } })},
    {"shuffle_types", 1, 32, CODE({
        ((float *)b)[T] = __shfl_xor_sync(ALL, T + 0.5f, 1);
        ((double *)(b + 64))[T] = __shfl_xor_sync(ALL, T + 0.25, 2);
        ((long long *)(b + 128))[T] =
            __shfl_xor_sync(ALL, -((long long)T << 33), 4);
        ((unsigned long long *)(b + 192))[T] =
            __shfl_up_sync(ALL, (unsigned long long)T << 40 | T, 1);
        ((int *)b)[256 + T] = __shfl_down_sync(ALL, -(int)T, 1); })},
    {"shuffle_some", 1, 32, CODE({
        b[T] = 99;
        if (T >= 8 && T < 24)
            b[T] = __shfl_xor_sync(0x00ffff00, T, 1); })},
    {"votes", 1, 40, CODE({
        const unsigned mask = T < 16 ? 0x0000ffff : T < 32 ? 0xffff0000 : ALL;
        b[T] = __ballot_sync(mask, T % 3 == 0 ? 256 : 0);
        b[64 + T] = __any_sync(mask, T == 20 ? 2 : 0);
        b[128 + T] = __all_sync(mask, T != 20);
        b[192 + T] = __ballot_sync(mask, T == 100); })},
    {"matches", 1, 32, CODE({
        int same = 7; int other = 7;
        b[T] = __match_any_sync(ALL, T % 3);
        b[32 + T] = __match_any_sync(ALL, (unsigned long long)(T % 2) << 40);
        b[64 + T] = __match_all_sync(ALL, 5, &same);
        b[96 + T] = __match_all_sync(ALL, T / 31, &other);
        b[128 + T] = same * 10 + other;
        b[160 + T] = __match_any_sync(ALL, -(int)(T % 2));
        if (T < 4) b[192 + T] = __match_any_sync(15, T / 2); })},
    {"matches_of_floats", 1, 32, CODE({
        b[T] = __match_any_sync(ALL, 1 + 0.25f * (T % 4)); })},
    {"reductions", 1, 32, CODE({
        const unsigned x = a[T];
        b[T] = __reduce_add_sync(ALL, x);
        b[32 + T] = __reduce_and_sync(ALL, x);
        b[64 + T] = __reduce_or_sync(ALL, x & 0xf0f0);
        b[96 + T] = __reduce_xor_sync(ALL, x);
        b[128 + T] = __reduce_min_sync(ALL, x);
        b[160 + T] = __reduce_max_sync(ALL, x);
        b[192 + T] = __reduce_min_sync(ALL, (int)x);
        b[224 + T] = __reduce_max_sync(ALL, (int)x);
        if (T % 2) b[256 + T] = __reduce_add_sync(0xaaaaaaaa, x); })},
    {"reduction_of_ints", 1, 32, CODE({
        ((long long *)b)[T] = __reduce_add_sync(ALL, -1); })},
    {"barrier_votes", 1, 100, CODE({
        b[T] = __syncthreads_count(T % 3 == 0 ? 4 : 0);
        b[128 + T] = __syncthreads_and(T < 99);
        b[256 + T] = __syncthreads_and(T < 100);
        b[384 + T] = __syncthreads_or(T == 77 ? 2 : 0);
        b[512 + T] = __syncthreads_or(0);
        __syncthreads();
        b[640 + T] = __syncthreads_count(1); })},
    {"bits", 1, 32, CODE({
        const unsigned x = a[T];
        const unsigned long long y = (unsigned long long)x << 32 | a[31 - T];
        b[T] = __popc(x); b[32 + T] = __clz(x); b[64 + T] = __ffs(x);
        b[96 + T] = __brev(x); b[128 + T] = __umulhi(x, a[31 - T]);
        b[160 + T] = __popcll(y); b[192 + T] = __clzll(y);
        b[224 + T] = __ffsll(y); b[256 + T] = __clzll(0);
        b[288 + T] = min((int)x, 5); b[320 + T] = max(x, 5u); })},
    {"indices", 12, 24, CODE({
        const unsigned t = threadIdx.x
            + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
        const unsigned k = blockIdx.x
            + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
        b[24 * k + t] = threadIdx.x | threadIdx.y << 4 | threadIdx.z << 8
            | blockIdx.x << 12 | blockIdx.y << 16 | blockIdx.z << 20
            | warpSize << 24; })},
    {"vectors", 1, 1, CODE({
        int k = 0;
        b[k++] = sizeof(char4) * 100 + __alignof__(char4);
        b[k++] = sizeof(uchar3) * 100 + __alignof__(uchar3);
        b[k++] = sizeof(short2) * 100 + __alignof__(short2);
        b[k++] = sizeof(ushort4) * 100 + __alignof__(ushort4);
        b[k++] = sizeof(int1) * 100 + __alignof__(int1);
        b[k++] = sizeof(int2) * 100 + __alignof__(int2);
        b[k++] = sizeof(uint3) * 100 + __alignof__(uint3);
        b[k++] = sizeof(uint4) * 100 + __alignof__(uint4);
        b[k++] = sizeof(float2) * 100 + __alignof__(float2);
        b[k++] = sizeof(float3) * 100 + __alignof__(float3);
        b[k++] = sizeof(float4) * 100 + __alignof__(float4);
        b[k++] = sizeof(longlong2) * 100 + __alignof__(longlong2);
        b[k++] = sizeof(double2) * 100 + __alignof__(double2);
        b[k++] = sizeof(double3) * 100 + __alignof__(double3);
        *(int4 *)(b + 20) = make_int4(1, 2, 3, 4);
        *(float2 *)(b + 24) = make_float2(5, 6);
        *(uchar4 *)(b + 26) = make_uchar4(1, 2, 3, 4); })},
    {"constants", 1, 4, CODE({ b[T] = squares[T]; })},
    {"clocks", 2, 64, CODE({
        const long long from = clock64();
        unsigned sum = 0;
        for (int i = 0; i < 10; i++) sum += a[i];
        const long long middle = clock64();
        __nanosleep(100); __syncthreads();
        const long long to = clock64();
        b[64 * B + T] = from < middle && middle < to; })},
    {"own_shared", 12, 32, CODE({
        __shared__ unsigned s[32];
        extern __shared__ unsigned sd[];
        s[T] = 100 * B + T; sd[T] = 7 * B;
        atomicAdd(a, 1);
        __syncthreads();
        b[32 * B + T] = s[31 - T] + sd[T]; }), NULL, 128},
    {"prints", 2, 2, CODE({
        if (T) printf("block %u of %d%% %s %.2f %llx\n", B, 50, "words", 1.5,
            0x123456789abcull); })},
    {"three_extern_arrays", 1, 32, CODE({
        extern __shared__ unsigned start_a[]; extern __shared__ float start_b[];
        start_a[T] = 0x3f800000; __syncthreads();
        ((float *)b)[T] = start_b[31 - T]; }), NULL, 128},
};

/* Each compiled by itself. */
static const struct kernel words[] = {
    {"vectors_made", 1, 1, CODE({
        int3 x = make_int3(1, 2, 3); float3 y = make_float3(4, 5, 6);
        uint1 z = make_uint1(7); uint3 w = make_uint3(8, 9, 10);
        b[0] = x.x + x.y + x.z + (int)(y.x + y.y + y.z) + z.x + w.z; })},
    {"numbers", 1, 1, CODE({
        const size_t n = 999;
        b[0] = __float_as_uint(1.5f); b[1] = __uint_as_float(0x40400000u);
        b[2] = __mulhi(-2, 5); b[3] = __umul64hi(1ull << 63, 6);
        b[4] = min(3.0, 2.0); b[5] = max(7ll, 9ll); b[6] = min(4u, 3);
        b[7] = __funnelshift_l(0x80000000u, 1, 1); b[8] = __brevll(1) >> 63;
        b[9] = __funnelshift_r(1, 6, 1); b[10] = min(n, (size_t)1000);
        })},
};

/* ------------------------------------------------------------------ atomics */

/* Each: a[0..1] is the word, a[2] .. the operands; b gets what is returned. */
#define ATOMIC_32(name, call) \
    {"at_" name, 1, 1, "{ b[0] = " call "; }", NULL, 0, 0}
static const struct kernel atomics[] = {
    ATOMIC_32("add", "atomicAdd(a, a[2])"),
    ATOMIC_32("add_int", "atomicAdd((int *)a, (int)a[2])"),
    ATOMIC_32("sub", "atomicSub(a, a[2])"),
    ATOMIC_32("exchange", "atomicExch(a, a[2])"),
    ATOMIC_32("compare", "atomicCAS(a, a[3], a[2])"),
    ATOMIC_32("compare_int", "atomicCAS((int *)a, (int)a[3], (int)a[2])"),
    ATOMIC_32("and", "atomicAnd(a, a[2])"),
    ATOMIC_32("or", "atomicOr(a, a[2])"),
    ATOMIC_32("xor", "atomicXor(a, a[2])"),
    ATOMIC_32("min", "atomicMin(a, a[2])"),
    ATOMIC_32("max", "atomicMax(a, a[2])"),
    ATOMIC_32("min_int", "atomicMin((int *)a, (int)a[2])"),
    ATOMIC_32("max_int", "atomicMax((int *)a, (int)a[2])"),
    ATOMIC_32("inc", "atomicInc(a, a[2])"),
    ATOMIC_32("dec", "atomicDec(a, a[2])"),
    ATOMIC_32("add_block", "atomicAdd_block(a, a[2])"),
    ATOMIC_32("add_system", "atomicAdd_system(a, a[2])"),
    ATOMIC_32("float", "__builtin_bit_cast(unsigned, "
        "atomicAdd((float *)a, __builtin_bit_cast(float, a[2])))"),
};
#define WIDE "typedef unsigned long long u64; u64 *p = (u64 *)a; " \
    "u64 x = p[1], y = p[2]; "
#define ATOMIC_64(name, call) \
    {"wide_" name, 1, 1, "{ " WIDE "*(u64 *)b = " call "; }", NULL, 0, 0}
static const struct kernel wide_atomics[] = {
    ATOMIC_64("add", "atomicAdd(p, x)"),
    ATOMIC_64("exchange", "atomicExch(p, x)"),
    ATOMIC_64("compare", "atomicCAS(p, y, x)"),
    ATOMIC_64("and", "atomicAnd(p, x)"),
    ATOMIC_64("or", "atomicOr(p, x)"),
    ATOMIC_64("xor", "atomicXor(p, x)"),
    ATOMIC_64("min", "atomicMin(p, x)"),
    ATOMIC_64("max", "atomicMax(p, x)"),
    ATOMIC_64("min_signed", "atomicMin((long long *)p, (long long)x)"),
    ATOMIC_64("max_signed", "atomicMax((long long *)p, (long long)x)"),
    ATOMIC_64("double", "__builtin_bit_cast(u64, "
        "atomicAdd((double *)p, __builtin_bit_cast(double, x)))"),
};

/* ------------------------------------------------------------------- counts */

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

static const struct kernel scheduled[] = {
    {"sums", 8, 96, CODE({
        __shared__ unsigned s[96];
        s[T] = T + B; __syncthreads();
        for (int k = 64; k; k /= 2) {
            const unsigned x = T + k < 96 ? s[T + k] : 0; __syncthreads();
            if (T < k) s[T] += x; __syncthreads(); }
        if (T) return;
        if (B) while (!V(a[B - 1]));
        __threadfence();
        b[B] = s[0] + (B ? b[B - 1] : 0);
        __threadfence(); V(a[B]) = 1; })},
    {"waits_for_a_later_block", 8, 32, CODE({ if (T) return;
        if (B < 7) while (!V(a[B + 1])); V(a[B]) = 1; })},
    {"warp_synchronous", 1, 32, CODE({
        __shared__ unsigned s[64];
        s[T] = 0; s[T + 32] = a[T]; __syncwarp();
        for (int k = 1; k < 32; k *= 2) {
            const unsigned x = s[T + 32 - k];
            s[T + 32] += x; }
        b[T] = s[T + 32]; }), "race on s["},
    {"writes_by_thread", 1, 32, CODE({ a[T] = 1; })},
    {"reads_by_block", 4, 32, CODE({ b[32 * B + T] = a[31 - T]; })},
    {"long_way", 8, 64, CODE({
        for (int i = 0; i < 4000; i++) { a[64 * B + T] = i; __syncthreads(); }
        })},
    {"endless", 1, 32, CODE({ if (T == 3) for (;;); })},
    {"endless_stores", 1, 32, CODE({ if (T == 3) for (;;) a[0]++; })},
    {"endless_barriers", 1, 64, CODE({ for (;;) __syncthreads(); })},
    {"endless_fences", 1, 64, CODE({ for (;;) __threadfence(); })},
    {"waits_and_counts", 1, 32, CODE({ if (T == 3) while (!V(a[0]))
        atomicAdd(a + 1, 1); })},
    {"waits_plainly", 2, 32, CODE({ if (T) return;
        if (B == 1) while (!V(a[1])); else while (!a[0]); })},
    {"returns_at_once", 1, 1, CODE({})},
    {"floods", 4, 256, CODE({ for (int i = 0; i < 1000; i++)
        printf("thread %d says the same thing again\n", T); })},
};
/* clang-format on */

static const struct {
    const struct kernel *kernel;
    size_t count;
} tables[] = {
    {races, sizeof races / sizeof *races},
    {wrongs, sizeof wrongs / sizeof *wrongs},
    {values, sizeof values / sizeof *values},
    {atomics, sizeof atomics / sizeof *atomics},
    {wide_atomics, sizeof wide_atomics / sizeof *wide_atomics},
    {counted, sizeof counted / sizeof *counted},
    {scheduled, sizeof scheduled / sizeof *scheduled},
};
enum { TABLES = sizeof tables / sizeof *tables };

/* -------------------------------------------------------------------- frame */

static const struct kernel *kernel_called(const char *name)
{
    for (size_t t = 0; t < TABLES; t++)
        for (size_t k = 0; k < tables[t].count; k++)
            if (!strcmp(tables[t].kernel[k].name, name))
                return &tables[t].kernel[k];
    fail_msg("no kernel %s", name);
    return NULL;
}

static void write_kernel(FILE *file, const struct kernel *k)
{
    fprintf(file, "__global__ void %s(unsigned *a, unsigned *b)\n%s\n", k->name,
            k->body);
}

/* Opens `text` as a kernel file; NULL and *why when it is refused. */
static struct simt *open_text(const char *name, const char *text,
                              struct problem *why)
{
    struct module_source source = {.quiet = true};
    struct simt *opened;

    snprintf(source.path, sizeof source.path, "%s/%s", folder, name);
    FILE *file = fopen(source.path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    return simt_open(&source, &opened, why) == OK ? opened : NULL;
}

static int open_all(void **state)
{
    static char text[1 << 17];
    struct problem why = {0};
    FILE *file = fmemopen(text, sizeof text, "w");

    (void)state;
    guard_install();
    if (!mkdtemp(folder) || !file)
        return -1;
    fputs(prelude, file);
    for (size_t t = 0; t < TABLES; t++)
        for (size_t k = 0; k < tables[t].count; k++)
            write_kernel(file, &tables[t].kernel[k]);
    fclose(file);
    simt = open_text("kernels.cu", text, &why);
    if (!simt) {
        printf("# %s\n", why.line);
        return -1;
    }
    a = simt_take(simt, "a", WORDS * sizeof *a, sizeof *a, 0);
    b = simt_take(simt, "b", WORDS * sizeof *b, sizeof *b, 0);
    return a && b ? 0 : -1;
}

static int close_all(void **state)
{
    char command[64];

    (void)state;
    simt_close(simt);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static struct simt_options options_of(const char *schedule)
{
    struct simt_options options = {.counting = true, .checking = true};
    struct problem why = {0};

    if (schedule_parse(schedule, &options, &why) != OK)
        fail_msg("%s", why.line);
    return options;
}

static void clear(void)
{
    memset(a, 0, WORDS * sizeof *a);
    memset(b, 0, WORDS * sizeof *b);
    simt_host_wrote(simt, a, WORDS * sizeof *a);
    simt_host_spoilt(simt, b, WORDS * sizeof *b);
}

static enum status launch_with(const struct kernel *k,
                               const struct simt_options *options,
                               struct problem *why)
{
    struct simt_options own = *options;
    const struct simt_launch launch = {.kernel = k->name,
                                       .grid = {k->grid, 1, 1},
                                       .block = {k->block, 1, 1},
                                       .dynamic_shared_bytes = k->shared,
                                       .arguments = 2,
                                       .argument = {&a, &b},
                                       .bytes = {8, 8}};
    if (k->resident)
        own.resident = k->resident;
    return simt_launch(simt, &own, &launch, why);
}

static enum status launch(const char *name, const char *schedule,
                          struct problem *why)
{
    const struct simt_options options = options_of(schedule);

    *why = (struct problem){0};
    return launch_with(kernel_called(name), &options, why);
}

/* Runs it; nothing may be found. */
static void pass(const char *name, const char *schedule)
{
    struct problem why;

    if (launch(name, schedule, &why) != OK)
        fail_msg("%s, %s: %s", name, schedule, why.line);
}

/* False: a line says what is wrong with the verdict. */
static bool judge(const struct kernel *k, const char *schedule)
{
    struct problem why;

    clear();
    const enum status status = launch(k->name, schedule, &why);
    if (k->want && status == CHECK_FAILED && strstr(why.line, k->want))
        return true;
    if (!k->want && status == OK)
        return true;
    printf("# %s, %s: %s; want %s\n", k->name, schedule,
           status == OK ? "nothing found" : why.line,
           k->want ? k->want : "nothing");
    return false;
}

static void judge_all(const struct kernel *k, size_t count)
{
    unsigned failures = 0;

    for (size_t i = 0; i < count; i++)
        for (int s = 0; s < SCHEDULES; s++)
            failures += !judge(&k[i], schedules[s]);
    assert_int_equal(failures, 0);
}

/* ----------------------------------------------------------------- findings */

static void races_are_found_and_no_others(void **state)
{
    (void)state;
    judge_all(races, sizeof races / sizeof *races);
}

static void wrong_kernels_are_found(void **state)
{
    (void)state;
    judge_all(wrongs, sizeof wrongs / sizeof *wrongs);
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
static void beyond_shared_memory_is_nobodys(void **state)
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
                        "it, which lines.cu:10 (block 0, thread 62) wrote, and "
                        "nothing orders the two");
    assert_non_null(strstr(simt_finding(own), "__syncthreads()"));
    simt_close(own);
}

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

static void fails_with(const char *kernel, const char *schedule,
                       const char *want)
{
    struct problem why;

    clear();
    assert_int_equal(launch(kernel, schedule, &why), CHECK_FAILED);
    if (!strstr(why.line, want))
        fail_msg("%s: %s; want %s", kernel, why.line, want);
}

/* Each takes as long as the machine's patience. */
static void endless_loops_come_to_an_end(void **state)
{
    static const struct {
        const char *kernel, *want;
    } cases[] = {{"endless", "endless loop"},
                 {"endless_stores", "endless loop"},
                 {"endless_barriers", "endless loop, or more than this machine "
                                      "keeps apart: kernels.cu:"},
                 {"endless_fences", "endless loop, or more than this machine "
                                    "keeps apart: kernels.cu:"},
                 {"waits_and_counts", "livelock"},
                 {"waits_plainly", "endless loop"}};
    struct simt_options options = options_of("inorder");
    struct problem why = {0};

    (void)state;
    options.counting = false;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
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
    if (!strstr(why.line, "keeps apart: kernels.cu:"))
        fail_msg("%s", why.line);
}

/* Where elements are that nobody can look into, no word is a flag. */
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
    elements = simt_take(own, "elements", 8, 4, 0);
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

/* ------------------------------------------------------------------- values */

static uint32_t random_state = 1;

static uint32_t draw(void)
{
    random_state = random_state * 1664525 + 1013904223;
    return random_state >> 8 ^ random_state << 13;
}

static void equal(const char *kernel, size_t at, uint32_t got, uint32_t want)
{
    if (got != want)
        fail_msg("%s: b[%zu] = %#x, want %#x", kernel, at, got, want);
}

/* As the PTX ISA says it: shfl.sync, in its words. */
static unsigned shuffled_lane(int kind, unsigned lane, unsigned by, int width)
{
    const unsigned segment = 32 - (unsigned)width;
    const unsigned clamp = kind == 1 ? 0 : 31;
    const unsigned most = (lane & segment) | (clamp & ~segment);
    const unsigned least = lane & segment;
    const int at = kind == 0   ? (int)(least | (by & ~segment & 31))
                   : kind == 1 ? (int)lane - (int)by
                   : kind == 2 ? (int)(lane + by)
                               : (int)(lane ^ by);
    const bool inside = kind == 1 ? at >= (int)most : at <= (int)most;

    return inside ? (unsigned)at : lane;
}

static void shuffles_move_as_documented(void **state)
{
    static const uint32_t by[] = {0, 1, 2, 3, 7, 8, 16, 31};

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int width = 2; width <= 32; width *= 2) {
            clear();
            for (int i = 0; i < LANES; i++)
                a[i] = draw();
            memcpy(a + 32, by, sizeof by);
            a[40] = (uint32_t)kind;
            a[41] = (uint32_t)width;
            pass("shuffles", "random:1");
            for (unsigned i = 0; i < 8 * LANES; i++)
                equal("shuffles", i, b[i],
                      a[shuffled_lane(kind, i % 32, by[i / 32], width)]);
        }
}

static void shuffles_move_all_types(void **state)
{
    (void)state;
    clear();
    pass("shuffle_types", "inorder");
    for (unsigned t = 0; t < LANES; t++) {
        float f;
        double d;
        long long l;
        unsigned long long u;
        const unsigned up = t ? t - 1 : 0, down = t < 31 ? t + 1 : 31;
        memcpy(&f, b + t, sizeof f);
        memcpy(&d, b + 64 + 2 * t, sizeof d);
        memcpy(&l, b + 128 + 2 * t, sizeof l);
        memcpy(&u, b + 192 + 2 * t, sizeof u);
        assert_true(f == (float)(t ^ 1) + 0.5f);
        assert_true(d == (t ^ 2) + 0.25);
        assert_true(l == -((long long)(t ^ 4) << 33));
        assert_true(u == ((unsigned long long)up << 40 | up));
        assert_int_equal((int)b[256 + t], -(int)down);
    }
    clear();
    pass("shuffle_some", "inorder");
    for (unsigned t = 0; t < LANES; t++)
        equal("shuffle_some", t, b[t], t >= 8 && t < 24 ? t ^ 1 : 99);
}

static void votes_count_the_lanes_of_their_mask(void **state)
{
    (void)state;
    clear();
    pass("votes", "random:2");
    for (unsigned t = 0; t < 40; t++) {
        uint32_t ballot = 0, of = t < 16 ? 0xffff : t < 32 ? 0xffff0000 : 0xff;
        for (unsigned l = 0; l < 32; l++)
            if (of >> l & 1 && (t / 32 * 32 + l) % 3 == 0)
                ballot |= 1u << l;
        equal("ballot", t, b[t], ballot);
        equal("any", t, b[64 + t], t >= 16 && t < 32);
        equal("all", t, b[128 + t], !(t >= 16 && t < 32));
        equal("none", t, b[192 + t], 0);
    }
}

static void matches_find_equal_lanes(void **state)
{
    (void)state;
    clear();
    pass("matches", "reverse");
    for (unsigned t = 0; t < LANES; t++) {
        uint32_t thirds = 0;
        for (unsigned l = t % 3; l < 32; l += 3)
            thirds |= 1u << l;
        const uint32_t halves = t % 2 ? 0xaaaaaaaa : 0x55555555;
        equal("match_any", t, b[t], thirds);
        equal("match_any of 64 bits", t, b[32 + t], halves);
        equal("match_all", t, b[64 + t], UINT32_MAX);
        equal("match_all, one other", t, b[96 + t], 0);
        equal("match_all's predicates", t, b[128 + t], 10);
        equal("match_any of ints", t, b[160 + t], halves);
        if (t < 4)
            equal("match_any of four", t, b[192 + t], t < 2 ? 3 : 12);
    }
    clear();
    pass("matches_of_floats", "inorder");
    for (unsigned t = 0; t < LANES; t++)
        equal("match_any of floats", t, b[t], 0x11111111u << t % 4);
}

static void reductions_fold_the_lanes(void **state)
{
    uint32_t want[8] = {0,          UINT32_MAX, 0,         0,
                        UINT32_MAX, 0,          INT32_MAX, (uint32_t)INT32_MIN};
    uint32_t odd = 0;

    (void)state;
    clear();
    for (unsigned t = 0; t < LANES; t++) {
        const uint32_t x = a[t] = draw() | 0x100;
        want[0] += x;
        want[1] &= x;
        want[2] |= x & 0xf0f0;
        want[3] ^= x;
        want[4] = x < want[4] ? x : want[4];
        want[5] = x > want[5] ? x : want[5];
        want[6] = (int32_t)x < (int32_t)want[6] ? x : want[6];
        want[7] = (int32_t)x > (int32_t)want[7] ? x : want[7];
        odd += t % 2 ? x : 0;
    }
    pass("reductions", "random:3");
    for (unsigned i = 0; i < 8 * LANES; i++)
        equal("reductions", i, b[i], want[i / 32]);
    for (unsigned t = 1; t < LANES; t += 2)
        equal("reduction of odd lanes", t, b[256 + t], odd);
    clear();
    pass("reduction_of_ints", "inorder");
    assert_int_equal((int)b[0], -32);
    assert_int_equal((int)b[1], -1); /* the sign goes on */
}

static void barriers_vote(void **state)
{
    (void)state;
    clear();
    pass("barrier_votes", "random:4");
    for (unsigned t = 0; t < 100; t++) {
        equal("count", t, b[t], 34);
        equal("and, not all", t, b[128 + t], 0);
        equal("and", t, b[256 + t] != 0, 1);
        equal("or", t, b[384 + t] != 0, 1);
        equal("or, none", t, b[512 + t], 0);
        equal("count of all", t, b[640 + t], 100);
    }
}

static uint32_t ones(uint64_t x)
{
    uint32_t count = 0;
    for (; x; x &= x - 1)
        count++;
    return count;
}

static uint32_t leading(uint64_t x, int bits)
{
    uint32_t count = 0;
    for (int i = bits - 1; i >= 0 && !(x >> i & 1); i--)
        count++;
    return count;
}

static uint32_t first_one(uint64_t x)
{
    for (uint32_t i = 0; i < 64; i++)
        if (x >> i & 1)
            return i + 1;
    return 0;
}

static uint32_t reversed(uint32_t x)
{
    uint32_t r = 0;
    for (int i = 0; i < 32; i++, x /= 2)
        r = 2 * r + x % 2;
    return r;
}

static void bits_are_counted(void **state)
{
    (void)state;
    clear();
    for (unsigned t = 0; t < LANES; t++)
        a[t] = t < 4 ? (const uint32_t[]){0, 1, 1u << 31, UINT32_MAX}[t]
                     : draw() >> draw() % 32;
    pass("bits", "inorder");
    for (unsigned t = 0; t < LANES; t++) {
        const uint32_t x = a[t], other = a[31 - t];
        const uint64_t wide = (uint64_t)x << 32 | other;
        equal("__popc", t, b[t], ones(x));
        equal("__clz", t, b[32 + t], leading(x, 32));
        equal("__ffs", t, b[64 + t], first_one(x));
        equal("__brev", t, b[96 + t], reversed(x));
        equal("__umulhi", t, b[128 + t], (uint32_t)((uint64_t)x * other >> 32));
        equal("__popcll", t, b[160 + t], ones(wide));
        equal("__clzll", t, b[192 + t], leading(wide, 64));
        equal("__ffsll", t, b[224 + t], first_one(wide));
        equal("__clzll(0)", t, b[256 + t], 64);
        equal("min", t, b[288 + t], (int32_t)x < 5 ? x : 5);
        equal("max", t, b[320 + t], x > 5 ? x : 5);
    }
}

static void indices_have_three_dimensions(void **state)
{
    const struct simt_options options = options_of("random:5");
    const struct simt_launch launch = {.kernel = "indices",
                                       .grid = {2, 3, 2},
                                       .block = {4, 3, 2},
                                       .arguments = 2,
                                       .argument = {&a, &b},
                                       .bytes = {8, 8}};
    struct problem why = {0};
    uint32_t *at = b;

    (void)state;
    clear();
    if (simt_launch(simt, &options, &launch, &why) != OK)
        fail_msg("%s", why.line);
    for (unsigned z = 0; z < 2; z++)
        for (unsigned y = 0; y < 3; y++)
            for (unsigned x = 0; x < 2; x++)
                for (unsigned t = 0; t < 24; t++, at++)
                    equal("indices", (size_t)(at - b), *at,
                          t % 4 | t / 4 % 3 << 4 | t / 12 << 8 | x << 12 |
                              y << 16 | z << 20 | 32u << 24);
}

/* Sizes and alignments from the CUDA C++ Programming Guide. */
static void vectors_are_laid_out_as_documented(void **state)
{
    static const uint32_t want[] = {404,  301, 404,  808,  404,  808,  1204,
                                    1616, 808, 1204, 1616, 1616, 1616, 2408};

    (void)state;
    clear();
    pass("vectors", "inorder");
    for (unsigned i = 0; i < sizeof want / sizeof *want; i++)
        equal("vectors", i, b[i], want[i]);
    assert_memory_equal(b + 20, ((const uint32_t[]){1, 2, 3, 4}), 16);
    assert_memory_equal(b + 24, ((const float[]){5, 6}), 8);
    assert_memory_equal(b + 26, "\1\2\3\4", 4);
}

static void constants_clocks_and_shared_memory(void **state)
{
    (void)state;
    clear();
    pass("constants", "inorder");
    assert_memory_equal(b, ((const uint32_t[]){0, 1, 4, 9}), 16);
    for (int s = 0; s < SCHEDULES; s++) {
        clear();
        pass("clocks", schedules[s]);
        for (unsigned t = 0; t < 128; t++)
            equal("clocks", t, b[t], 1);
        clear();
        pass("own_shared", schedules[s]);
        for (unsigned t = 0; t < 12 * 32; t++)
            equal("own_shared", t, b[t], 107 * (t / 32) + 31 - t % 32);
        assert_int_equal(a[0], 12 * 32);
    }
    clear();
    pass("three_extern_arrays", "inorder");
    assert_int_equal(b[0], 0x3f800000);
}

/* ------------------------------------------------------------------ atomics */

static uint32_t bits_of(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static void atomics_compute_as_documented(void **state)
{
    const uint32_t most = UINT32_MAX, low = (uint32_t)INT32_MIN;
    const struct {
        const char *name;
        uint32_t old, value, compare, want;
    } cases[] = {
        {"add", 5, 7, 0, 12},
        {"add", most, 2, 0, 1},
        {"add_int", low, most, 0, INT32_MAX},
        {"sub", 3, 5, 0, most - 1},
        {"exchange", 5, 7, 0, 7},
        {"compare", 5, 7, 5, 7},
        {"compare", 5, 7, 6, 5},
        {"compare_int", most, 7, most, 7},
        {"and", 0xff00, 0x0ff0, 0, 0x0f00},
        {"or", 0xff00, 0x0ff0, 0, 0xfff0},
        {"xor", 0xff00, 0x0ff0, 0, 0xf0f0},
        {"min", most, 5, 0, 5},
        {"min", 4, 5, 0, 4},
        {"max", most, 5, 0, most},
        {"max", 4, 5, 0, 5},
        {"min_int", most, 5, 0, most},
        {"min_int", 7, low, 0, low},
        {"max_int", most, 5, 0, 5},
        {"max_int", low, most, 0, most},
        {"inc", 5, 7, 0, 6},
        {"inc", 7, 7, 0, 0},
        {"inc", 9, 7, 0, 0},
        {"inc", most, most, 0, 0},
        {"dec", 5, 7, 0, 4},
        {"dec", 0, 7, 0, 7},
        {"dec", 9, 7, 0, 7},
        {"dec", 7, 7, 0, 6},
        {"add_block", 1, 2, 0, 3},
        {"add_system", 1, 2, 0, 3},
        {"float", bits_of(1.5f), bits_of(-4), 0, bits_of(-2.5f)},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char kernel[32];
        clear();
        a[0] = cases[i].old;
        a[2] = cases[i].value;
        a[3] = cases[i].compare;
        snprintf(kernel, sizeof kernel, "at_%s", cases[i].name);
        pass(kernel, "inorder");
        equal(kernel, 0, b[0], cases[i].old);
        if (a[0] != cases[i].want || a[1])
            fail_msg("%s of %#x and %#x: %#x, want %#x", kernel, cases[i].old,
                     cases[i].value, a[0], cases[i].want);
    }
}

static void wide_atomics_compute_as_documented(void **state)
{
    const uint64_t most = UINT64_MAX, low = (uint64_t)1 << 63;
    const uint64_t big = (uint64_t)1 << 40;
    const double one = 1.5, other = -4, sum = -2.5;
    uint64_t x, y, z;
    memcpy(&x, &one, 8);
    memcpy(&y, &other, 8);
    memcpy(&z, &sum, 8);
    const struct {
        const char *name;
        uint64_t old, value, compare, want;
    } cases[] = {
        {"add", UINT32_MAX, 1, 0, (uint64_t)1 << 32},
        {"add", most, 2, 0, 1},
        {"exchange", big, most, 0, most},
        {"compare", big + 1, 7, big + 1, 7},
        {"compare", big + 1, 7, 1, big + 1},
        {"and", most, big, 0, big},
        {"or", big, 1, 0, big + 1},
        {"xor", big + 1, big, 0, 1},
        {"min", most, big, 0, big},
        {"max", big, most, 0, most},
        {"min_signed", most, big, 0, most},
        {"max_signed", low, most, 0, most},
        {"double", x, y, 0, z},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char kernel[32];
        uint64_t got[2];
        clear();
        memcpy(a, &cases[i].old, 8);
        memcpy(a + 2, &cases[i].value, 8);
        memcpy(a + 4, &cases[i].compare, 8);
        snprintf(kernel, sizeof kernel, "wide_%s", cases[i].name);
        pass(kernel, "inorder");
        memcpy(&got[0], a, 8);
        memcpy(&got[1], b, 8);
        if (got[0] != cases[i].want || got[1] != cases[i].old)
            fail_msg("%s of %#jx and %#jx: %#jx (was %#jx), want %#jx", kernel,
                     (uintmax_t)cases[i].old, (uintmax_t)cases[i].value,
                     (uintmax_t)got[0], (uintmax_t)got[1],
                     (uintmax_t)cases[i].want);
    }
}

/* ------------------------------------------------------------------- counts */

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

/* ---------------------------------------------------------------- schedules */

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

/* ------------------------------------------------------------- what is said */

static size_t said(const char *kernel, char *text, size_t size)
{
    struct problem why;
    char path[64];

    snprintf(path, sizeof path, "%s/said", folder);
    fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    assert_non_null(freopen(path, "w", stderr));
    clear();
    launch(kernel, "inorder", &why);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t got = fread(text, 1, size - 1, file);
    fclose(file);
    text[got] = '\0';
    return got;
}

static void kernels_print(void **state)
{
    static char text[1 << 20];

    (void)state;
    said("prints", text, sizeof text);
    assert_string_equal(text, "block 0 of 50% words 1.50 123456789abc\n"
                              "block 1 of 50% words 1.50 123456789abc\n");
    const size_t flood = said("floods", text, sizeof text);
    assert_true(flood > 1000 && flood < 1 << 17);
    assert_non_null(strstr(text, "no more is shown"));
}

/* ---------------------------------------------------------------- refusals */

static void other_words_of_cuda(void **state)
{
    static const uint32_t made[] = {38};
    static const uint32_t numbers[] = {0x3fc00000, 3, UINT32_MAX, 3, 2,  9,
                                       3,          3, 1,          0, 999};

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[4096];
        struct problem why = {0};
        FILE *file = fmemopen(text, sizeof text, "w");
        write_kernel(file, &words[i]);
        fclose(file);
        struct simt *const all = simt;
        uint32_t *const kept = b;
        simt = open_text("words.cu", text, &why);
        if (!simt) {
            simt = all;
            fail_msg("%s", why.line);
        }
        b = simt_take(simt, "b", 64, 4, 0);
        launch_with(&words[i], &(struct simt_options){.checking = true}, &why);
        const uint32_t *const want = i ? numbers : made;
        for (size_t k = 0; k < (i ? sizeof numbers / 4 : 1); k++)
            equal(words[i].name, k, b[k], want[k]);
        simt_close(simt);
        simt = all;
        b = kept;
    }
}

static void what_is_not_known_is_refused(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"__device__ int counter;\n__global__ void k() { counter = 1; }\n",
         "the variable counter outside of a kernel"},
        {"__device__ int table[2] = {1, 2};\n"
         "__global__ void k(int *a) { a[0] = table[0]; }\n",
         "the variable table outside of a kernel"},
        {"__global__ void k() { __shared__ int s = 3; s++; }\n",
         "__shared__ s has an initialiser"},
        {"__device__ int f(int n) { return n ? n * f(n - 1) : 1; }\n"
         "__global__ void k(int *a) { a[0] = f(a[1]); }\n",
         "does not compile"},
        {"__global__ void k() { asm volatile(\"membar.gl;\"); }\n",
         "asm_is_not_known"},
        {"__global__ void k() { __asm__ volatile(\"membar.gl;\"); }\n",
         "does not compile"},
        {"template <int N> __global__ void k(int *a) { a[0] = N; }\n",
         "bad.cu:1: a template has no name"},
        {"#define N \\\n 3\n\ntemplate <class X>\n__global__ void\n"
         "__launch_bounds__(32) k(X *a) { a[0] = N; }\n",
         "bad.cu:5: a template has no name"},
        {"__global__ static void k() {}\n", "bad.cu:1: a static kernel"},
        {"static __global__ void k() {}\n", "bad.cu:1: a static kernel"},
        {"struct pair { int a; };\nstatic\n__global__ void k() {}\n",
         "bad.cu:3: a static kernel"},
        {"__global__ void k() { this is no C++ }\n", "bad.cu:1"},
        {"#include \"nothing.h\"\n", "nothing.h"},
        {"__global__ void k(float *a) { a[0] = tex2D(1, 2); }\n", "tex2D"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct problem why = {0};
        struct simt *opened = open_text("bad.cu", cases[i].text, &why);
        if (opened || !strstr(why.line, cases[i].want))
            fail_msg("%s: %s; want %s", cases[i].text,
                     opened ? "taken" : why.line, cases[i].want);
    }
}

/* 48 KiB of variables; 227 KiB with dynamic memory. */
static void all_of_shared_memory_is_there(void **state)
{
    const struct kernel k = {"all_shared",     2, 32, NULL, NULL,
                             (227 - 48) << 10, 0};
    struct problem why = {0};
    const struct simt_options options = options_of("inorder");
    struct simt *const all = simt;

    (void)state;
    simt = open_text("all.cu",
                     "__global__ void all_shared(unsigned *a, unsigned *b)\n{\n"
                     "    __shared__ unsigned s[12 << 10];\n"
                     "    extern __shared__ unsigned d[];\n"
                     "    const unsigned last = (179 << 8) - 1;\n"
                     "    s[12287 - threadIdx.x] = threadIdx.x;\n"
                     "    d[last - threadIdx.x] = threadIdx.x;\n}\n",
                     &why);
    const enum status status =
        simt ? launch_with(&k, &options, &why) : CHECK_FAILED;
    simt_close(simt);
    simt = all;
    if (status != OK)
        fail_msg("%s", why.line);
}

static void kernels_beside_static_words_are_taken(void **state)
{
    struct problem why = {0};
    struct simt *opened = open_text(
        "good.cu",
        "static inline int one(int a) { return a; }\n"
        "#define KEPT static\n"
        "__global__ void k() {} // static __global__\n"
        "/* a template */ extern \"C\" __global__ void statically() {}\n"
        "template <int N> __device__ int n() { return N; }\n"
        "#define T static \\\n template\n"
        "__global__ void j(int *a) { static_assert(1, \"static\"); *a = 1; }\n",
        &why);

    (void)state;
    if (!opened)
        fail_msg("%s", why.line);
    simt_close(opened);
}

static void launches_that_cannot_be_are_refused(void **state)
{
    static const struct {
        unsigned grid[3], block[3];
        size_t shared;
        const char *kernel, *want;
    } cases[] = {
        {{1, 1, 1}, {1025, 1, 1}, 0, "returns_at_once", "1025 threads"},
        {{1, 1, 1}, {32, 33, 1}, 0, "returns_at_once", "1056 threads"},
        {{1, 1, 1}, {0, 1, 1}, 0, "returns_at_once", "0 threads"},
        {{0, 1, 1}, {1, 1, 1}, 0, "returns_at_once", "0 blocks"},
        {{1 << 20, 1, 1}, {1, 1, 1}, 0, "returns_at_once", "1048576 blocks"},
        {{1, 1, 1}, {1, 1, 1}, 1 << 20, "returns_at_once", "1048576 bytes"},
        {{1, 1, 1},
         {32, 1, 1},
         (227 << 10) + 1,
         "returns_at_once",
         "a block has 232448 at most"},
        {{1, 1, 1},
         {32, 1, 1},
         (227 << 10) - 127,
         "own_shared",
         "128 bytes of __shared__ variables and 232321 of dynamic"},
        {{1, 1, 1}, {1, 1, 1}, 0, "nothing_like_it", "no kernel 'nothing_like"},
    };
    const struct simt_options options = options_of("inorder");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct problem why = {0};
        struct simt_launch launch = {.kernel = cases[i].kernel,
                                     .dynamic_shared_bytes = cases[i].shared,
                                     .arguments = 2,
                                     .argument = {&a, &b},
                                     .bytes = {8, 8}};
        memcpy(launch.grid, cases[i].grid, sizeof launch.grid);
        memcpy(launch.block, cases[i].block, sizeof launch.block);
        assert_int_not_equal(simt_launch(simt, &options, &launch, &why), OK);
        if (!strstr(why.line, cases[i].want))
            fail_msg("%s; want %s", why.line, cases[i].want);
        clear();
        pass("sums", "inorder");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(races_are_found_and_no_others),
        cmocka_unit_test(wrong_kernels_are_found),
        cmocka_unit_test(the_machine_goes_on_after_a_finding),
        cmocka_unit_test(beyond_shared_memory_is_nobodys),
        cmocka_unit_test(a_finding_says_where_and_who),
        cmocka_unit_test(waiting_for_later_blocks_is_told),
        cmocka_unit_test(endless_loops_come_to_an_end),
        cmocka_unit_test(an_element_is_no_flag),
        cmocka_unit_test(launches_are_ordered),
        cmocka_unit_test(shuffles_move_as_documented),
        cmocka_unit_test(shuffles_move_all_types),
        cmocka_unit_test(votes_count_the_lanes_of_their_mask),
        cmocka_unit_test(matches_find_equal_lanes),
        cmocka_unit_test(reductions_fold_the_lanes),
        cmocka_unit_test(barriers_vote),
        cmocka_unit_test(bits_are_counted),
        cmocka_unit_test(indices_have_three_dimensions),
        cmocka_unit_test(vectors_are_laid_out_as_documented),
        cmocka_unit_test(constants_clocks_and_shared_memory),
        cmocka_unit_test(atomics_compute_as_documented),
        cmocka_unit_test(wide_atomics_compute_as_documented),
        cmocka_unit_test(copies_cost_their_sectors),
        cmocka_unit_test(shared_memory_costs_its_wavefronts),
        cmocka_unit_test(barriers_atomics_and_launches_are_counted),
        cmocka_unit_test(the_same_seed_is_the_same_run),
        cmocka_unit_test(lockstep_runs_what_relies_on_it),
        cmocka_unit_test(long_launches_outlive_the_watchdog),
        cmocka_unit_test(kernels_print),
        cmocka_unit_test(other_words_of_cuda),
        cmocka_unit_test(what_is_not_known_is_refused),
        cmocka_unit_test(kernels_beside_static_words_are_taken),
        cmocka_unit_test(all_of_shared_memory_is_there),
        cmocka_unit_test(launches_that_cannot_be_are_refused),
        cmocka_unit_test(schedules_are_read_and_printed),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, close_all);
}
