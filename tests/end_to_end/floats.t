#!/bin/bash
# floats.t - monoids of floating-point numbers that are no plain sums: whatever
# their header says of how to compare, right scans pass, and one that leaves
# elements out does not. On cpu, on simt and on a stand-in for a GPU.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/fake_cuda/fakes.sh

# header NAME TYPE COMPONENT IDENTITY OP: op() makes r of a and b.
header() {
    local name=$1
    cat >"$work/$name.h" <<END
$2
#define COMPONENT $3
DEVICE T identity(void)
{
    T r;
    $4
    return r;
}
DEVICE T op(T a, T b)
{
    T r;
    $5
    return r;
}
END
    cat >>"$work/$name.h"
}

# Drawn within a few per cent of 1, so that long products stay in range.
near='((int)((bits) >> 40 & 1023) - 511) / 16384.f'

header max_f32 'typedef float T;' float 'r = -1.f / 0.f;' 'r = a > b ? a : b;' \
    </dev/null
header mul_f32 'typedef float T;' float 'r = 1;' 'r = a * b;' \
    <<<"#define DRAW(bits) (1 + $near)"
complex='r.re = a.re * b.re - a.im * b.im; r.im = a.re * b.im + a.im * b.re;'
turn="static inline T turn(uint64_t bits)
{
    T r;
    r.im = $near * 4;
    r.re = 1 - r.im * r.im / 2;
    return r;
}
#define DRAW(bits) turn(bits)"
header complex 'typedef struct { double re, im; } T;' double \
    'r.re = 1; r.im = 0;' "$complex" <<END
$turn
DEVICE T size(T x)
{
    x.re = x.im = __builtin_sqrt(x.re * x.re + x.im * x.im);
    return x;
}
DEVICE T product(T a, T b)
{
    a.re = a.im = a.re * b.re;
    return a;
}
#define MAGNITUDE(x) size(x)
#define MAGNITUDE_OP(a, b) product(a, b)
END
header pair_f32 'typedef struct { float sum, most; } T;' float \
    'r.sum = 0; r.most = -1.f / 0.f;' \
    'r.sum = a.sum + b.sum; r.most = a.most > b.most ? a.most : b.most;' \
    </dev/null
mixed='typedef struct { float least; double sum; } T;'
least='r.sum = a.sum + b.sum; r.least = a.least < b.least ? a.least : b.least;'
header gaps "$mixed" double 'r.sum = 0; r.least = 1.f / 0.f;' "$least" \
    </dev/null
header mixed "$mixed" double 'r.sum = 0; r.least = 1.f / 0.f;' "$least" <<'END'
#ifdef HOST
static inline T mixed_of(uint64_t bits)
{
    T r;
    memset(&r, 0, sizeof r);
    r.sum = (double)(bits >> 40) / 1024;
    r.least = (float)(bits & 0xffff);
    return r;
}
static inline bool mixed_same(T a, T b)
{
    const double apart = a.sum > b.sum ? a.sum - b.sum : b.sum - a.sum;
    return a.least == b.least && apart <= 1e-9 * (1 + b.sum);
}
#define DRAW(bits) mixed_of(bits)
#define SAME(got, want) mixed_same(got, want)
#endif
END
all='max_f32 mul_f32 complex pair_f32 mixed'

# A copy of the house in which each thread of three_kernel forgets an element;
# a maximum may not depend on it: there the second tile starts afresh.
home=$work/house
mkdir "$home"
cp -r algorithms harness "$home"
kernel=algorithms/three_kernel/kernel.cu
sed -i 's/for (int i = 1; i < M; i++)/for (int i = 1; i + 1 < M; i++)/' \
    "$home/$kernel"
sed 's/count, tile > 0,/count, tile > 1,/' $kernel >"$work/afresh.cu"
sed -i 's/block_carry(blocks, block)/NULL/' \
    "$home/algorithms/three_kernel/cpu.c"
for file in "$home/$kernel" "$work/afresh.cu"; do
    ok "it differs" sh -c "! cmp -s $kernel '$file'"
done

small=three_kernel:block=32
for monoid in $all; do
    with=(-m "$work/$monoid.h")
    case $monoid in
    max*) wrong=$work/afresh.cu told='' ;;
    *) wrong=$home/$kernel told='WRONG. out[5] = ' ;;
    esac
    for algorithm in three_kernel lookback; do
        run "$scanlab" run $algorithm -n 30000 --threads 2 "${with[@]}"
        has "$monoid: $algorithm on cpu" "$code$out$err" ", right"
    done
    ok "$monoid: exclusive" "$scanlab" run lookback -n 5000 --exclusive \
        --threads 2 "${with[@]}"
    ok "$monoid: simt" "$scanlab" run $small -d simt -n 3000 "${with[@]}"
    run env SCANLAB_HOME="$home" "$scanlab" run three_kernel -n 30000 \
        --threads 2 "${with[@]}"
    has "$monoid: a wrong one on cpu" "$code $err" "1 scanlab: out["
    run "$scanlab" run $small -d simt -n 3000 --source "$wrong" "${with[@]}"
    has "$monoid: a wrong one on simt" "$code $err" "1 scanlab: out["
    if [ -z "${SANITIZED-}" ]; then
        bench=(bench lookback -d cuda -n 3000 --no-libraries
            --time-limit 0.1s)
        ok "$monoid: bench on a GPU" faked "" "$scanlab" "${bench[@]}" \
            "${with[@]}"
        run faked drops "$scanlab" "${bench[@]}" "${with[@]}"
        [ -z "$told" ] ||
            has "$monoid: a wrong one on a GPU" "$code $out" "$told"
    fi
    ok "$monoid: bench on cpu" "$scanlab" bench lookback -n 30000 \
        --threads 2 --no-libraries --time-limit 0.1s "${with[@]}"
done

refuses "gaps need SAME" 3 "T has gaps between its numbers" \
    "$scanlab" run lookback -n 10 -m "$work/gaps.h"
header sub 'typedef float T;' float 'r = 0;' 'r = a - b;' <<<'#define EXACT'
refuses "with EXACT the laws are asked" 1 "op(identity(), a) must be a" \
    "$scanlab" verify -m "$work/sub.h"
header big 'typedef float T;' float 'r = 1;' 'r = a * b;' \
    <<<'#define DRAW(bits) 1024.f'
refuses "out of range" 2 "the scan leaves the range of float32 at element 12" \
    "$scanlab" run lookback -n 40 -m "$work/big.h"
done_testing
