/* test_bulk.c - bulk copies and their barriers on the SIMT machine: a pipeline
 * is right under every schedule, and each mistake in it has its own sentence.
 *
 * Each kernel gets
 *
 *     a    4096 words, 0, 1, 2, ..., written by the host
 *     b    4096 words that were never written
 */
#include "base/guard.h"
#include "base/paths.h"
#include "simt/simt.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4096, TILE = 256, RANDOM_RUNS = 200 };

/* A body as text; what is not in it is of CUDA, not of C. */
#define CODE(...) .body = #__VA_ARGS__

static struct simt *simt;
static uint32_t *a, *b;
static char folder[] = "/tmp/test_bulk.XXXXXX";

static const char *const schedules[] = {
    "inorder",  "reverse",  "random:1",   "random:2", "random:3",
    "random:4", "random:5", "adversary",  "starve",   "pct:1",
    "pct:2",    "timed",    "exhaustive",
};
enum { SCHEDULES = sizeof schedules / sizeof *schedules };

/* clang-format off */
static const char prelude[] =
    "#include \"bulk.h\"\n"
    "#define t threadIdx.x\n"
    "#define B blockIdx.x\n"
    "#define BUFFER __shared__ __align__(16) unsigned\n"
    "#define BARRIER __shared__ struct barrier\n"
    "#define FIRST if (t == 0)\n"
    "#define LANE_0 if (t % 32 == 0)\n";

/* ----------------------------------------------------------------- pipeline */

/* Warp 0 loads tiles into a ring of two buffers; warps 1 and 2 add to each word
 * its right neighbour, and store what they made, each its half:
 *
 *     full[s]     a tile has come: 1 arrival (the load), 1024 bytes
 *     empty[s]    both warps have read it: 2 arrivals
 */
enum lack { NOTHING, WAIT, PARITY, FREE, ARRIVAL_EARLY, FENCE, READ, READ_ONE,
            SYNC, LAST_READ, LACKS };

static const char pipeline[] =
    "__global__ void NAME(unsigned *a, unsigned *b)\n"
    "{\n"
    "    BUFFER in[2][256], out[2][2][128];\n"
    "    BARRIER full[2], empty[2];\n"
    "    const unsigned warp = t / 32, lane = t % 32, half = warp - 1;\n"
    "\n"
    "    for (unsigned s = 0; s < 2 && t == 0; s++) {\n"
    "        barrier_init(&full[s], 1);\n"
    "        barrier_init(&empty[s], 2);\n"
    "    }\n"
    "    __syncthreads();\n"
    "    for (unsigned k = 0; k < 8; k++) {\n"
    "        const unsigned s = k % 2, round = k / 2 % 2;\n"
    "        const unsigned at = (B * 8 + k) * 256;\n"
    "        if (warp == 0) {\n"
    "            if (LACKS != 3 || k != 2)\n"
    "                barrier_wait(&empty[s], !round);\n"
    "            bulk_load(in[s], a + at, 1024, &full[s]);\n"
    "            continue;\n"
    "        }\n"
    "        if (LACKS != 1)\n"
    "            barrier_wait(&full[s], LACKS == 2 ? !round : round);\n"
    "        if (LACKS == 4 && lane == 0)\n"
    "            barrier_arrive(&empty[s]);\n"
    "        unsigned x[4];\n"
    "        for (unsigned j = 0; j < 4; j++) {\n"
    "            const unsigned i = half * 128 + j * 32 + lane;\n"
    "            x[j] = in[s][i] + in[s][(i + 1) % 256];\n"
    "        }\n"
    "        __syncwarp();\n"
    "        if (LACKS != 4 && lane == 0)\n"
    "            barrier_arrive(&empty[s]);\n"
    "        if (LACKS != 6)\n"
    "            bulk_stores_read(LACKS == 7 ? 2 : 1);\n"
    "        __syncwarp();\n"
    "        for (unsigned j = 0; j < 4; j++)\n"
    "            out[s][half][j * 32 + lane] = x[j];\n"
    "        if (LACKS != 5)\n"
    "            bulk_fence();\n"
    "        if (LACKS != 8)\n"
    "            __syncwarp();\n"
    "        bulk_store(b + at + half * 128, out[s][half], 512);\n"
    "    }\n"
    "    if (LACKS != 9 && warp > 0)\n"
    "        bulk_stores_read(0);\n"
    "}\n";

/* What is said then: either side may be told first. */
static const struct {
    const char *name;
    const char *want, *or;
} lacks[LACKS] = {
    [NOTHING] = {"pipeline", NULL, NULL},
    [WAIT] = {"no_wait", "race on in[", "uninitialised: "},
    [PARITY] = {"wrong_parity", "race on in[", "uninitialised: "},
    [FREE] = {"no_empty", "too many arrivals: ", "race on in["},
    [ARRIVAL_EARLY] = {"arrives_early", "race on in[", NULL},
    [FENCE] = {"no_fence", "without bulk_fence()", NULL},
    [READ] = {"no_stores_read", "race on out[", NULL},
    [READ_ONE] = {"one_too_few_read", "race on out[", NULL},
    [SYNC] = {"no_syncwarp", "race on out[", NULL},
    [LAST_READ] = {"ends_early", "call bulk_stores_read(0) first", NULL},
};

/* ------------------------------------------------------------------ kernels */

struct kernel {
    const char *name;
    unsigned grid, block;
    const char *body;
    const char *want; /* in what is found; NULL: nothing may be */
    const char *or;   /* or else this */
    unsigned shared;  /* dynamic bytes; 0: 256 */
};

