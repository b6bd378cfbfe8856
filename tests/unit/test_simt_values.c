/* test_simt_values.c - the functions of CUDA C: do they compute what its
 * documentation says?
 */
#include "simt_frame.h"

#include <unistd.h>

#define SOURCE(...) #__VA_ARGS__
/* Adds the answer to a question of floats to b[320 + lane]: a bit. */
#define ASK(what, x, y)                                                        \
    SOURCE(asm("{ .reg .pred p; setp." what ".f32 p, %1, %2;"                  \
               "selp.u32 %0, 1, 0, p; }"                                       \
               : "=r"(u)                                                       \
               : "f"((float)x), "f"((float)y));                                \
           b[320 + T] |= u << k++;)

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
    {"shuffles_ptx", 1, 32, CODE({
        for (int d = 0; d < 8; d++) {
            unsigned x = a[T], y = 0, by = a[32 + d], kind = a[40], c = a[41];
            if (kind == 0)
                asm("shfl.sync.idx.b32 %0, %1, %2, %3, 0xffffffff;"
                    : "=r"(y) : "r"(x), "r"(by), "r"(c));
            if (kind == 1)
                asm("shfl.sync.up.b32 %0, %1, %2, %3, 0xffffffff;"
                    : "=r"(y) : "r"(x), "r"(by), "r"(c));
            if (kind == 2)
                asm("shfl.sync.down.b32 %0, %1, %2, %3, 0xffffffff;"
                    : "=r"(y) : "r"(x), "r"(by), "r"(c));
            if (kind == 3)
                asm("shfl.sync.bfly.b32 %0, %1, %2, %3, 0xffffffff;"
                    : "=r"(y) : "r"(x), "r"(by), "r"(c));
            b[32 * d + T] = y; } })},
    {"shifts_ptx", 1, 32, CODE({
        asm("shl.b32 %0, %1, %2;" : "=r"(b[T]) : "r"(a[T]), "r"(2 * T));
        asm("shr.u32 %0, %1, %2;" : "=r"(b[32 + T]) : "r"(a[T]), "r"(2 * T));
        asm("shr.s32 %0, %1, %2;" : "=r"(b[64 + T]) : "r"(a[T]), "r"(2 * T));
        asm("mov.u32 %0, %%tid.x;" : "=r"(b[96 + T])); })},
    /* b[64 * what + lane]: bits of operands of other types than their own */
    {"bits_ptx", 1, 32, CODE({
        const float x = T + 0.5f; float y; double d; unsigned u; unsigned v;
        unsigned long long w; __shared__ float cell[32];
        asm("mov.b32 %0, %1;" : "=r"(b[T]) : "f"(x));
        asm("mov.b64 %0, %1;" : "=l"(w) : "d"(T + 0.25));
        asm("{ .reg .f64 t; mov.b64 t, %1; mov.f64 %0, t; }" : "=d"(d) : "l"(w));
        b[64 + T] = d == T + 0.25;
        b[128 + T] = (unsigned)(w >> 32);
        asm("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=f"(y) : "f"(x));
        b[192 + T] = y == (T ^ 1) + 0.5f;
        asm("{ .reg .pred p; setp.eq.b32 p, %2, %3; selp.b32 %0, %1, %2, p; }"
            : "=r"(u) : "r"(7), "f"(x), "r"(0x3f000000));
        b[256 + T] = u;
        asm("and.b32 %0, %1, 0x7f800000;" : "=f"(y) : "f"(x));
        b[320 + T] = (unsigned)y;
        asm volatile("st.shared.b32 [%0], %1;"
            : : "l"(__cvta_generic_to_shared(cell + T)), "r"(b[T]) : "memory");
        asm volatile("ld.shared.b32 %0, [%1];"
            : "=r"(u) : "l"(__cvta_generic_to_shared(cell + T)) : "memory");
        b[384 + T] = u;
        b[448 + T] = cell[T] == x;
        asm volatile("atom.shared.exch.b32 %0, [%1], %2;"
            : "=r"(u) : "l"(__cvta_generic_to_shared(cell + T)), "f"(-x) : "memory");
        b[512 + T] = u == b[T] && cell[T] == -x;
        asm volatile("atom.shared.add.f32 %0, [%1], %2;"
            : "=r"(u) : "l"(__cvta_generic_to_shared(cell + T)), "f"(x) : "memory");
        b[576 + T] = cell[T] == 0;
        asm("{ .reg .f32 t; .reg .b32 r; mov.b32 r, %1; mov.b32 t, r;"
            "add.f32 t, t, 0f3F800000; mov.b32 %0, t; }" : "=r"(u) : "f"(x));
        asm("mov.b32 %0, %1;" : "=r"(v) : "f"(x + 1));
        b[640 + T] = u == v; })},
    {"numbers_ptx", 1, 32, .body = "{" SOURCE(
        const float nan = NAN; unsigned u; unsigned k = 0;
        unsigned long long w = 1ull << 2 * T;
        asm("clz.b64 %0, %1;" : "=r"(b[T]) : "l"(w));
        asm("clz.b32 %0, %1;" : "=r"(b[64 + T]) : "r"(T));
        asm("brev.b64 %0, %1;" : "=l"(w) : "l"(w | 1));
        b[128 + T] = __popcll(w);
        b[192 + T] = __clzll(w);
        asm("popc.b64 %0, %1;" : "=r"(b[256 + T]) : "l"(~w));
        b[320 + T] = 0;)
        ASK("eq", nan, 1) ASK("ne", nan, 1) ASK("lt", nan, 1) ASK("ge", nan, 1)
        ASK("equ", nan, 1) ASK("neu", nan, 1) ASK("ltu", nan, 1)
        ASK("leu", nan, 1) ASK("gtu", nan, 1) ASK("geu", nan, 1)
        ASK("ne", 2, 1) ASK("ne", 1, 1) ASK("equ", 1, 1) ASK("neu", 1, 1)
        ASK("ltu", 1, 2)
        SOURCE(asm("mov.s64 %0, -0x80000000;" : "=l"(w));
        b[384 + T] = w == 0xffffffff80000000ull;
        asm("mov.u64 %0, 0xffffffff;" : "=l"(w));
        b[448 + T] = w == 0xffffffffull;
        asm("{ .reg .u16 t; mov.u16 t, 0x100; mul.lo.u16 t, t, t;"
            "mov.b32 %0, {t, 1}; }" : "=r"(b[512 + T]));
        asm("mov.f64 %0, 0dBFF8000000000000;" : "=d"(((double *)(b + 576))[T]));
        asm("mov.u64 %0, %1;" : "=l"(w) : "n"(0xffffffffu));
        b[640 + T] = w == ~0ull;
        asm("mov.u64 %0, %1;" : "=l"(w) : "n"(0xffffffffull));
        b[704 + T] = w == 0xffffffffull;
        ) "}"},
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
    {"after_returns", 1, 40, CODE({
        if (T % 4 == 3) return;
        b[T] = __ballot_sync(ALL, T != 1);
        b[64 + T] = __all_sync(ALL, T < 50);
        b[128 + T] = __shfl_sync(ALL, T, 2);
        b[192 + T] = __reduce_add_sync(ALL, 1u);
        __syncwarp();
        if (T % 2) return;
        __syncwarp();
        b[256 + T] = __ballot_sync(0x55555555, 1);
        b[320 + T] = __shfl_up_sync(ALL, T, 2); })},
    {"barriers_after_returns", 1, 70, CODE({
        if (T % 4 == 3) return;
        b[T] = __syncthreads_count(T % 3 == 0 ? 4 : 0);
        if (T >= 64 || T == 0) return;
        b[128 + T] = __syncthreads_and(T != 0);
        b[256 + T] = __syncthreads_or(T == 0 || T > 63);
        b[384 + T] = __syncthreads_count(1); })},
    {"returns_while_others_wait", 1, 64, CODE({
        if (T % 32 >= 16) { while (!V(a[T / 32])); return; }
        if (T % 32 == 0) V(a[T / 32]) = 1;
        b[T] = __ballot_sync(ALL, 1); })},
    {"lanes_without_the_last", 1, 32, CODE({
        b[T] = 7;
        if (T < 31) b[T] = __shfl_sync(0x7fffffff, T + 100, 30);
        __syncwarp(); })},
    {"shuffle_from_a_returned_lane", 1, 32, CODE({
        if (T >= 20) return;
        const unsigned x = __shfl_down_sync(ALL, T, 4);
        b[T] = T + 4 < 20 ? x : 99; })},
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
    {"operands", 1, 32, CODE({
        unsigned k = T;
        b[T] = __clz(++k); b[32 + T] = k;
        b[64 + T] = __clzll(__ballot_sync(ALL, T < 5) & ((1u << T) - 1));
        const float x = (float)((int)T - 16) * 1e9f;
        b[96 + T] = __float2int_rz(x); b[128 + T] = __float2uint_rz(x);
        b[160 + T] = __double2int_rz((double)x); })},
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
/* clang-format on */

