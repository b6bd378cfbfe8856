/* test_simt_refusals.c - what the machine does not know, and what no GPU
 * accepts, is refused with a message that says what to do.
 */
#include "sandbox/allowed_names.h"
#include "simt_frame.h"

/* clang-format off */
static const struct kernel refused[] = {
    {"returns_at_once", 1, 1, CODE({})},
    {"own_shared", 12, 32, CODE({
        __shared__ unsigned s[32];
        extern __shared__ unsigned sd[];
        s[T] = 100 * B + T; sd[T] = 7 * B;
        atomicAdd(a, 1);
        __syncthreads();
        b[32 * B + T] = s[31 - T] + sd[T]; }), NULL, 128},
};
/* clang-format on */

static void what_is_not_known_is_refused(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"__device__ int counter;\n__global__ void k() { counter = 1; }\n",
         "variables outside a kernel, such as counter"},
        {"__device__ int table[2] = {1, 2};\n"
         "__global__ void k(int *a) { a[0] = table[0]; }\n",
         "variables outside a kernel, such as table"},
        {"__global__ void k() { __shared__ int s = 3; s++; }\n",
         "__shared__ s has an initialiser"},
        {"__device__ __forceinline__ int f(int n) { return n ? n * f(n - 1) : "
         "1; }\n"
         "__global__ void k(int *a) { a[0] = f(a[1]); }\n",
         "does not compile"},
        {"\n__global__ void k() { asm volatile(\"cp.async.wait_all;\"); }\n",
         "bad.cu:2: asm: the SIMT machine does not know 'cp.async.wait_all'"},
        {"__global__ void k() { __asm__ volatile(\"mfence\"); }\n",
         "bad.cu:1: asm: the SIMT machine does not know 'mfence'"},
        {"__global__ void k(unsigned *p)\n{ unsigned x;\n"
         "asm(\"ld.acquire.cluster.u32 %0, [%1];\" : \"=r\"(x) : \"l\"(p)); "
         "}\n",
         "bad.cu:3: asm: the SIMT machine does not know '.cluster' in"},
        {"#define A asm\n__global__ void k(unsigned *p)\n"
         "{ A(\"st.shared.u32 [%0], 1;\" :: \"r\"(4)); }\n",
         "bad.cu:3: asm: the SIMT machine does not know an address of 32"},
        {"void f() __asm(\"abort\");\n__global__ void k() { f(); }\n",
         "bad.cu:1: asm: the SIMT machine does not know 'abort'"},
        {"__global__ void k(int *a) { a[0] = sizeof R\"(\\\")\"; }\n",
         "bad.cu:1: the SIMT machine does not support raw strings"},
        {"#define A(x) \\\n x\n#define noexcept(x) const\n"
         "#include <ctype.h>\n__global__ void k() {}\n",
         "bad.cu:3: the macro noexcept would change"},
        {"#define _Tp 3\n#include <stdio.h>\n#include <type_traits>\n"
         "__global__ void k() {}\n",
         "bad.cu:1: the macro _Tp would change"},
        {"#include <cooperative_groups/reduce.h>\n", "loop of shfl_up() calls"},
        {"#include <cub/cub.cuh>\n", "without CUB's templates"},
        {"#include <helper_cuda.h>\n", "leave this line out"},
        {"#include <thrust/scan.h>\n", "no host code"},
        {"#include <cooperative_groups.h>\n__global__ void k()\n"
         "{ cooperative_groups::this_grid().sync(); }\n",
         "does not know grid.sync()"},
        {"__global__ void k(float *a)\n{ a[0] = powf_custom(a[0]); }\n",
         "bad.cu:2: the SIMT machine does not know powf_custom()"},
        {"__global__ void k(int *a) { a[0] = __shfl_xor(a[0], 1); }\n",
         "CUDA no longer has it: write __shfl_xor_sync(mask, ...)"},
        {"__global__ void k(int *a) { a[0] = __vadd4(a[0], 1); }\n",
         "bad.cu:1: the SIMT machine does not know __vadd4()"},
        {"__global__ void k(int *a) { cudaMemset(a, 0, 4); }\n",
         "does not know cudaMemset(); it runs only kernels"},
        {"__global__ void k(int *a) { a[0] = typo; }\n", "'typo'"},
        {"#include <cuda/atomic>\n__global__ void k(unsigned char *a)\n"
         "{ cuda::atomic_ref<unsigned char>(*a).store(1); }\n",
         "bad.cu: the SIMT machine does not know cuda::atomic_ref of this "
         "size"},
        {"__global__ void k(unsigned short *a)\n"
         "{ atomicCAS(a, (unsigned short)1, (unsigned short)2); }\n",
         "bad.cu: the SIMT machine does not know atomicCAS() of 2 bytes"},
        {"template <int N> __global__ void k(int *a) { a[0] = N; }\n",
         "bad.cu:1: a plan cannot call a template by name"},
        {"#define N \\\n 3\n\ntemplate <class X>\n__global__ void\n"
         "__launch_bounds__(32) k(X *a) { a[0] = N; }\n",
         "bad.cu:5: a plan cannot call a template by name"},
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