static const struct kernel kernels[] = {
    /* barriers alone */
    {"hand_over", 1, 64, CODE({ BARRIER done; BUFFER s[64];
        FIRST barrier_init(&done, 32); __syncthreads();
        if (t < 32) { s[t] = t; barrier_arrive(&done); }
        else { barrier_wait(&done, 0); b[t] = s[t - 32]; } })},
    {"hand_over_by_lane_0", 1, 64, CODE({ BARRIER done; BUFFER s[64];
        FIRST barrier_init(&done, 1); __syncthreads();
        if (t < 32) { s[t] = t; __syncwarp(); FIRST barrier_arrive(&done); }
        else { barrier_wait(&done, 0); b[t] = s[t - 32]; } })},
    {"hand_over_without_syncwarp", 1, 64, CODE({ BARRIER done; BUFFER s[64];
        FIRST barrier_init(&done, 1); __syncthreads();
        if (t < 32) { s[t] = t; FIRST barrier_arrive(&done); }
        else { barrier_wait(&done, 0); b[t] = s[t - 32]; } }),
        "race on s[", "uninitialised: "},
    {"hand_over_to_lane_0", 1, 64, CODE({ BARRIER done; BUFFER s[64];
        FIRST barrier_init(&done, 32); __syncthreads();
        if (t < 32) { s[t] = t; barrier_arrive(&done); }
        else { if (t == 32) barrier_wait(&done, 0);
            __syncwarp(); b[t] = s[t - 32]; } })},
    {"back_and_forth", 1, 64, CODE({ BARRIER full; BARRIER empty; BUFFER s[32];
        FIRST { barrier_init(&full, 32); barrier_init(&empty, 32); }
        __syncthreads();
        for (unsigned k = 0; k < 5; k++)
            if (t < 32) { barrier_wait(&empty, !(k % 2)); s[t] = k;
                barrier_arrive(&full); }
            else { barrier_wait(&full, k % 2); b[k * 32 + t - 32] = s[63 - t];
                barrier_arrive(&empty); } })},
    {"all_read_all", 1, 96, CODE({ BARRIER empty; BUFFER s[64];
        FIRST barrier_init(&empty, 64);
        if (t < 64) s[t] = t;
        __syncthreads();
        if (t >= 32) { unsigned sum = 0;
            for (unsigned k = 0; k < 64; k++) sum += s[k];
            b[t] = sum; barrier_arrive(&empty); }
        else { barrier_wait(&empty, 0); s[t] = 0; s[32 + t] = 0; } })},
    {"one_does_not_tell", 1, 96, CODE({ BARRIER empty; BUFFER s[64];
        FIRST barrier_init(&empty, 63);
        if (t < 64) s[t] = t;
        __syncthreads();
        if (t >= 32) { unsigned sum = 0;
            for (unsigned k = 0; k < 64; k++) sum += s[k];
            b[t] = sum; if (t != 64) barrier_arrive(&empty); }
        else { barrier_wait(&empty, 0); s[t] = 0; s[32 + t] = 0; } }),
        "race on s["},
    {"first_phase_passes", 1, 32, CODE({ BARRIER done;
        FIRST barrier_init(&done, 1); __syncthreads();
        barrier_wait(&done, 1); })},
    {"two_phases_alone", 1, 32, CODE({ BARRIER done;
        FIRST { barrier_init(&done, 1);
            barrier_arrive(&done); barrier_wait(&done, 0);
            barrier_arrive(&done); barrier_wait(&done, 1); } })},
    {"two_phases_without_a_wait", 1, 64, CODE({ BARRIER done;
        FIRST barrier_init(&done, 1); __syncthreads();
        FIRST { b[0] = 1; barrier_arrive(&done); b[1] = 1;
            barrier_arrive(&done); }
        if (t == 32) { barrier_wait(&done, 1); } })},
    {"message_across_blocks", 2, 64, CODE({ BARRIER done;
        volatile unsigned *flag = a;
        FIRST barrier_init(&done, 1); __syncthreads();
        if (B == 0) {
            if (t == 32) { a[100] = 7; barrier_arrive(&done); }
            if (t == 0) { barrier_wait(&done, 0); __threadfence(); *flag = 1; }
        } else if (t == 0) { while (!*flag); __threadfence();
            barrier_arrive(&done); }
        else if (t == 32) { barrier_wait(&done, 0); b[0] = a[100]; } })},
    {"tickets", 3, 64, CODE({ BARRIER full; BUFFER s[32]; BUFFER mine;
        FIRST { barrier_init(&full, 1); mine = atomicAdd(a, 1u); }
        __syncthreads();
        if (t < 32) bulk_load(s, a + 32 + 32 * mine, 128, &full);
        else { barrier_wait(&full, 0); s[t - 32] += mine; bulk_fence();
            __syncwarp(); bulk_store(b + 32 * mine, s, 128);
            bulk_stores_read(0); } })},
    {"not_initialised", 1, 32, CODE({ BARRIER done;
        barrier_arrive(&done); }),
        "(block 0, thread 0) arrives at done, for which no thread called "
        "barrier_init()", "for which no thread"},
    {"waits_not_initialised", 1, 32, CODE({ BARRIER done;
        barrier_wait(&done, 0); }), "for which no thread called"},
    {"initialised_unordered", 1, 64, CODE({ BARRIER done;
        FIRST barrier_init(&done, 1);
        if (t == 32) barrier_arrive(&done); }),
        "race on done: ", "for which no thread"},
    {"initialised_by_all", 1, 32, CODE({ BARRIER done;
        barrier_init(&done, 1); }), "has already called it: call it once"},
    {"no_arrivals", 1, 32, CODE({ BARRIER done;
        FIRST barrier_init(&done, 0); }), "barrier_init() with 0 arrivals"},
    {"parity_of_2", 1, 32, CODE({ BARRIER done;
        FIRST barrier_init(&done, 1); __syncthreads();
        barrier_wait(&done, 2); }), "a phase of parity 2; a parity is 0 or 1"},
    {"half_a_barrier", 1, 32, CODE({ BUFFER s[4];
        FIRST barrier_init((struct barrier *)(s + 1), 1); }),
        "multiple of 8"},
    {"barrier_in_global", 1, 32, CODE({
        FIRST barrier_init((struct barrier *)a, 1); }),
        "a barrier must be in shared memory"},
    {"reads_a_barrier", 1, 32, CODE({ BARRIER done;
        FIRST barrier_init(&done, 1); __syncthreads();
        b[t] = done.opaque; }), "reads done, which is a barrier"},
    {"writes_a_barrier", 1, 32, CODE({ BARRIER done;
        FIRST barrier_init(&done, 1); __syncthreads();
        FIRST done.opaque = 0; }), "writes done, which is a barrier"},
    {"adds_to_a_barrier", 1, 32, CODE({ BARRIER done;
        FIRST barrier_init(&done, 1); __syncthreads();
        FIRST atomicAdd(&done.opaque, 1u); }), "done, which is a barrier"},
    {"too_many_arrivals", 1, 64, CODE({ BARRIER done;
        FIRST barrier_init(&done, 63); __syncthreads();
        barrier_arrive(&done); barrier_wait(&done, 0); }),
        "too many arrivals: "},
    {"an_arrival_too_early", 1, 64, CODE({ BARRIER done;
        FIRST barrier_init(&done, 2); __syncthreads();
        if (t % 32 == 0) { barrier_arrive(&done); barrier_arrive(&done); } }),
        "too many arrivals: "},
    {"too_few_arrivals", 1, 64, CODE({ BARRIER done[2];
        FIRST barrier_init(&done[1], 65); __syncthreads();
        barrier_arrive(&done[1]); barrier_wait(&done[1], 0); }),
        "for phase 0 of done[1], and 1 of its 65 arrivals never happen"},
    {"too_few_and_others_spin", 2, 32, CODE({ BARRIER done;
        FIRST barrier_init(&done, 33); __syncthreads();
        if (B == 0) while (!*(volatile unsigned *)a);
        barrier_arrive(&done); barrier_wait(&done, 0);
        FIRST *(volatile unsigned *)a = 1; }),
        "deadlock: block 1, thread 0 waits at "},
    {"lanes_wait_for_one_that_waits", 1, 32, CODE({ BARRIER done;
        FIRST barrier_init(&done, 2); __syncthreads();
        FIRST barrier_wait(&done, 0);
        __syncwarp(); }), "deadlock: block 0, thread 0 waits at "},

    /* loads */
    {"load", 2, 64, CODE({ BARRIER full; BUFFER s[256];
        FIRST barrier_init(&full, 1); __syncthreads();
        if (t < 32) bulk_load(s, a + 256 * B, 1024, &full);
        barrier_wait(&full, 0);
        for (unsigned k = 0; k < 4; k++)
            b[256 * B + 64 * k + t] = s[255 - 64 * k - t]; })},
    {"load_in_parts", 1, 64, CODE({ BARRIER full; BUFFER s[256];
        FIRST barrier_init(&full, 2); __syncthreads();
        bulk_load(s + t / 32 * 128, a + t / 32 * 128, 512, &full);
        barrier_wait(&full, 0); b[t] = s[4 * t]; })},
    {"prefetch", 1, 32, CODE({
        FIRST bulk_prefetch(a + 4, 64); b[t] = a[t]; })},
    {"prefetch_of_13_bytes", 1, 32, CODE({ FIRST bulk_prefetch(a, 13); }),
        "copies 13 bytes, which is not a multiple of 16"},
    {"prefetch_misaligned", 1, 32, CODE({ FIRST bulk_prefetch(a + 1, 16); }),
        "copies from a[1], whose address is not a multiple of 16"},
    {"prefetch_beyond", 1, 32, CODE({ FIRST bulk_prefetch(a + 4092, 32); }),
        "copies 32 bytes from a[4092], where only 16 are left"},
    {"load_after_reads", 1, 64, CODE({ BARRIER full; BUFFER s[64];
        FIRST barrier_init(&full, 1); __syncthreads();
        if (t < 32) bulk_load(s, a, 256, &full);
        barrier_wait(&full, 0); b[t] = s[63 - t]; __syncthreads();
        if (t < 32) bulk_load(s, a, 256, &full);
        barrier_wait(&full, 1); b[t] += s[63 - t]; })},
    {"loads_and_no_wait", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a, 128, &full);
        b[t] = s[t]; }), "race on s[", "uninitialised: "},
    {"loads_and_syncs", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a, 128, &full); __syncthreads();
        b[t] = s[t]; }), "race on s[", "uninitialised: "},
    {"one_waits_for_itself", 1, 64, CODE({ BARRIER full; BUFFER s[64];
        FIRST barrier_init(&full, 1); __syncthreads();
        if (t < 32) bulk_load(s, a, 256, &full);
        FIRST barrier_wait(&full, 0);
        b[t] = s[t]; }), "race on s[", "uninitialised: "},
    {"one_waits_for_all", 1, 64, CODE({ BARRIER full; BUFFER s[64];
        FIRST barrier_init(&full, 1); __syncthreads();
        if (t < 32) bulk_load(s, a, 256, &full);
        FIRST barrier_wait(&full, 0);
        __syncthreads(); b[t] = s[t]; })},
    {"nobody_waits", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a, 128, &full); }), "no thread waited at full"},
    {"writes_too_late", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a, 128, &full);
        s[t] = 0; barrier_wait(&full, 0); }), "race on s["},
    {"loads_over_what_was_written", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1);
        s[t] = 0; __syncthreads();
        bulk_load(s, a, 128, &full); barrier_wait(&full, 0); b[t] = s[t]; }),
        "writes over s[0]; bulk.cu:"},
    {"loads_over_what_was_fenced", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1);
        s[t] = 0; bulk_fence(); __syncthreads();
        bulk_load(s, a, 128, &full); barrier_wait(&full, 0); b[t] = s[t]; })},
    {"loads_what_was_written", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1);
        a[t] = 0; bulk_fence(); __syncthreads();
        bulk_load(s, a, 128, &full); barrier_wait(&full, 0); b[t] = s[t]; }),
        "bulk_fence() covers only shared memory"},
    {"loads_what_was_not", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, b, 128, &full); barrier_wait(&full, 0); }),
        "reads b[0], which no thread has written"},
    {"loads_what_others_write", 2, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        if (B) { a[t] = 0; return; }
        bulk_load(s, a, 128, &full); barrier_wait(&full, 0); }),
        "race on a["},
    {"loads_with_a_barrier_not_initialised", 1, 32, CODE({
        BARRIER full; BUFFER s[32];
        bulk_load(s, a, 128, &full); }), "copies to full, for which no thread"},
    {"loads_twice", 1, 32, CODE({ BARRIER full; BUFFER s[64];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a, 128, &full); bulk_load(s + 32, a, 128, &full);
        barrier_wait(&full, 0); barrier_wait(&full, 1); }),
        "too many arrivals: "},
    {"loads_from_unaligned", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a + 1, 112, &full); }),
        "copies from a[1], whose address is not a multiple of 16"},
    {"loads_to_unaligned", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s + 2, a, 96, &full); }),
        "copies to s[2], whose address is not a multiple of 16"},
    {"loads_24_bytes", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a, 24, &full); }),
        "copies 24 bytes, which is not a multiple of 16"},
    {"loads_nothing", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a, 0, &full); }), "copies 0 bytes"},
    {"loads_too_much", 1, 32, CODE({ BARRIER full; BUFFER s[32]; BUFFER u[32];
        FIRST barrier_init(&full, 1); u[t] = 0; s[t] = 0; __syncthreads();
        bulk_load(s, a, 144, &full); }),
        "copies 144 bytes to s[0], where only 128 are left"},
    {"loads_between_two", 1, 32, CODE({ BARRIER full; BUFFER s[32]; BUFFER u[32];
        FIRST barrier_init(&full, 1); u[t] = 0; s[t] = 0; __syncthreads();
        bulk_load(s + 36, a, 64, &full); }),
        "to s[36] (s has 32 elements of 4 bytes), where only 0 are left"},
    {"loads_after_all_have_read", 1, 64, CODE({ BARRIER full; BARRIER read;
        BUFFER s[64];
        FIRST { barrier_init(&full, 1); barrier_init(&read, 64); }
        __syncthreads();
        if (t < 32) bulk_load(s, a, 256, &full);
        barrier_wait(&full, 0); b[t] = s[0] + s[t]; barrier_arrive(&read);
        if (t < 32) { barrier_wait(&read, 0); bulk_load(s, a, 256, &full); }
        barrier_wait(&full, 1); b[t] += s[63 - t]; })},
    {"loads_after_all_but_one_have_read", 1, 64, CODE({ BARRIER full;
        BARRIER read; BUFFER s[64];
        FIRST { barrier_init(&full, 1); barrier_init(&read, 63); }
        __syncthreads();
        if (t < 32) bulk_load(s, a, 256, &full);
        barrier_wait(&full, 0); b[t] = s[0];
        if (t != 40) barrier_arrive(&read);
        if (t < 32) { barrier_wait(&read, 0); bulk_load(s, a, 256, &full); }
        barrier_wait(&full, 1); b[t] += s[63 - t]; }),
        "(block 0, thread 40) read"},
    {"loads_beyond_the_end", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a + 4080, 128, &full); }),
        "copies 128 bytes from a[4080], where only 64 are left"},
    {"loads_from_far_away", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a + (1 << 20), 128, &full); }), "where only 0 are left"},
    {"loads_to_global", 1, 32, CODE({ BARRIER full;
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(b, a, 128, &full); }),
        "copies to b[0], which is not shared memory"},
    {"loads_from_shared", 1, 32, CODE({ BARRIER full; BUFFER s[64];
        FIRST barrier_init(&full, 1); s[t] = t; __syncthreads();
        bulk_load(s + 32, s, 128, &full); }),
        "copies from s[0], which is not global memory"},
    {"loads_over_a_barrier", 1, 32, CODE({
        extern __shared__ __align__(16) unsigned d[];
        FIRST barrier_init((struct barrier *)(d + 16), 1); __syncthreads();
        bulk_load(d, a, 128, (struct barrier *)(d + 16)); }),
        "where only 64 are left"},
    {"some_lanes_load", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        FIRST bulk_load(s, a, 128, &full);
        barrier_wait(&full, 0); b[t] = s[t]; }),
        "waits at bulk.cu:", "warp divergence: "},
    {"lane_0_returns", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        FIRST return;
        bulk_load(s, a, 128, &full); }), "thread 0 has returned"},
    {"lanes_differ", 1, 32, CODE({ BARRIER full; BUFFER s[64];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a + 4 * (t % 2), 128, &full); }),
        "with different arguments"},
    {"some_lanes_store", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1);
        s[t] = 1; bulk_fence(); __syncthreads();
        if (t < 16) bulk_load(s, a, 128, &full); else bulk_store(b, s, 128); }),
        "warp divergence: "},

    /* stores */
    {"store", 2, 64, CODE({ BUFFER s[64];
        s[t] = 100 * B + t; bulk_fence(); __syncthreads();
        if (t < 32) { bulk_store(b + 64 * B, s, 256); bulk_stores_read(0); }
        })},
    {"stores_and_reuses", 1, 64, CODE({ BUFFER s[64];
        for (unsigned k = 0; k < 4; k++) {
            s[t] = k; bulk_fence(); __syncthreads();
            if (t < 32) { bulk_store(b + 64 * k, s, 256);
                bulk_stores_read(0); }
            __syncthreads(); } })},
    {"stores_and_others_reuse", 1, 64, CODE({ BUFFER s[64];
        for (unsigned k = 0; k < 4; k++) {
            s[t] = k; bulk_fence(); __syncthreads();
            if (t < 32) bulk_store(b + 64 * k, s, 256);
            __syncthreads(); }
        bulk_stores_read(0); }), "race on s["},
    {"stores_read_without_syncwarp", 1, 32, CODE({ BUFFER s[32];
        s[t] = 1; bulk_fence(); __syncwarp();
        bulk_store(b, s, 128); bulk_stores_read(0);
        s[t] = 2; }), "and the copy started at bulk.cu:"},
    {"reads_while_it_stores", 1, 32, CODE({ BUFFER s[32];
        s[t] = 1; bulk_fence(); __syncwarp();
        bulk_store(b, s, 128);
        b[32 + t] = s[31 - t]; bulk_stores_read(0); })},
    {"reads_while_it_stores_and_reuses", 1, 32, CODE({ BUFFER s[32];
        s[t] = 1; bulk_fence(); __syncwarp();
        bulk_store(b, s, 128);
        FIRST { b[32] = s[0]; s[0] = 2; } bulk_stores_read(0); }),
        "race on s[0]"},
    {"one_lane_does_not_fence", 1, 32, CODE({ BUFFER s[32];
        s[t] = 1; if (t != 7) bulk_fence(); __syncwarp();
        bulk_store(b, s, 128); bulk_stores_read(0); }),
        "reads s[7]; bulk.cu:"},
    {"stores_volatile_words_of_who_arrived", 1, 32, CODE({ BUFFER s[32];
        BARRIER done; FIRST barrier_init(&done, 32); __syncthreads();
        ((volatile unsigned *)s)[t] = t; bulk_fence(); barrier_arrive(&done);
        barrier_wait(&done, 0);
        bulk_store(b, s, 128); bulk_stores_read(0); })},
    {"stores_volatile_words_too_early", 1, 64, CODE({ BUFFER s[32];
        if (t >= 32) { ((volatile unsigned *)s)[t - 32] = t; bulk_fence(); }
        else { bulk_store(b, s, 128); bulk_stores_read(0); } }),
        "race on s[", "which no thread has written"},
    {"fences_before_it_writes", 1, 32, CODE({ BUFFER s[32];
        bulk_fence(); s[t] = 1; __syncwarp();
        bulk_store(b, s, 128); bulk_stores_read(0); }),
        "wrote it, and bulk copies do not see that write without bulk_fence()"},
    {"fences_after_the_barrier", 1, 32, CODE({ BUFFER s[32];
        s[t] = 1; __syncwarp(); bulk_fence();
        bulk_store(b, s, 128); bulk_stores_read(0); }),
        "without bulk_fence()"},
    {"stores_what_nobody_wrote", 1, 32, CODE({ BUFFER s[32];
        if (t != 9) s[t] = 1; bulk_fence(); __syncwarp();
        bulk_store(b, s, 128); bulk_stores_read(0); }),
        "reads s[9], which no thread has written"},
    {"two_store_and_first_reuses", 1, 64, CODE({ BUFFER s[32];
        if (t < 32) s[t] = 1; bulk_fence(); __syncthreads();
        bulk_store(b + t / 32 * 32, s, 128);
        if (t < 32) { bulk_stores_read(0); __syncwarp(); s[t] = 2; }
        else bulk_stores_read(0); }), "race on s["},
    {"two_store_and_second_reuses", 1, 64, CODE({ BUFFER s[32];
        if (t < 32) s[t] = 1; bulk_fence(); __syncthreads();
        bulk_store(b + t / 32 * 32, s, 128); bulk_stores_read(0);
        if (t >= 32) { __syncwarp(); s[t - 32] = 2; } }), "race on s["},
    {"two_store_and_all_reuse", 1, 64, CODE({ BUFFER s[32];
        if (t < 32) s[t] = 1; bulk_fence(); __syncthreads();
        bulk_store(b + t / 32 * 32, s, 128); bulk_stores_read(0);
        __syncthreads(); if (t >= 32) s[t - 32] = 2; })},
    {"one_stores_one_reads_first_reuses", 1, 64, CODE({ BUFFER s[32];
        if (t < 32) s[t] = 1; bulk_fence(); __syncthreads();
        if (t < 32) { bulk_store(b, s, 128); bulk_stores_read(0);
            __syncwarp(); s[t] = 2; }
        else b[t] = s[t - 32]; }), "race on s["},
    {"one_stores_one_reads_both_tell", 1, 64, CODE({ BUFFER s[32]; BARRIER read;
        FIRST barrier_init(&read, 33);
        if (t < 32) s[t] = 1; bulk_fence(); __syncthreads();
        if (t < 32) { bulk_store(b, s, 128); bulk_stores_read(0);
            FIRST barrier_arrive(&read);
            barrier_wait(&read, 0); s[t] = 2; }
        else { b[t] = s[63 - t]; barrier_arrive(&read); } })},
    {"two_warps_store_one_after_the_other", 1, 64, CODE({ BUFFER s[2][32];
        for (unsigned k = 0; k < 6; k++) {
            const unsigned w = t / 32;
            bulk_stores_read(0); __syncwarp();
            s[w][t % 32] = k; bulk_fence(); __syncwarp();
            bulk_store(b + 64 * k + 32 * w, s[w], 128);
            if (k == 3) __syncthreads(); }
        bulk_stores_read(0); })},
    {"two_stores_one_wait", 1, 32, CODE({ BUFFER s[64];
        s[t] = s[t + 32] = 1; bulk_fence(); __syncwarp();
        bulk_store(b, s, 128); bulk_store(b + 32, s + 32, 128);
        bulk_stores_read(0); __syncwarp(); s[t] = s[t + 32] = 2; })},
    {"two_stores_half_a_wait", 1, 32, CODE({ BUFFER s[64];
        s[t] = s[t + 32] = 1; bulk_fence(); __syncwarp();
        bulk_store(b, s, 128); bulk_store(b + 32, s + 32, 128);
        bulk_stores_read(1); __syncwarp(); s[t] = 2; s[t + 32] = 2;
        bulk_stores_read(0); }), "race on s["},
    {"one_stores_two_read_first_reuses", 1, 96, CODE({ BUFFER s[32];
        BARRIER unused; FIRST barrier_init(&unused, 1);
        if (t < 32) s[t] = 1; bulk_fence(); __syncthreads();
        if (t < 32) { bulk_store(b, s, 128); bulk_stores_read(0);
            __syncwarp(); s[t] = 2; }
        else b[t] = s[t % 32]; }), "race on s["},
    {"reads_what_it_stores", 1, 32, CODE({ BUFFER s[32];
        s[t] = 1; bulk_fence(); __syncwarp();
        bulk_store(b, s, 128); bulk_stores_read(0); __syncwarp();
        a[t] = b[t]; }), "race on b["},
    {"two_store_to_one_place", 2, 32, CODE({ BUFFER s[32];
        s[t] = 1; bulk_fence(); __syncwarp();
        bulk_store(b, s, 128); bulk_stores_read(0); }), "race on b[0]"},
    {"stores_too_much", 1, 32, CODE({ BUFFER s[64];
        s[t] = s[t + 32] = 1; bulk_fence(); __syncwarp();
        bulk_store(b + 4064, s, 256); bulk_stores_read(0); }),
        "copies 256 bytes to b[4064], where only 128 are left"},
    {"copies", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a, 128, &full); barrier_wait(&full, 0);
        bulk_store(b, s, 128); bulk_stores_read(0); })},
    {"copies_askew", 1, 32, CODE({ BARRIER full; BUFFER s[32];
        FIRST barrier_init(&full, 1); __syncthreads();
        bulk_load(s, a + 4, 96, &full); barrier_wait(&full, 0);
        bulk_store(b + 12, s, 96); bulk_stores_read(0); })},
    {"copies_in_two_blocks", 2, 64, CODE({ BARRIER full; BUFFER s[512];
        FIRST barrier_init(&full, 2); __syncthreads();
        bulk_load(s + t / 32 * 256, a + 512 * B + t / 32 * 256, 1024, &full);
        barrier_wait(&full, 0);
        if (t < 32) { bulk_store(b + 512 * B, s, 2048); bulk_stores_read(0); }
        })},
    {"all_of_shared_memory", 1, 32, CODE({
        extern __shared__ __align__(16) unsigned e[];
        struct barrier *full = (struct barrier *)e;
        FIRST barrier_init(full, 1); __syncthreads();
        bulk_load(e + 57600, a, 2048, full); barrier_wait(full, 0);
        bulk_store(b, e + 57600, 2048); bulk_stores_read(0); }),
        .shared = 227 << 10},
    {"more_than_all", 1, 32, CODE({
        extern __shared__ __align__(16) unsigned f[];
        struct barrier *full = (struct barrier *)f;
        FIRST barrier_init(full, 1); __syncthreads();
        bulk_load(f + 57600, a, 2064, full); barrier_wait(full, 0); }),
        "where only 2048 are left", NULL, 227 << 10},
    {"stores_from_global", 1, 32, CODE({
        bulk_store(b, a, 128); bulk_stores_read(0); }),
        "copies from a[0], which is not shared memory"},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };
/* clang-format on */

/* -------------------------------------------------------------------- frame */

static void write_kernels(FILE *file)
{
    fputs(prelude, file);
    for (size_t k = 0; k < KERNELS; k++)
        fprintf(file, "__global__ void %s(unsigned *a, unsigned *b)\n%s\n",
                kernels[k].name, kernels[k].body);
    for (int k = 0; k < LACKS; k++)
        fprintf(file,
                "#undef NAME\n#undef LACKS\n#define NAME %s\n#define LACKS "
                "%d\n#include \"pipeline.cu\"\n",
                lacks[k].name, k);
}

static void write_pipeline(FILE *file)
{
    fputs(pipeline, file);
}

static bool write_file(const char *path, void (*write)(FILE *file))
{
    FILE *const file = fopen(path, "w");

    if (!file)
        return false;
    write(file);
    return fclose(file) == 0;
}

static int open_all(void **state)
{
    struct module_source source = {.quiet = true};
    struct problem why = {0};
    char home[PATH_MAX], other[PATH_MAX];

    (void)state;
    guard_install();
    if (!mkdtemp(folder) || paths_home(home, sizeof home, &why) != OK)
        return -1;
    snprintf(source.path, sizeof source.path, "%s/bulk.cu", folder);
    if (!write_file(source.path, write_kernels) ||
        !path_format(other, sizeof other, "%s/pipeline.cu", folder) ||
        !write_file(other, write_pipeline))
        return -1;
    module_option(&source, "-I%s/algorithms/gpu", home);
    module_option(&source, "-I%s/algorithms", home);
    module_option(&source, "-I%s/algorithms/elements/monoids", home);
    module_option(&source, "-DEXCLUSIVE=0");
    module_option(&source, "-DMONOID=\"add_i32.h\"");
    if (simt_open(&source, &simt, &why) != OK) {
        printf("# %s\n", why.line);
        return -1;
    }
    a = simt_alloc(simt, "a", WORDS * sizeof *a, sizeof *a, 0);
    b = simt_alloc(simt, "b", WORDS * sizeof *b, sizeof *b, 0);
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

static void clear(void)
{
    for (uint32_t i = 0; i < WORDS; i++)
        a[i] = i;
    memset(b, 0, WORDS * sizeof *b);
    simt_host_wrote(simt, a, WORDS * sizeof *a);
    simt_host_spoilt(simt, b, WORDS * sizeof *b);
}

static const struct kernel *kernel_called(const char *name)
{
    for (size_t k = 0; k < KERNELS; k++)
        if (!strcmp(kernels[k].name, name))
            return &kernels[k];
    fail_msg("no kernel %s", name);
    return NULL;
}

static struct simt_launch launch_of(const struct kernel *k)
{
    return (struct simt_launch){.kernel = k->name,
                                .grid = {k->grid, 1, 1},
                                .block = {k->block, 1, 1},
                                .dynamic_shared_bytes =
                                    k->shared ? k->shared : 256,
                                .arguments = 2,
                                .argument = {&a, &b},
                                .bytes = {8, 8}};
}

static enum status launch(const struct kernel *k, const char *schedule,
                          struct problem *why)
{
    struct simt_options options = {.counting = true, .checking = true};
    const struct simt_launch one = launch_of(k);

    *why = (struct problem){0};
    if (schedule_parse(schedule, &options, why) != OK)
        fail_msg("%s", why->line);
    if (options.schedule == SCHEDULE_EXHAUSTIVE &&
        simt_explore(simt, -1, why) != OK)
        fail_msg("%s", why->line);
    clear();
    simt_begin_run(simt);
    return simt_launch(simt, &options, &one, why);
}

/* False: a line says what is wrong with the verdict. */
static bool judge(const struct kernel *k, const char *schedule)
{
    struct problem why;
    const enum status status = launch(k, schedule, &why);

    if (k->want && status == CHECK_FAILED &&
        (strstr(why.line, k->want) || (k->or &&strstr(why.line, k->or))))
        return true;
    if (!k->want && status == OK)
        return true;
    printf("# %s, %s: %s; want %s\n", k->name, schedule,
           status == OK ? "nothing found" : why.line,
           k->want ? k->want : "nothing");
    return false;
}

static struct kernel pipeline_that_lacks(enum lack lack)
{
    return (struct kernel){.name = lacks[lack].name,
                           .grid = 2,
                           .block = 96,
                           .want = lacks[lack].want,
                           .or = lacks[lack].or };
}

/* -------------------------------------------------------------------- tests */

static bool is_right(const char *schedule)
{
    for (uint32_t i = 0; i < WORDS; i++) {
        const uint32_t right = i / TILE * TILE + (i + 1) % TILE;
        if (b[i] == i + right)
            continue;
        printf("# pipeline, %s: b[%u] = %u, want %u\n", schedule, i, b[i],
               i + right);
        return false;
    }
    return simt_is_written(simt, b, WORDS * sizeof *b);
}

static void a_pipeline_is_right_under_all_schedules(void **state)
{
    const struct kernel k = pipeline_that_lacks(NOTHING);
    unsigned failures = 0;

    (void)state;
    for (int s = 0; s < SCHEDULES + RANDOM_RUNS; s++) {
        char schedule[32];
        snprintf(schedule, sizeof schedule, "random:%d", s);
        if (s < SCHEDULES)
            snprintf(schedule, sizeof schedule, "%s", schedules[s]);
        failures += !judge(&k, schedule) || !is_right(schedule);
    }
    assert_int_equal(failures, 0);
}

static void what_a_pipeline_lacks_is_found(void **state)
{
    unsigned failures = 0;

    (void)state;
    for (int lack = NOTHING + 1; lack < LACKS; lack++) {
        const struct kernel k = pipeline_that_lacks((enum lack)lack);
        for (int s = 0; s < SCHEDULES; s++)
            failures += !judge(&k, schedules[s]);
    }
    assert_int_equal(failures, 0);
}

static void kernels_are_judged(void **state)
{
    unsigned failures = 0;

    (void)state;
    for (size_t k = 0; k < KERNELS; k++)
        for (int s = 0; s < SCHEDULES; s++)
            failures += !judge(&kernels[k], schedules[s]);
    assert_int_equal(failures, 0);
}

/* The whole of it, and something of what is said besides. */
static void findings_say_where_and_who(void **state)
{
    static const struct {
        enum lack lack;
        const char *schedule, *want, *more;
    } cases[] = {
        {WAIT, "inorder",
         "race on in[0]: pipeline.cu:28 (block 0, thread 32) reads it "
         "before the copy started at pipeline.cu:18 (block 0, thread 0) wrote "
         "it",
         "barrier_wait()"},
        {PARITY, "inorder",
         "race on in[0]: pipeline.cu:28 (block 0, thread 32) reads it "
         "before the copy started at pipeline.cu:18 (block 0, thread 0) wrote "
         "it",
         "barrier_wait()"},
        {FREE, "inorder",
         "too many arrivals: pipeline.cu:18 (block 0, thread 0) arrives at "
         "full[0], where phase 0 already has its 1: one too many, or too early "
         "for the "
         "next phase",
         "must have waited"},
        {ARRIVAL_EARLY, "inorder",
         "race on in[0]: the copy started at pipeline.cu:18 (block 0, thread "
         "0) writes "
         "it and pipeline.cu:28 (block 0, thread 32) reads it, with no "
         "barrier, "
         "fence or flag between them",
         "A bulk copy runs on its own"},
        {FENCE, "inorder",
         "fence: the copy started at pipeline.cu:42 (block 0, thread 32) reads "
         "out[0]; "
         "pipeline.cu:37 (block 0, thread 32) wrote it, and bulk copies do not "
         "see that write without bulk_fence()",
         "take a different path"},
        {READ, "inorder",
         "race on out[0]: the copy started at pipeline.cu:42 (block 0, thread "
         "32) "
         "reads it and pipeline.cu:37 (block 0, thread 32) writes it, with no "
         "barrier, fence or flag between them",
         "after bulk_stores_read()"},
        {READ, "reverse",
         "race on out[137]: pipeline.cu:37 (block 1, thread 73) writes it "
         "and the copy started at pipeline.cu:42 (block 1, thread 64) reads "
         "it, with "
         "no "
         "barrier, fence or flag between them",
         "after bulk_stores_read()"},
        {LAST_READ, "inorder",
         "block 0 ends while the copy started at pipeline.cu:42 (block 0, "
         "thread 32) "
         "may still be reading its shared memory: call bulk_stores_read(0) "
         "first",

         ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct kernel k = pipeline_that_lacks(cases[i].lack);
        struct problem why;
        launch(&k, cases[i].schedule, &why);
        if (strcmp(why.line, cases[i].want) != 0)
            fail_msg("%s, want %s", why.line, cases[i].want);
        assert_non_null(strstr(simt_finding(simt), cases[i].more));
    }
}

static void copies_are_counted(void **state)
{
    static const struct {
        const char *kernel;
        uint64_t read, written, loads, load_sectors, stores, store_sectors;
    } cases[] = {
        {"copies", 128, 128, 1, 4, 1, 4},
        {"copies_askew", 96, 96, 1, 4, 1, 4},
        {"copies_in_two_blocks", 4096, 4096, 4, 128, 2, 128},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int s = 0; s < SCHEDULES; s++) {
            const struct simt_counts *counts = simt_counts(simt);
            const struct request_count *const load =
                &counts->requests.of[REQUEST_GLOBAL][REQUEST_LOAD];
            const struct request_count *const store =
                &counts->requests.of[REQUEST_GLOBAL][REQUEST_STORE];
            const struct request_count *const shared =
                counts->requests.of[REQUEST_SHARED];
            struct problem why;
            simt_counts_reset(simt);
            if (launch(kernel_called(cases[i].kernel), schedules[s], &why))
                fail_msg("%s, %s: %s", cases[i].kernel, schedules[s], why.line);
            assert_int_equal(counts->read_bytes, cases[i].read);
            assert_int_equal(counts->write_bytes, cases[i].written);
            assert_int_equal(load->requests, cases[i].loads);
            assert_int_equal(load->bytes, cases[i].read);
            assert_int_equal(load->sectors, cases[i].load_sectors);
            assert_int_equal(store->requests, cases[i].stores);
            assert_int_equal(store->bytes, cases[i].written);
            assert_int_equal(store->sectors, cases[i].store_sectors);
            assert_int_equal(shared[REQUEST_LOAD].wavefronts, 0);
        }
}

static void all_orders_are_explored(void **state)
{
    static const struct {
        const char *kernel;
        uint64_t runs;
    } cases[] = {{"tickets", 6}, {"message_across_blocks", 2}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct simt_options options = {.schedule = SCHEDULE_EXHAUSTIVE,
                                             .preemptions = -1,
                                             .checking = true};
        const struct simt_launch one =
            launch_of(kernel_called(cases[i].kernel));
        struct problem why = {0};
        assert_int_equal(simt_explore(simt, -1, &why), OK);
        do {
            clear();
            simt_begin_run(simt);
            if (simt_launch(simt, &options, &one, &why) != OK)
                fail_msg("%s: %s", cases[i].kernel, why.line);
        } while (simt_next_run(simt));
        assert_int_equal(simt_explored(simt).runs, cases[i].runs);
        assert_true(simt_explored(simt).complete);
    }
}

/* Without checks, too; and the same seed goes the same way. */
static void runs_repeat(void **state)
{
    const struct kernel k = pipeline_that_lacks(NOTHING);
    struct simt_options options = {.schedule = SCHEDULE_RANDOM, .seed = 7};
    uint64_t path[2] = {0, 0};

    (void)state;
    for (int i = 0; i < 4; i++) {
        const struct simt_launch one = launch_of(&k);
        struct problem why = {0};
        options.checking = i < 2;
        clear();
        simt_begin_run(simt);
        if (simt_launch(simt, &options, &one, &why) != OK)
            fail_msg("%s", why.line);
        if (i < 2)
            path[i] = simt_path(simt);
        simt_host_wrote(simt, b, WORDS * sizeof *b);
        assert_true(is_right("random:7"));
    }
    assert_true(path[0] == path[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pipeline_is_right_under_all_schedules),
        cmocka_unit_test(what_a_pipeline_lacks_is_found),
        cmocka_unit_test(kernels_are_judged),
        cmocka_unit_test(findings_say_where_and_who),
        cmocka_unit_test(copies_are_counted),
        cmocka_unit_test(all_orders_are_explored),
        cmocka_unit_test(runs_repeat),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, close_all);
}
