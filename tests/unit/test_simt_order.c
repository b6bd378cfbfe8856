/* test_simt_order.c - fences, flags, and lanes that wait for some other lanes:
 * accesses that these order do not race, whatever the schedule; all other
 * accesses do.
 */
#include "simt_frame.h"

/* A message in the words a[0..3], of which the first is the flag. */
#define WIDE(stores, loads, is_writer)                                         \
    CODE({                                                                     \
        if (T % 32)                                                            \
            return;                                                            \
        unsigned __int128 v = (unsigned __int128)7 << 64 | 1;                  \
        if (is_writer)                                                         \
            asm volatile("st.relaxed." stores ".global.b128 [%0], %1;"         \
                         :                                                     \
                         : "l"(a), "q"(v)                                      \
                         : "memory");                                          \
        else                                                                   \
            do                                                                 \
                asm volatile("ld.relaxed." loads ".global.b128 %0, [%1];"      \
                             : "=q"(v)                                         \
                             : "l"(a)                                          \
                             : "memory");                                      \
            while ((unsigned)v != 1);                                          \
        b[B + T] = (unsigned)(v >> 64);                                        \
    })

/* clang-format off */
static const struct kernel orders[] = {
    /* some lanes of a warp */
    {"same_value_of_warps", 1, 64, CODE({
        a[0] = 1; __syncthreads(); b[T] = a[0]; })},
    {"same_value_of_warps_and_one_flag", 1, 64, CODE({
        if (T % 32 == 0) a[0] = 1;
        if (T == 32) { __threadfence(); V(a[1]) = 1; }
        if (T == 63) { while (!V(a[1])); __threadfence(); b[0] = a[0]; } }),
        "race on a[0]"},
    {"same_value_of_warps_and_flags", 1, 96, CODE({
        if (T % 32 == 0 && T < 64) {
            a[0] = 1; __threadfence(); atomicAdd(a + 1, 1); }
        if (T == 95) {
            while (V(a[1]) != 2); __threadfence(); b[0] = a[0]; } })},
    {"same_value_of_blocks_and_one_flag", 3, 1, CODE({
        if (B < 2) a[0] = 1;
        if (B == 1) { __threadfence(); V(a[1]) = 1; }
        if (B == 2) { while (!V(a[1])); __threadfence(); b[0] = a[0]; } }),
        "race on a[0]"},
    {"same_value_of_blocks_then_another", 3, 1, CODE({
        if (B < 2) a[0] = 1;
        if (B == 1) { __threadfence(); V(a[1]) = 1; }
        if (B == 2) { while (!V(a[1])); __threadfence(); a[0] = 2; } }),
        "race on a[0]"},
    {"same_value_of_blocks_and_flags", 3, 1, CODE({
        if (B < 2) { a[0] = 1; __threadfence(); atomicAdd(a + 1, 1); }
        if (B == 2) {
            while (V(a[1]) != 2); __threadfence(); b[0] = a[0]; a[0] = 2; } })},
    {"same_value_where_two_lanes_have_read", 1, 32, CODE({
        if (T < 2) { b[T] = a[0]; __syncwarp(3); }
        if (T == 0) a[0] = 1;
        __shfl_sync(ALL, 1, 0);
        if (T == 31) a[0] = 1; }), "race on a[0]"},
    {"same_value_and_a_volatile_one", 2, 1, CODE({
        if (B) a[0] = 1; else V(a[0]) = 1; }), "race on a[0]"},
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
    {"a_lane_that_left_without_meeting", 1, 32, CODE({
        __shared__ unsigned s[32];
        s[T] = T; if (T >= 16) return;
        __syncwarp(); b[T] = s[T + 16]; }), "race on s["},
    {"a_lane_that_left_after_meeting", 1, 32, CODE({
        __shared__ unsigned s[32];
        s[T] = T; __syncwarp(); if (T >= 16) return;
        __syncwarp(); b[T] = s[T + 16]; __syncwarp(); s[T] = 1; })},
    {"lanes_that_left_after_reading", 1, 32, CODE({
        __shared__ unsigned s[32];
        s[T] = T; __syncwarp(); b[T] = s[0]; if (T >= 16) return;
        __syncwarp(); if (T == 3) s[0] = 1; }), "race on s[0]"},
    {"lanes_that_stayed_read", 1, 32, CODE({
        __shared__ unsigned s[32];
        s[T] = T; __syncwarp(); if (T >= 16) return;
        b[T] = s[0]; __syncwarp(); if (T == 3) s[0] = 1; })},
    {"through_a_third_lane", 1, 32, CODE({
        if (T == 0) { a[0] = 1; __syncwarp(3); }
        if (T == 1) { __syncwarp(3); __syncwarp(6); }
        if (T == 2) { __syncwarp(6); b[0] = a[0]; } })},

    /* the read-only cache does not see what is written while a kernel runs */
    {"readonly", 4, 64, CODE({ b[64 * B + T] = __ldg(a + T); })},
    {"readonly_of_own_write", 1, 32, CODE({
        a[T] = T; b[T] = __ldg(a + T); }), "read-only: "},
    {"readonly_after_barrier", 1, 64, CODE({
        a[T] = T; __syncthreads(); b[T] = __ldg(a + (T ^ 32)); }),
        "read-only: "},
    {"readonly_after_flag", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = __ldg(a + 100); } }),
        "read-only: "},
    {"readonly_then_written", 1, 64, CODE({
        const unsigned x = __ldg(a + T); __syncthreads(); a[T] = x; })},
    {"readonly_of_16_bytes", 1, 32, CODE({
        if (T == 3) a[7] = 1; __syncthreads();
        b[T] = __ldg((const uint4 *)a + 1).x; }), "read-only: "},
    {"readonly_then_written_too_soon", 1, 64, CODE({
        b[T] = __ldg(a + T); a[T ^ 32] = 1; }), ""},

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
    /* By its own update the reader's block wrote the flag last. */
    {"message_own_update", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); atomicExch(a, 1); }
        else { while (!atomicAdd(a, 0)); while (!V(a[0])); __threadfence();
               b[0] = a[100]; } })},
    {"message_own_update_block_release", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence_block(); atomicExch(a, 1); }
        else { while (!atomicAdd(a, 0)); while (!V(a[0])); __threadfence();
               b[0] = a[100]; } }), "race on a[100]"},
    {"message_own_update_block_acquire", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); atomicExch(a, 1); }
        else { while (!atomicAdd(a, 0)); while (!V(a[0]));
               __threadfence_block(); b[0] = a[100]; } }), "race on a[100]"},
    {"message_updated_in_between", 3, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); atomicOr(a, 1); }
        else if (B == 1) { __threadfence_block(); atomicOr(a, 2); }
        else { while (V(a[0]) != 3); __threadfence(); b[0] = a[100]; } })},
    {"message_in_block_updated_by_another", 2, 64, CODE({ if (T % 32) return;
        if (B == 1) { if (T == 0) atomicOr(a, 2); }
        else if (T == 0) { a[100] = 7; __threadfence_block(); atomicOr(a, 1); }
        else { while (V(a[0]) != 3); __threadfence_block(); b[0] = a[100]; }
        })},
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

    {"message_by_a_byte", 2, 32, CODE({ if (T) return;
        volatile bool *f = (volatile bool *)a + 5;
        if (B == 0) { a[100] = 7; __threadfence(); *f = true; }
        else { while (!*f); __threadfence(); b[0] = a[100]; } })},
    {"message_by_a_byte_no_fence", 2, 32, CODE({ if (T) return;
        volatile bool *f = (volatile bool *)a + 5;
        if (B == 0) { a[100] = 7; *f = true; }
        else { while (!*f); __threadfence(); b[0] = a[100]; } }),
        "race on a[100]"},
    {"message_by_its_neighbour", 3, 32, CODE({ if (T) return;
        volatile bool *f = (volatile bool *)a + 4;
        if (B == 0) { a[100] = 7; __threadfence(); f[1] = true; }
        else if (B == 1) f[0] = true;
        else { while (!f[0]); __threadfence(); b[0] = a[100]; } }),
        "race on a[100]"},
    {"message_by_bytes_read_as_a_word", 3, 32, CODE({ if (T) return;
        volatile bool *f = (volatile bool *)a + 4;
        if (B < 2) { a[100 + B] = 7; __threadfence(); f[2 * B] = true; }
        else { while (V(a[1]) != 0x10001); __threadfence();
            b[0] = a[100] + a[101]; } })},
    {"message_by_a_word_read_as_a_byte", 2, 32, CODE({ if (T) return;
        volatile bool *f = (volatile bool *)a + 4;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[1]) = 1 << 16; }
        else { while (!f[2]); __threadfence(); b[0] = a[100]; } })},
    /* flag and value in 16 bytes: a relaxed access has a scope, whatever its size */
    {"message_of_16_bytes", 2, 32, WIDE("gpu", "gpu", B == 0)},
    {"message_of_16_bytes_in_a_block", 1, 64, WIDE("cta", "cta", T == 0)},
    {"message_of_16_bytes_stored_for_the_block", 2, 32,
        WIDE("cta", "gpu", B == 0), "race on a[0]"},
    {"message_of_16_bytes_loaded_for_the_block", 2, 32,
        WIDE("gpu", "cta", B == 0), "race on a[0]"},
    {"message_overwritten", 3, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[1]) = 1; }
        else if (B == 1) { while (V(a[1]) != 1); V(a[1]) = 2; V(a[2]) = 1; }
        else { while (!V(a[2])); /* the newest: a load may return 1 before */
            if (atomicOr(&a[1], 0) == 2) { __threadfence(); b[0] = a[100]; } } }),
        "race on a[100]"},
    {"message_overwritten_by_a_pair", 3, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[1]) = 1; }
        else if (B == 1) { while (V(a[1]) != 1);
            *(volatile unsigned long long *)a = 2ull << 32; V(a[2]) = 1; }
        else { while (!V(a[2])); while (V(a[1]) != 2); __threadfence(); b[0] = a[100]; } }),
        "race on a[100]"},
    {"message_overwritten_by_a_byte", 3, 32, CODE({ if (T) return;
        volatile bool *f = (volatile bool *)a + 4;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[1]) = 1 << 8; }
        else if (B == 1) { while (!f[1]); f[0] = true; V(a[2]) = 1; }
        else { while (!V(a[2])); while (!f[0]); __threadfence(); b[0] = a[100]; }
        }), "race on a[100]"},
    {"message_beside_a_byte", 3, 32, CODE({ if (T) return;
        volatile bool *f = (volatile bool *)a + 4;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[1]) = 1 << 8; }
        else if (B == 1) { while (!f[1]); f[0] = true; V(a[2]) = 1; }
        else { while (!V(a[2])); while (!f[1]); __threadfence(); b[0] = a[100]; }
        })},
    {"message_with_a_byte", 3, 32, CODE({ if (T) return;
        volatile bool *f = (volatile bool *)a + 4;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[1]) = 1 << 8; }
        else if (B == 1) { while (!f[1]); f[0] = true; }
        else { while (V(a[1]) != 257); __threadfence(); b[0] = a[100]; } })},

    /* A flag is written anew by a thread that knows of what was before by luck
     * alone: a flag without a fence has told it. That still races with what
     * knows of the newest write alone. */
    {"flag_of_two_writers", 3, 32, CODE({ if (T) return;
        if (B == 0) { V(a[1]) = 1; V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); V(a[1]) = 2; __threadfence();
            V(a[2]) = 1; }
        if (B == 2) { while (!V(a[2])); __threadfence(); b[0] = a[1]; } }),
        "race on a[1]"},
    {"flag_of_two_writers_in_order", 3, 32, CODE({ if (T) return;
        if (B == 0) { V(a[1]) = 1; __threadfence(); V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); __threadfence(); V(a[1]) = 2;
            __threadfence(); V(a[2]) = 1; }
        if (B == 2) { while (!V(a[2])); __threadfence(); b[0] = a[1]; } })},
    {"update_after_a_write_that_it_reads", 3, 32, CODE({ if (T) return;
        if (B == 0) { V(a[1]) = 1; V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); atomicAdd(a + 1, 1); __threadfence();
            V(a[2]) = 1; }
        if (B == 2) { while (!V(a[2])); __threadfence(); b[0] = a[1]; } })},
    {"counter_reset_by_the_last_block", 4, 32, CODE({ if (T) return;
        __threadfence();
        if (atomicAdd(a + 1, 1) == 3) { __threadfence(); a[1] = 0; } })},
    {"flag_read_before_it_is_written_anew", 3, 32, CODE({ if (T) return;
        if (B == 0) { b[1] = V(a[1]); V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); V(a[1]) = 2; __threadfence();
            V(a[2]) = 1; }
        if (B == 2) { while (!V(a[2])); __threadfence(); a[1] = 7; } }),
        "race on a[1]"},
    {"flag_read_before_an_update", 3, 32, CODE({ if (T) return;
        if (B == 0) { b[1] = V(a[1]); V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); atomicAdd(a + 1, 1); __threadfence();
            V(a[2]) = 1; }
        if (B == 2) { while (!V(a[2])); __threadfence(); a[1] = 7; } }),
        "race on a[1]"},
    {"plain_write_then_flag", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[1] = 1; __threadfence(); V(a[1]) = 2; V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); b[0] = V(a[1]); } }),
        "race on a[1]"},
    {"plain_write_then_flag_in_order", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[1] = 1; __threadfence(); V(a[1]) = 2; V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); __threadfence(); b[0] = V(a[1]); }
        })},
    {"plain_read_then_two_flags", 3, 32, CODE({ if (T) return;
        if (B == 0) { b[1] = a[1]; __threadfence(); V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); __threadfence(); V(a[1]) = 2;
            V(a[2]) = 1; }
        if (B == 2) { while (!V(a[2])); V(a[1]) = 3; } }), "race on a[1]"},
    {"byte_of_two_writers", 3, 32, CODE({ if (T) return;
        volatile bool *f = (volatile bool *)a + 5;
        if (B == 0) { *f = true; V(a[0]) = 1; }
        if (B == 1) { while (!V(a[0])); *f = false; __threadfence();
            V(a[2]) = 1; }
        if (B == 2) { while (!V(a[2])); __threadfence();
            b[0] = *(const bool *)f; } }), "race on a[1]"},

    /* Lanes store one value; one of them alone tells of it. */
    {"one_store_of_two_lanes", 2, 32, CODE({
        if (B == 0 && T < 2) {
            if (T == 1) while (!V(a[0]));
            a[100] = 1;
            if (T == 0) V(a[0]) = 1;
            if (T == 1) { __threadfence(); V(a[1]) = 1; } }
        if (B == 1 && T == 0) { while (!V(a[1])); __threadfence();
            a[100] = 2; } }), "race on a[100]"},
    {"one_store_of_two_lanes_that_meet", 2, 32, CODE({
        if (B == 0 && T < 2) {
            a[100] = 1;
            __syncwarp(3);
            if (T == 1) { __threadfence(); V(a[1]) = 1; } }
        if (B == 1 && T == 0) { while (!V(a[1])); __threadfence();
            a[100] = 2; } })},
    /* A lane that has returned does not meet the lanes that tell of them. */
    {"returned_lane_is_not_told_of", 2, 32, CODE({
        if (B == 0) { if (T == 5) { a[100] = 7; return; }
            __syncwarp();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        if (B == 1 && T == 0) { while (!V(a[0])); __threadfence();
            b[0] = a[100]; } }), "race on a[100]"},
    {"returned_lane_had_met", 2, 32, CODE({
        if (B == 0) { if (T == 5) a[100] = 7;
            __syncwarp();
            if (T == 5) return;
            __syncwarp();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        if (B == 1 && T == 0) { while (!V(a[0])); __threadfence();
            b[0] = a[100]; } })},

    /* A barrier orders nothing of a thread that has returned before it ... */
    {"returned_writer", 1, 64, CODE({ if (T == 40) { a[100] = 7; return; }
        __syncthreads();
        if (T == 0) b[0] = a[100]; }), "race on a[100]"},
    {"returned_writer_of_the_warp", 1, 64, CODE({
        if (T == 5) { a[100] = 7; return; }
        __syncthreads();
        __syncthreads();
        if (T == 0) b[0] = a[100]; }), "race on a[100]"},
    {"returned_reader", 1, 64, CODE({ if (T == 40) { b[0] = a[100]; return; }
        __syncthreads();
        if (T == 0) a[100] = 7; }), "race on a[100]"},
    {"one_reader_of_many_returned", 1, 64, CODE({ b[T] = a[100];
        if (T == 40) return;
        __syncthreads();
        if (T == 0) a[100] = 7; }), "race on a[100]"},
    {"returned_in_shared", 1, 64, CODE({ __shared__ unsigned s[64];
        s[T] = T;
        if (T >= 32) return;
        __syncthreads();
        b[T] = s[T + 32]; }), "race on s["},
    {"returned_counter", 1, 64, CODE({
        if (T == 40) { atomicAdd(a, 1); return; }
        __syncthreads();
        if (T == 0) a[0] = 0; }), "race on a[0]"},
    {"returned_warp_had_met_alone", 1, 64, CODE({
        if (T == 40) a[100] = 7;
        if (T >= 32) { __syncwarp(); return; }
        __syncthreads();
        if (T == 0) b[0] = a[100]; }), "race on a[100]"},
    {"block_is_not_told_of_returned", 2, 64, CODE({
        if (B == 0) { if (T == 40) { a[100] = 7; __threadfence(); return; }
            __syncthreads();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        if (B == 1 && T == 0) { while (!V(a[0])); __threadfence();
            b[0] = a[100]; } }), "race on a[100]"},
    {"returned_reads_a_flag", 2, 64, CODE({
        if (B == 0 && T == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        if (B == 1) { if (T == 40) { while (!V(a[0])); __threadfence();
                return; }
            __syncthreads();
            if (T == 0) b[0] = a[100]; } }), "race on a[100]"},
    {"returned_between_two_barriers", 1, 64, CODE({
        __syncthreads();
        if (T == 40) { a[100] = 7; return; }
        __syncthreads();
        if (T == 0) b[0] = a[100]; }), "race on a[100]"},
    /* ... but what it has met at. */
    {"returned_had_met", 1, 64, CODE({ a[100 + T] = T;
        __syncthreads();
        if (T % 3 == 0) return;
        __syncthreads();
        b[T] = a[100 + 63 - T];
        if (T % 3 == 1) return;
        __syncthreads();
        a[100 + 62 - T] = 1; })},
    {"returned_halves", 1, 64, CODE({ a[100 + T] = 1;
        for (unsigned s = 32; s > 0; s /= 2) {
            __syncthreads();
            if (T >= s) return;
            a[100 + T] += a[100 + T + s]; }
        b[0] = a[100]; })},
    {"returned_halves_a_step_later", 1, 64, CODE({ a[100 + T] = 1;
        for (unsigned s = 32; s > 0; s /= 2) {
            if (T >= 2 * s) return;
            __syncthreads();
            if (T < s) a[100 + T] += a[100 + T + s]; }
        if (T == 0) b[0] = a[100]; })},
    {"returned_halves_without_a_barrier", 1, 64, CODE({ a[100 + T] = 1;
        for (unsigned s = 32; s > 0; s /= 2) {
            if (T >= s) return;
            __syncthreads();
            a[100 + T] += a[100 + T + s]; }
        b[0] = a[100]; }), "race on a["},
    {"returned_lane_had_met_its_warp", 1, 64, CODE({
        if (T == 40) a[100] = 7;
        __syncwarp();
        if (T == 40) return;
        __syncthreads();
        if (T == 0) b[0] = a[100]; })},
    {"returned_after_a_flag", 1, 64, CODE({
        if (T == 40) { a[100] = 7; __threadfence(); V(a[0]) = 1; return; }
        if (T == 33) { while (!V(a[0])); __threadfence(); }
        __syncthreads();
        if (T == 0) b[0] = a[100]; })},
    {"block_is_told_of_returned_that_had_met", 2, 64, CODE({
        if (B == 0) { if (T == 40) a[100] = 7;
            __syncthreads();
            if (T == 40) return;
            __syncthreads();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        if (B == 1 && T == 0) { while (!V(a[0])); __threadfence();
            b[0] = a[100]; } })},
    {"returned_lane_had_fenced_for_its_warp", 2, 64, CODE({
        if (B == 0) { if (T == 40) { a[100] = 7; __threadfence(); }
            __syncwarp();
            if (T == 40) return;
            __syncthreads();
            if (T == 0) V(a[0]) = 1; }
        if (B == 1 && T == 0) { while (!V(a[0])); __threadfence();
            b[0] = a[100]; } })},

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
        if (B == 2) { while (!V(a[1]));
            while (atomicAdd(a, 0) != 2); /* a load may return 1, and order */
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

    /* each reader counts itself in; the last one may write */
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
            __syncthreads(); b[T] = a[163 - T]; } })},
    {"block_listens_others_fence", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __syncthreads();
            if (T == 0) { __threadfence(); V(a[0]) = 1; } }
        else { if (T == 0) while (!V(a[0]));
            __syncthreads(); __threadfence(); b[T] = a[163 - T]; } })},
    {"others_fence_on_both_sides", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __threadfence(); __syncthreads();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) while (!V(a[0]));
            __syncthreads(); __threadfence(); b[T] = a[163 - T]; } })},
    {"others_fence_and_count", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __threadfence(); __syncthreads();
            if (T == 0) atomicAdd(a, 1); }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); b[T] = a[163 - T]; } })},
    {"one_of_the_others_does_not_fence", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; if (T != 5) __threadfence();
            __syncthreads(); if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); b[T] = a[163 - T]; } }), "race on a[105]"},
    {"others_fence_for_the_block", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __threadfence_block(); __syncthreads();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); b[T] = a[163 - T]; } }), "race on a[1"},
    {"others_fence_without_barrier", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __threadfence();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); b[T] = a[163 - T]; } }), "race on a[1"},
    {"others_fence_too_late", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __syncthreads();
            if (T) __threadfence(); else V(a[0]) = 1; }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); b[T] = a[163 - T]; } }), "race on a[1"},
    {"others_write_after_the_fence", 2, 64, CODE({
        if (B == 0) { __threadfence(); a[100 + T] = 7; __syncthreads();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); b[T] = a[163 - T]; } }), "race on a[1"},
    {"others_fence_no_acquire", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __threadfence(); __syncthreads();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) while (!V(a[0]));
            __syncthreads(); b[T] = a[163 - T]; } }), "race on a[1"},
    {"others_fence_before_they_listen", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __threadfence(); __syncthreads();
            if (T == 0) V(a[0]) = 1; }
        else { __threadfence(); if (T == 0) while (!V(a[0]));
            __syncthreads(); b[T] = a[163 - T]; } }), "race on a[1"},
    {"lanes_fence_another_speaks", 2, 32, CODE({
        if (B == 0) { a[100 + T] = 7; __threadfence(); __syncwarp();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) while (!V(a[0]));
            __syncwarp(); __threadfence(); b[T] = a[131 - T]; } })},
    {"lanes_fence_another_warp_speaks", 2, 64, CODE({
        if (B == 0) { a[100 + T] = 7; __threadfence(); __syncwarp();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); b[T] = a[163 - T]; } }), "race on a[1"},
    {"lanes_fence_only_lightly", 2, 32, CODE({
        if (B == 0) { a[100 + T] = 7; asm volatile("fence.acq_rel.gpu;" ::: "memory");
            __syncwarp(); if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncwarp(); b[T] = a[131 - T]; } }), "race on a[1"},
    {"lanes_listen_only_lightly", 2, 32, CODE({
        if (B == 0) { a[100 + T] = 7; __threadfence(); __syncwarp();
            if (T == 0) V(a[0]) = 1; }
        else { if (T == 0) { while (!V(a[0]));
                asm volatile("fence.acq_rel.gpu;" ::: "memory"); }
            __syncwarp(); b[T] = a[131 - T]; } }), "race on a[1"},
    {"light_fences_by_the_threads_of_the_flag", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; asm volatile("fence.acq_rel.gpu;" ::: "memory");
            V(a[0]) = 1; }
        else { while (!V(a[0])); asm volatile("fence.acq_rel.gpu;" ::: "memory");
            b[0] = a[100]; } })},
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
    /* a flag of the block alone, and then of the device: the first races */
    {"looks_for_the_block_then_for_all", 2, 32, CODE({ if (T) return;
        if (B) { V(a[0]) = 1; return; }
        unsigned x;
        asm volatile("ld.relaxed.cta.b32 %0, [%1];"
                     : "=r"(x) : "l"(a) : "memory");
        b[0] = x + V(a[0]); }), "race on a[0]"},
    {"looks_for_the_block_then_for_all_later", 2, 32, CODE({ if (T) return;
        if (B) { V(a[0]) = 1; return; }
        unsigned x;
        asm volatile("ld.relaxed.cta.b32 %0, [%1];"
                     : "=r"(x) : "l"(a) : "memory");
        __threadfence();
        b[0] = x + V(a[0]); }), "race on a[0]"},
    {"tells_the_block_then_all", 2, 32, CODE({ if (T) return;
        if (B) { b[0] = V(a[0]); return; }
        asm volatile("st.relaxed.cta.b32 [%0], %1;"
                     :: "l"(a), "r"(1) : "memory");
        V(a[0]) = 2; }), "race on a[0]"},
    {"tells_the_block_then_all_later", 2, 32, CODE({ if (T) return;
        if (B) { b[0] = V(a[0]); return; }
        asm volatile("st.relaxed.cta.b32 [%0], %1;"
                     :: "l"(a), "r"(1) : "memory");
        __threadfence();
        V(a[0]) = 2; }), "race on a[0]"},
    {"counts_for_the_block_then_for_all", 2, 32, CODE({ if (T) return;
        if (B) { atomicAdd(a, 1); return; }
        atomicAdd_block(a, 1);
        atomicAdd(a, 1); }), "race on a[0]"},
};
/* clang-format on */