/* clang-format off */
static const struct kernel floods[] = {
    {"floods", 4, 256, CODE({ for (int i = 0; i < 1000; i++)
        printf("thread %d says the same thing again\n", T); })},
};
/* clang-format on */

static uint32_t random_state = 1;

static uint32_t draw(void)
{
    random_state = random_state * 1664525 + 1013904223;
    return random_state >> 8 ^ random_state << 13;
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

/* c: what clamps, and in the second byte what cuts the warp in parts. */
static unsigned shuffled_ptx(unsigned kind, unsigned lane, unsigned by,
                             unsigned c)
{
    const unsigned part = c >> 8 & 31, least = lane & part;
    const unsigned most = least | (c & 31 & ~part);
    const int at = kind == 0   ? (int)(least | (by & ~part & 31))
                   : kind == 1 ? (int)lane - (int)by
                   : kind == 2 ? (int)(lane + by)
                               : (int)(lane ^ by);
    const bool inside = kind == 1 ? at >= (int)most : at <= (int)most;

    return inside ? (unsigned)at : lane;
}

static void shuffles_of_ptx_clamp_as_documented(void **state)
{
    static const uint32_t by[] = {0, 1, 2, 3, 7, 8, 16, 31};
    static const uint32_t clamps[] = {0, 0x1f, 0x10, 0x181f, 0x1800, 0x1e1f, 5};

    (void)state;
    for (unsigned kind = 0; kind < 4; kind++)
        for (size_t c = 0; c < sizeof clamps / sizeof *clamps; c++) {
            clear();
            for (int i = 0; i < LANES; i++)
                a[i] = draw();
            memcpy(a + 32, by, sizeof by);
            a[40] = kind;
            a[41] = clamps[c];
            pass("shuffles_ptx", "inorder");
            for (unsigned i = 0; i < 8 * LANES; i++)
                equal("shuffles_ptx", i, b[i],
                      a[shuffled_ptx(kind, i % 32, by[i / 32], clamps[c])]);
        }
}

static void shifts_of_ptx_go_up_to_all_bits(void **state)
{
    (void)state;
    clear();
    for (int i = 0; i < LANES; i++)
        a[i] = draw();
    pass("shifts_ptx", "inorder");
    for (unsigned t = 0; t < LANES; t++) {
        equal("shl", t, b[t], t < 16 ? a[t] << 2 * t : 0);
        equal("shr.u32", t, b[32 + t], t < 16 ? a[t] >> 2 * t : 0);
        const int64_t wide = (int32_t)a[t];
        equal("shr.s32", t, b[64 + t],
              (uint32_t)(wide >> (t < 16 ? 2 * t : 31)));
        equal("tid", t, b[96 + t], t);
    }
}

/* Only cvt converts in PTX: other instructions move bits. */
static void ptx_takes_operands_by_their_bits(void **state)
{
    (void)state;
    clear();
    pass("bits_ptx", "inorder");
    for (unsigned t = 0; t < LANES; t++) {
        const float x = (float)t + 0.5f;
        const double d = t + 0.25;
        uint32_t word;
        uint64_t wide;
        memcpy(&word, &x, sizeof word);
        memcpy(&wide, &d, sizeof wide);
        const uint32_t exponent = word & 0x7f800000;
        float power;
        memcpy(&power, &exponent, sizeof power);
        equal("mov.b32", t, b[t], word);
        equal("mov.b64", t, b[64 + t], 1);
        equal("mov.b64, high word", t, b[128 + t], wide >> 32);
        equal("shfl.b32", t, b[192 + t], 1);
        equal("selp.b32", t, b[256 + t], t == 0 ? 7 : word);
        equal("and.b32", t, b[320 + t], (uint32_t)power);
        equal("ld.b32", t, b[384 + t], word);
        equal("st.b32", t, b[448 + t], 1);
        equal("atom.exch.b32", t, b[512 + t], 1);
        equal("atom.add.f32", t, b[576 + t], 1);
        equal("add.f32", t, b[640 + t], 1);
    }
}

static void ptx_takes_numbers_of_the_instructions_type(void **state)
{
    (void)state;
    clear();
    pass("numbers_ptx", "inorder");
    for (unsigned t = 0; t < LANES; t++) {
        const unsigned top = t == 0 ? 1 : 2;
        unsigned zeros = 32;
        for (unsigned rest = t; rest; rest >>= 1)
            zeros--;
        equal("clz.b64", t, b[t], 63 - 2 * t);
        equal("clz.b32", t, b[64 + t], zeros);
        equal("brev.b64", t, b[128 + t], top);
        equal("brev.b64, first", t, b[192 + t], 0);
        equal("popc.b64", t, b[256 + t], 64 - top);
        /* of NaN: equ and its like alone; then 2 and 1, 1 and 1, 1 and 2 */
        equal("setp", t, b[320 + t], 0x3f0 | 1 << 10 | 1 << 12 | 1 << 14);
        equal("a negative number", t, b[384 + t], 1);
        equal("a number of 64 bits", t, b[448 + t], 1);
        equal("mul.lo.u16", t, b[512 + t], 0x10000);
        equal("a constant of 32 bits", t, b[640 + t], 1);
        equal("a constant of 64 bits", t, b[704 + t], 1);
        equal("0d, low", t, b[576 + 2 * t], 0);
        equal("0d, high", t, b[577 + 2 * t], 0xbff80000);
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

/* CUDA asks for the lanes of a mask that have not returned. */
static void lanes_that_have_returned_are_not_asked_for(void **state)
{
    (void)state;
    for (int s = 0; s < SCHEDULES; s++) {
        clear();
        pass("after_returns", schedules[s]);
        for (unsigned t = 0; t < 40; t++) {
            const uint32_t left = t < 32 ? 0x77777777 : 0x77;
            if (t % 4 == 3)
                continue;
            equal("ballot", t, b[t], t < 32 ? left & ~2u : left);
            equal("all", t, b[64 + t], 1);
            equal("shuffle", t, b[128 + t], t < 32 ? 2 : 34);
            equal("reduce", t, b[192 + t], t < 32 ? 24 : 6);
            if (t % 2)
                continue;
            equal("even lanes", t, b[256 + t], t < 32 ? 0x55555555 : 0x55);
            equal("shuffle of even lanes", t, b[320 + t], t % 32 ? t - 2 : t);
        }
        clear();
        pass("returns_while_others_wait", schedules[s]);
        for (unsigned t = 0; t < 64; t++)
            if (t % 32 < 16)
                equal("returns_while_others_wait", t, b[t], 0xffff);
        clear();
        pass("lanes_without_the_last", schedules[s]);
        for (unsigned t = 0; t < 32; t++)
            equal("lanes_without_the_last", t, b[t], t < 31 ? 130 : 7);
    }
}

/* Undefined, but no finding: no result may depend on it. */
static void a_shuffle_from_a_returned_lane_is_noted(void **state)
{
    (void)state;
    assert_null(simt_note(simt, 0));
    clear();
    pass("shuffle_from_a_returned_lane", "inorder");
    for (unsigned t = 0; t < 20; t++)
        equal("shuffle_from_a_returned_lane", t, b[t], t < 16 ? t + 4 : 99);
    assert_non_null(simt_note(simt, 0));
    assert_non_null(strstr(simt_note(simt, 0), "shuffle from a lane that has "
                                               "returned"));
    assert_null(simt_note(simt, 1));
}

/* Since Volta a barrier asks for the threads of the block alone that have not
 * returned. */
static void barriers_count_the_threads_that_are_left(void **state)
{
    (void)state;
    for (int s = 0; s < SCHEDULES; s++) {
        clear();
        pass("barriers_after_returns", schedules[s]);
        for (unsigned t = 0; t < 70; t++) {
            if (t % 4 == 3)
                continue;
            equal("count", t, b[t], 18);
            if (t == 0 || t >= 64)
                continue;
            equal("and", t, b[128 + t], 1);
            equal("or", t, b[256 + t], 0);
            equal("count without some", t, b[384 + t], 47);
        }
    }
    assert_non_null(simt_note(simt, 1));
    assert_non_null(strstr(simt_note(simt, 1), "without block 0, thread 3, "
                                               "which has ended (17 of 70"));
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

/* The nearest number that there is. */
static uint32_t as_integer(float x, bool is_signed)
{
    const double low = is_signed ? INT32_MIN : 0;
    const double high = is_signed ? INT32_MAX : UINT32_MAX;
    const double near = x < low ? low : x > high ? high : x;

    return (uint32_t)(int64_t)near;
}

static void operands_are_computed_once(void **state)
{
    (void)state;
    pass("operands", "inorder");
    for (uint32_t t = 0; t < LANES; t++) {
        const uint32_t below = (t < 5 ? 1u << t : 32) - 1;
        const float x = (float)((int)t - 16) * 1e9f;
        equal("__clz(++k)", t, b[t], leading(t + 1, 32));
        equal("k", t, b[32 + t], t + 1);
        equal("__clzll of a vote", t, b[64 + t], leading(below, 64));
        equal("__float2int_rz", t, b[96 + t], as_integer(x, true));
        equal("__float2uint_rz", t, b[128 + t], as_integer(x, false));
        equal("__double2int_rz", t, b[160 + t], as_integer(x, true));
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
        b = simt_alloc(simt, "b", 64, 4, 0);
        launch_with(&words[i], &(struct simt_options){.checking = true}, &why);
        const uint32_t *const want = i ? numbers : made;
        for (size_t k = 0; k < (i ? sizeof numbers / 4 : 1); k++)
            equal(words[i].name, k, b[k], want[k]);
        simt_close(simt);
        simt = all;
        b = kept;
    }
}

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

static int open_all(void **state)
{
    static const struct table tables[] = {
        {values, sizeof values / sizeof *values},
        {floods, sizeof floods / sizeof *floods},
    };

    (void)state;
    return frame_open(tables, sizeof tables / sizeof *tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shuffles_move_as_documented),
        cmocka_unit_test(shuffles_of_ptx_clamp_as_documented),
        cmocka_unit_test(shifts_of_ptx_go_up_to_all_bits),
        cmocka_unit_test(ptx_takes_operands_by_their_bits),
        cmocka_unit_test(ptx_takes_numbers_of_the_instructions_type),
        cmocka_unit_test(shuffles_move_all_types),
        cmocka_unit_test(votes_count_the_lanes_of_their_mask),
        cmocka_unit_test(lanes_that_have_returned_are_not_asked_for),
        cmocka_unit_test(a_shuffle_from_a_returned_lane_is_noted),
        cmocka_unit_test(barriers_count_the_threads_that_are_left),
        cmocka_unit_test(matches_find_equal_lanes),
        cmocka_unit_test(reductions_fold_the_lanes),
        cmocka_unit_test(barriers_vote),
        cmocka_unit_test(bits_are_counted),
        cmocka_unit_test(operands_are_computed_once),
        cmocka_unit_test(indices_have_three_dimensions),
        cmocka_unit_test(vectors_are_laid_out_as_documented),
        cmocka_unit_test(constants_clocks_and_shared_memory),
        cmocka_unit_test(other_words_of_cuda),
        cmocka_unit_test(kernels_print),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