/* A macro before a header that does not have its word, or after one that has.
 */
static void macros_beside_headers_are_taken(void **state)
{
    struct problem why = {0};
    struct simt *opened = open_text(
        "macros.cu",
        "#define NDEBUG\n#define _GNU_SOURCE 1\n"
        "#define N 256\n#define FULL_MASK 0xffffffffu\n#define WARP_SIZE 32\n"
        "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n"
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
        "#define NUM_BANKS 16\n#define LOG_NUM_BANKS 4\n#define SIZE 8\n"
        "#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)\n"
        "#define THREADS_PER_BLOCK 32 /* a comment that ends\n"
        "   in the next line */\n/* and\n one before */ #define DIM 3\r\n"
        "#define COST \"in $ \\\\ \" // in $ and \\u\n"
        "#ifndef _SCAN_KERNEL_CU_\n#define _SCAN_KERNEL_CU_\n"
        "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
        "#include <assert.h>\n#include <limits.h>\n#include <stddef.h>\n"
        "#include <math.h>\n#include <float.h>\n#include <string.h>\n"
        "#include <cooperative_groups.h>\n#include <cuda_runtime.h>\n"
        "#include <cuda/atomic>\n#include <utility>\n#include <type_traits>\n"
        "#include <limits>\n"
        "#define swap(a, b) ((void)0)\n"
        "#endif\n__global__ void k() {}\n",
        &why);

    (void)state;
    if (!opened)
        fail_msg("%s", why.line);
    simt_close(opened);
}

/* The smallest bounds of all declarations hold; 0 says nothing. */
static void the_smallest_bounds_hold(void **state)
{
    static const char *const declared[] = {
        "__global__ void __launch_bounds__(1024) k(int *a, int *b);\n"
        "__global__ void __launch_bounds__(16) k(int *a, int *b) {}\n",
        "__global__ void __launch_bounds__(16, 2) k(int *a, int *b);\n"
        "__global__ void __launch_bounds__(0) k(int *a, int *b);\n"
        "__global__ void __launch_bounds__(64) k(int *a, int *b) {}\n"};
    const struct kernel k = {"k", 1, 32, NULL, NULL, 0, 0};
    const struct simt_options options = options_of("inorder");
    struct simt *const all = simt;

    (void)state;
    for (size_t i = 0; i < sizeof declared / sizeof *declared; i++) {
        struct problem why = {0};
        simt = open_text("bounds.cu", declared[i], &why);
        const enum status status =
            simt ? launch_with(&k, &options, &why) : MACHINE_LACKS;
        simt_close(simt);
        simt = all;
        if (status != CHECK_FAILED ||
            !strstr(why.line, "__launch_bounds__(16)"))
            fail_msg("%s: %s", declared[i], why.line);
    }
}

/* What a kernel's object may call is declared before it, so that it cannot
 * declare it with a struct. */
static void all_of_mathematics_is_declared(void **state)
{
    char text[4096] = "namespace all {\n", names[1024];
    char *rest = names, *name;
    struct problem why = {0};

    (void)state;
    snprintf(names, sizeof names, "%s", names_of_mathematics());
    while ((name = strsep(&rest, " "))) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "using ::%s;using ::%sf;\n",
                 name, name);
    }
    strncat(text, "}\n__global__ void k() {}\n",
            sizeof text - strlen(text) - 1);
    struct simt *opened = open_text("all.cu", text, &why);
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
         "a block has at most 232448"},
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

static int open_all(void **state)
{
    static const struct table tables[] = {
        {refused, sizeof refused / sizeof *refused},
        {sums, sizeof sums / sizeof *sums},
    };

    (void)state;
    return frame_open(tables, sizeof tables / sizeof *tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_known_is_refused),
        cmocka_unit_test(kernels_beside_static_words_are_taken),
        cmocka_unit_test(all_of_shared_memory_is_there),
        cmocka_unit_test(macros_beside_headers_are_taken),
        cmocka_unit_test(the_smallest_bounds_hold),
        cmocka_unit_test(all_of_mathematics_is_declared),
        cmocka_unit_test(launches_that_cannot_be_are_refused),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
