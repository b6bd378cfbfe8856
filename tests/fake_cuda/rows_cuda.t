#!/bin/bash
# rows_cuda.t - rows of libraries beside applications on a GPU, without one: CUB's
# objects and cuSPARSE are plain loops here, the GPU is the stand-in. That runs no
# kernels of applications, so their own rows are wrong in all of this.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/fake_cuda/fakes.sh

if SANITIZED=${SANITIZED-} && [ -n "$SANITIZED" ]; then
    skip "rows of libraries on a GPU" "the stand-ins are not for sanitizers"
    done_testing
fi

mkdir "$work/cub" "$work/bin" "$work/sparse"
printf '#!/bin/sh\necho "error: no nvcc today" >&2\nexit 1\n' >"$work/bin/nvcc"
chmod +x "$work/bin/nvcc"

# object FILE VARIANT: C on stdin; `call` in it, and T is int
object() {
    {
        echo '#include "row_call.h"'
        echo '#include <stdint.h>'
        echo '#include <string.h>'
        echo "const char *library_variant(void) { return \"$2\"; }"
        cat
    } | ${CC:-cc} -shared -fPIC -Wall -Iharness/bench/libraries -x c \
        -o "$work/cub/$1" - || echo "Bail out! $1"
}
# bench APPLICATION [ARGUMENT...]
bench() {
    rm -f "$work/b.csv"
    run faked "" env SCANLAB_CUB_DIR="$work/cub" PATH="$work/bin:$PATH" "$scanlab" \
        bench "$@" -d cuda --time-limit 0.2s -o "$work/b.csv"
}
rows() { # of the last bench: those of libraries, and whether they are right
    awk '/^  (cub|cusparse)[: ]/ { printf "%s%s%s", space, $1,
        $2 == "WRONG." ? "=WRONG" : /GB\/s/ ? "" : "=?"; space = " " }' <<<"$out"
}

# It keeps what is odd, and takes 64 bytes that must be there, and prepared.
filter_object() { # FILE VARIANT WHAT: a mistake
    object "$1" "$2" <<C
const char *library_prepare_cuda(struct row_call *call)
{
    memset(call->temporary, 7, call->bytes);
    return 0;
}
const char *library_call_cuda(struct row_call *call)
{
    const int32_t *in = call->port[0];
    int32_t *out = call->port[1];
    uint64_t count = 0;
    if (!call->temporary) {
        call->bytes = 64;
        return 0;
    }
    if (call->bytes != 64 || ((char *)call->temporary)[63] != 7)
        return "not prepared";
    for (size_t i = 0; i < call->size[0]; i++)
        if (in[i] % 2)
            out[count++] = in[i];
    ${3-};
    *(uint64_t *)call->port[2] = count;
    return 0;
}
C
}
filter_object filter-cub_filter-1.2.3-add_i32-odd-inclusive-sm_90.so 1.2.3
filter_object filter-cub_filter_flagged-1.2.3-add_i32-odd-inclusive-sm_90.so \
    1.2.3,flagged
filter_object filter-cub_filter-1.2.3-add_i32-even-inclusive-sm_90.so of-another

bench filter -n 2^8,1000
is "a row for each object of it, at each size" "$(tr ' ' '\n' <<<"$(rows)" | sort |
    paste -sd' ')" "cub:1.2.3 cub:1.2.3 cub:1.2.3,flagged cub:1.2.3,flagged"
is "in the file, too" "$(grep -c '^[^,]*,cub,' "$work/b.csv")" 4
lacks "nothing is left out" "$err" "left out"
bench filter -n 2^8 --no-libraries
is "--no-libraries" "$(rows)" ""
has "leaves the rest" "$out" "  memcpy  "
bench filter cub:1.2.3 -n 2^8
is "one by name" "$(rows)" "cub:1.2.3"
bench filter --predicate even -n 2^8
has "another predicate has another object, which is checked" "$out" \
    "  cub:of-another           WRONG. "
bench filter --predicate positive -n 2^8
has "a predicate without objects is built, and may not be" "$err" \
    "no cub of the toolkit for add_i32: "
is "without them" "$(rows)" ""
cp algorithms/elements/predicates/odd.h "$work/odd.h"
bench filter --predicate "$work/odd.h" -n 2^8
has "nor is a user's predicate of that name prebuilt" "$err" "no nvcc today: left out"