/* A race, and the advice on it. */
struct advised {
    struct kernel kernel;
    const char *says, *lacks;
};

#define BETWEEN "dd __threadfence() between kernels.cu"
#define READING "Add __threadfence() between reading the flag"
#define SCOPE                                                                  \
    "__threadfence_block() orders accesses only for threads of its own block"
#define MEETING "only if the two threads\n  meet at a barrier in between"
#define NOTHING "?"

/* clang-format off */
static const struct advised advised[] = {
    {{"lacks_the_readers", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); b[0] = a[100]; } })}, READING, SCOPE},
    {{"lacks_the_writers", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; } })},
        BETWEEN, SCOPE},
    {{"lacks_both", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); b[0] = a[100]; } })}, BETWEEN, SCOPE},
    {{"fence_before_the_data", 2, 32, CODE({ if (T) return;
        if (B == 0) { __threadfence(); a[100] = 7; V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; } })},
        BETWEEN, NOTHING},
    {{"fence_before_the_readers_flag", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { __threadfence(); while (!V(a[0])); b[0] = a[100]; } })},
        READING, NOTHING},
    {{"writers_is_of_the_block", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence_block(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence(); b[0] = a[100]; } })}, SCOPE, NOTHING},
    {{"readers_is_of_the_block", 2, 32, CODE({ if (T) return;
        if (B == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        else { while (!V(a[0])); __threadfence_block(); b[0] = a[100]; } })},
        SCOPE, NOTHING},
    /* There is a fence, but of a thread that has not met the writer. */
    {{"fence_of_another_lane", 2, 32, CODE({
        if (B == 0 && T == 5) a[100] = 7;
        if (B == 0 && T == 0) { while (!V(a[1])); __threadfence();
            V(a[0]) = 1; }
        if (B == 0 && T == 5) V(a[1]) = 1;
        if (B == 1 && T == 0) { while (!V(a[0])); __threadfence();
            b[0] = a[100]; } })}, MEETING,
        "missing"},
    {{"fence_of_another_warp", 2, 64, CODE({
        if (B == 0 && T == 40) { a[100] = 7; V(a[1]) = 1; }
        if (B == 0 && T == 0) { while (!V(a[1])); __threadfence();
            atomicExch(a, 1); }
        if (B == 1 && T == 33) { while (!atomicAdd(a, 0)); __threadfence();
            b[0] = a[100]; } })}, "or\n  meet the thread that",
        "missing"},
    {{"flag_of_another_lane", 2, 32, CODE({
        if (B == 0 && T == 5) { a[100] = 7; __threadfence(); }
        if (B == 0 && __shfl_sync(ALL, T, 5) == 5 && T == 0) V(a[0]) = 1;
        if (B == 1 && T == 0) { while (!V(a[0])); __threadfence();
            b[0] = a[100]; } })}, MEETING,
        "missing"},
    {{"flag_of_another_warp", 2, 64, CODE({
        if (B == 0 && T == 40) { a[100] = 7; __threadfence(); V(a[1]) = 1; }
        if (B == 0 && T == 0) { while (!V(a[1])); V(a[0]) = 1; }
        if (B == 1 && T == 7) { while (!V(a[0])); __threadfence();
            b[0] = a[100]; } })}, MEETING,
        "missing"},
    {{"fence_before_the_barrier_and_the_data", 2, 64, CODE({
        if (B == 0) { if (T == 0) __threadfence();
            __syncthreads(); if (T == 40) a[100] = 7;
            __syncthreads(); if (T == 0) V(a[0]) = 1; }
        if (B == 1 && T == 0) { while (!V(a[0])); __threadfence();
            b[0] = a[100]; } })}, MEETING, "missing"},
    /* The reader of the flag fences after the barrier, for itself alone. */
    {{"readers_is_of_another_thread", 2, 64, CODE({
        if (B == 0 && T == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        if (B == 1) { if (T == 0) while (!V(a[0]));
            __syncthreads(); if (T == 0) __threadfence();
            if (T == 40) b[0] = a[100]; } })},
        "Another thread of the block read the flag", "missing"},
    {{"readers_is_of_another_lane", 2, 32, CODE({
        if (B == 0 && T == 0) { a[100] = 7; __threadfence(); V(a[0]) = 1; }
        if (B == 1) { if (T == 0) while (!V(a[0]));
            __syncwarp(); if (T == 0) __threadfence();
            if (T == 9) b[0] = a[100]; } })},
        "Another thread of the block read the flag", "missing"},
    {{"reader_has_not_seen_the_flag", 2, 64, CODE({
        if (B == 0 && T == 40) { a[100] = 7; V(a[1]) = 1; }
        if (B == 0 && T == 0) { while (!V(a[1])); __threadfence();
            V(a[0]) = 1; }
        if (B == 1) { if (T == 0) { while (!V(a[0])); __threadfence(); }
            __syncthreads(); if (T == 40) b[0] = a[100]; } })},
        "or\n  meet the thread that writes the flag", "missing"},
    {{"no_one_has_fenced", 2, 64, CODE({
        if (B == 0 && T == 40) { a[100] = 7; V(a[0]) = 1; }
        if (B == 1) { if (T == 0) while (!V(a[0]));
            __syncthreads(); if (T == 40) b[0] = a[100]; } })},
        "add one before the flag", NOTHING},
};
/* clang-format on */

enum { ADVISED = sizeof advised / sizeof *advised };
static struct kernel of_advised[ADVISED];

static void advice_names_what_is_missing(void **state)
{
    (void)state;
    for (size_t i = 0; i < ADVISED; i++)
        for (int s = 0; s < 2; s++) {
            const struct advised *const k = &advised[i];
            struct problem why = {.line = ""};
            clear();
            simt_begin_run(simt); /* no older value of before is told of */
            launch(k->kernel.name, s ? "inorder" : "reverse", &why);
            const char *const words = simt_finding(simt);
            /* Of a block that has ended there may be no advice. */
            if (!strstr(why.line, "race on a[100]") ||
                (s == 0 && !strstr(words, k->says)) || strstr(words, k->lacks))
                fail_msg("%s: %s\n%s; want %s, not %s", k->kernel.name,
                         why.line, words, k->says, k->lacks);
        }
}

static void only_fences_on_both_sides_order(void **state)
{
    (void)state;
    judge_all(orders, sizeof orders / sizeof *orders);
}

static struct kernel of_bytes[sizeof orders / sizeof *orders];
static size_t bytes;

/* The same with bytes in place of words. */
static void bytes_are_as_independent_as_words(void **state)
{
    (void)state;
    judge_all(of_bytes, bytes);
}

static int open_all(void **state)
{
    bytes = in_bytes(orders, sizeof orders / sizeof *orders, of_bytes);
    const struct table tables[] = {
        {of_bytes, bytes},
        {orders, sizeof orders / sizeof *orders},
        {of_advised, ADVISED},
    };

    for (size_t i = 0; i < ADVISED; i++)
        of_advised[i] = advised[i].kernel;

    (void)state;
    return frame_open(tables, sizeof tables / sizeof *tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_fences_on_both_sides_order),
        cmocka_unit_test(bytes_are_as_independent_as_words),
        cmocka_unit_test(advice_names_what_is_missing),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