# What is wrong is seen, whichever output it is in.
filter_object filter-cub_filter-1.2.3-add_i32-odd-inclusive-sm_90.so 1.2.3 'out[count / 2] ^= 1'
bench filter cub:1.2.3 -n 1000
has "an element that is wrong" "$out" "  cub:1.2.3                WRONG. out["
filter_object filter-cub_filter-1.2.3-add_i32-odd-inclusive-sm_90.so 1.2.3 'count--'
bench filter cub:1.2.3 -n 1000
has "a count that is wrong" "$out" "  cub:1.2.3                WRONG. count[0] = "
filter_object filter-cub_filter-1.2.3-add_i32-odd-inclusive-sm_90.so 1.2.3 'return "cudaErrorBad"'
bench filter cub:1.2.3 -n 1000
has "a call that fails" "$out" "WRONG. cub: cudaErrorBad"

# An object that does nothing: outputs are poisoned.
object reduce-cub_reduce-1.2.3-add_i32-none-inclusive-sm_90.so lazy <<'C'
const char *library_call_cuda(struct row_call *call)
{
    static int calls;
    if (call->temporary && calls++ < 1) {
        *(int32_t *)call->port[1] = 0;
        for (size_t i = 0; i < call->size[0]; i++)
            *(int32_t *)call->port[1] += ((int32_t *)call->port[0])[i];
    }
    return 0;
}
C
bench reduce -n 1000
has "an output that stood there from before" "$out" "cub:lazy                 WRONG. out[0] = "
object reduce-cub_reduce-1.2.3-add_i32-none-inclusive-sm_90.so small <<'C'
const char *library_call_cuda(struct row_call *call)
{
    return call->size[0] > 500 ? "fewer than 501, please" : 0;
}
C
bench reduce -n 1000
has "a row that does not take so many is left out" "$out" \
    "n = 1000: cub is left out: fewer than 501, please"
is "without harm" "$(rows)" ""
has "to others" "$out" "  memcpy  "
bench reduce -n 2^8 -m mat2_u32
has "an op that does not commute" "$err" \
    "no cub for reduce of mat2_u32: it combines elements in any order, but op is not commutative: left out"
bench radix_sort -n 2^8 -m affine_u32
has "keys of pairs" "$err" "no cub for radix_sort of affine_u32: it sorts only numbers, by value"
bench rle -n 2^8 -m add_f32
has "runs of floats" "$err" "no cub for rle of add_f32: it compares elements with =="

# The setting that the row is told.
object histogram-cub_histogram-1.2.3-add_i32-value-inclusive-sm_90.so 1.2.3 <<'C'
const char *library_call_cuda(struct row_call *call)
{
    uint64_t *counts = call->port[1];
    if (!call->temporary)
        return 0;
    memset(counts, 0, call->setting * sizeof *counts);
    for (size_t i = 0; i < call->size[0]; i++)
        counts[((uint32_t *)call->port[0])[i] & (call->setting - 1)]++;
    *(uint64_t *)call->port[2] = call->setting;
    return 0;
}
C
for bins in 16 256 4096; do
    bench histogram:bins=$bins -n 1000
    is "$bins bins" "$(rows)" cub:1.2.3
done
object radix_sort-cub_radix_sort-1.2.3-add_i32-value-inclusive-sm_90.so 1.2.3 <<'C'
const char *library_call_cuda(struct row_call *call)
{
    return !call->temporary ? 0 : call->setting == 16 ? "16 bits" : "all";
}
C
bench radix_sort:num_bits=16 cub -n 100
has "16 bits of the key" "$out" "WRONG. cub: 16 bits"
bench radix_sort cub -n 100
has "all bits of the key" "$out" "WRONG. cub: all"

# ---------------------------------------------------------------- cuSPARSE

# A stand-in: its descriptors are what is put into them.
cat >"$work/sparse/cusparse.c" <<'C'
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct matrix { int64_t rows; const int32_t *offsets, *columns; const float *values; };
struct vector { float *values; };
int cusparseCreate(void **handle) { *handle = malloc(1); return 0; }
int cusparseSetStream(void *handle, void *stream) { (void)handle, (void)stream; return 0; }
const char *cusparseGetErrorName(int status) { return status == 5 ? "FIVE" : "OTHER"; }
int cusparseCreateCsr(struct matrix **out, int64_t rows, int64_t columns, int64_t nonzeros,
    void *offsets, void *indices, void *values, int ot, int it, int base, int type)
{
    (void)columns, (void)nonzeros;
    *out = malloc(sizeof **out);
    **out = (struct matrix){rows, offsets, indices, values};
    return ot == 2 && it == 2 && base == 0 && type == 0 ? 0 : 5;
}
int cusparseCreateDnVec(struct vector **out, int64_t size, void *values, int type)
{
    (void)size;
    *out = malloc(sizeof **out);
    (*out)->values = values;
    return type == 0 ? 0 : 5;
}
int cusparseDestroySpMat(void *m) { free(m); return 0; }
int cusparseDestroyDnVec(void *v) { free(v); return 0; }
int cusparseSpMV_bufferSize(void *h, int o, const void *a, void *m, void *x, const void *b,
    void *y, int type, int algorithm, size_t *bytes)
{
    (void)h, (void)o, (void)a, (void)m, (void)x, (void)b, (void)y, (void)type, (void)algorithm;
    *bytes = 8;
    return 0;
}
static char prepared;
int cusparseSpMV_preprocess(void *h, int o, const void *a, void *m, void *x, const void *b,
    void *y, int type, int algorithm, void *buffer)
{
    (void)h, (void)o, (void)a, (void)m, (void)x, (void)b, (void)y, (void)type, (void)algorithm;
    memset(buffer, 1, 8);
    prepared = 1;
    return 0;
}
int cusparseSpMV(void *h, int o, const float *alpha, struct matrix *m, struct vector *x,
    const float *beta, struct vector *y, int type, int algorithm, void *buffer)
{
    (void)h, (void)o, (void)type;
    if (!prepared || *(char *)buffer != 1 || *alpha != 1 || *beta != 0 || getenv("FAKE_SPARSE"))
        return 5;
    for (int64_t r = 0; r < m->rows; r++) {
        float sum = 0;
        for (int32_t k = m->offsets[r]; k < m->offsets[r + 1]; k++)
            sum += m->values[k] * x->values[m->columns[k]];
        y->values[r] = sum + (algorithm == 3 && getenv("FAKE_OFF") ? 1e9f : 0);
    }
    return 0;
}
C
${CC:-cc} -shared -fPIC -O1 -o "$work/sparse/libcusparse.so.12" "$work/sparse/cusparse.c" \
    -Wl,-soname,libcusparse.so.12 || echo "Bail out! no stand-in for cuSPARSE"
# sparse [VARIABLE=VALUE] ARGUMENT...
sparse() {
    local variable=A=a
    case ${1-} in *=*) variable=$1 && shift ;; esac
    rm -f "$work/b.csv"
    run env LD_LIBRARY_PATH="$work/both:$work/sparse" FAKE_CUDA= "$variable" \
        "$scanlab" bench spmv -d cuda -n 1000 --time-limit 0.2s -o "$work/b.csv" "$@"
}
sparse -m add_f32
is "two algorithms of cuSPARSE" "$(tr ' ' '\n' <<<"$(rows)" | sort | paste -sd' ')" \
    "cusparse cusparse:csr_alg2"
sparse FAKE_OFF=1 -m add_f32
has "one that is wrong" "$out" "  cusparse:csr_alg2        WRONG. y["
has "leaves the other" " $(rows) " " cusparse "
sparse FAKE_SPARSE=1 -m add_f32 cusparse:csr_alg2
has "an error has cuSPARSE's name" "$out" "WRONG. cusparse: FIVE"
sparse
has "integers are left out" "$err" \
    "no cusparse for spmv of add_i32: it computes only sums of products of floats: use -m add_f32: left out"
if [ -e /usr/local/cuda/lib64/libcusparse.so.12 ] || [ -e /opt/cuda/lib64/libcusparse.so.12 ]; then
    skip "no cuSPARSE" "there is one here"
else
    bench spmv -n 1000 -m add_f32
    has "no cuSPARSE" "$err" \
        "no cusparse: no libcusparse.so.12 here, install the CUDA Toolkit: left out"
fi

# ------------------------------------------------------------------- bad use

refuses "a library that does something else" 2 \
    "cusparse cannot be compared with filter; the library offers: spmv" \
    faked "" "$scanlab" bench filter cusparse -d cuda -n 4
refuses "a library that does not scan" 2 "cusparse cannot be compared with scans; the library offers: spmv" \
    faked "" "$scanlab" bench lookback cusparse -d cuda -n 4
refuses "a word of cub.sh that is neither" 2 "cub.sh: filtre: no monoid, and no application" \
    harness/bench/libraries/cub.sh "$work/made" sm_90 filtre

# -------------------------------------------------------------- it compiles

if [ -z "$(command -v nvcc)" ]; then
    skip "CUB's rows compile" "no nvcc on the PATH"
else
    words=(filter)
    ! thorough || words=(filter partition_reversed reduce dotprod segmented_scan
        radix_sort rle histogram filter:affine_u32:by_hash radix_sort:add_f64 add_i32)
    ok "CUB's rows compile" env -u SCANLAB_CCCL KINDS=inclusive \
        harness/bench/libraries/cub.sh "$work/made" sm_90 "${words[@]}"
    is "none is missing" "$err" ""
    for of in filter filter_flagged; do
        ok "cub_$of is there" sh -c 'ls "$1"/filter-cub_$2-[0-9]*-add_i32-odd-inclusive-sm_90.so' \
            - "$work/made" $of
    done
fi
done_testing
