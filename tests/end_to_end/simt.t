#!/bin/bash
# simt.t - the SIMT machine from the command line: schedules, residency, machine
# files, and what the source of a student may do to it.
. "$(dirname "$0")/../end_to_end/tap.sh"

if "$scanlab" list --verbose | grep -q '^  simt  *not available'; then
    skip "the SIMT machine" "not here"
    done_testing
fi

# ------------------------------------------------------------------ schedules

# Each row: options, and what is said.
while IFS='|' read -r options part; do
    for command in run verify measure; do
        # shellcheck disable=SC2086  # an option and its value
        refuses "$command $options" 2 "$part" \
            "$scanlab" $command sequential -n 8 -d simt $options
    done
done <<'ROWS'
--schedule foo|no schedule 'foo'
--schedule=|no schedule
--schedule ,inorder|no schedule ''
--schedule inorder,,reverse|no schedule ''
--schedule inorder,rand|no schedule 'rand'
--schedule random:|a whole number
--schedule random:x|a whole number
--schedule random:-1|a whole number
--schedule random:1.5|a whole number
--schedule random:99999999999999999999|a whole number
--schedule pct:7x|a whole number
--schedule exhaustive:-1|exhaustive:PREEMPTIONS takes a whole number
--schedule exhaustive:x|exhaustive:PREEMPTIONS takes a whole number
--schedule inorder:3|inorder takes no seed
--schedule timed:3|timed takes no seed
--resident 0|1 to 64
--resident 65|1 to 64
--resident -1|1 to 64
--resident 2x|1 to 64
--resident 99999999999999999999|1 to 64
--machine /nothing/there|/nothing/there: No such file
--machine .|.: Is a directory
ROWS
for option in "--schedule inorder" "--resident 2" "--lockstep" \
    "--strict-barriers"; do
    # shellcheck disable=SC2086
    refuses "verify: $option of a cpu" 2 \
        "${option%% *} is for -d simt, not for -d cpu" \
        "$scanlab" verify sequential -d cpu $option
done

for schedule in inorder reverse random:3 adversary pct:3 timed; do
    for resident in 1 3 64; do
        run "$scanlab" run lookback:block=32,items=1 -n 200 -m affine_u32 \
            -d simt --schedule $schedule --resident $resident
        has "run: $schedule, $resident resident" "$out$err" "right; last is ("
    done
done
run "$scanlab" run kogge_stone:block=1024 -n 2^16 -d simt --resident 64
has "65536 threads at a time" "$out$err" "right; last is "
again=$("$scanlab" measure lookback -n 3000 -d simt --schedule timed)
is "timed is timed the same again" \
    "$("$scanlab" measure lookback -n 3000 -d simt --schedule timed)" "$again"

# -------------------------------------------------------------- machine files

# machine NAME PART LINE...: a machine file of these lines is refused.
machine() {
    local name=$1 part=$2
    shift 2
    printf '%s\n' "$@" >"$work/m.txt"
    refuses "machine file: $name" 2 "m.txt:$part" "$scanlab" run sequential \
        -n 8 -d simt --machine "$work/m.txt"
}
machine "no number" "2: global_latency must be a whole number" \
    "# a comment" "global_latency high"
machine "too few" "1: multiprocessors must be a whole number from 1 to 64" \
    "multiprocessors 0"
machine "too many" "1: multiprocessors" "multiprocessors 65"
machine "below 0" "1: flag_latency" "flag_latency -1"
machine "a fraction" "1: clock_mhz" "clock_mhz 1.5"
machine "far too large" "1: registers" "registers 99999999999999999999999"
machine "what no machine has" "3: a machine has no property 'speed'" \
    "multiprocessors 2" "" "speed 3"
machine "a name alone" "1: a line must be a name and a number" "multiprocessors"
machine "two numbers" "2: a line must be a name and a number" "" \
    "multiprocessors 2 3"
head -c 3000 /dev/urandom | tr -d '\0' >"$work/m.txt"
run "$scanlab" run sequential -n 8 -d simt --machine "$work/m.txt"
is "machine file: noise" "$code" 2
printf 'multiprocessors 2 # few\n\n  global_latency\t50' >"$work/m.txt"
run "$scanlab" run lookback -n 300 -d simt --schedule timed \
    --machine "$work/m.txt"
has "machine file: taken" "$out$err" "cycles of model time"
slow=$work/slow.txt
echo "global_latency 5000" >"$slow"
ok "a slow machine takes longer" test \
    "$("$scanlab" run naive -n 300 -d simt --schedule timed --machine "$slow" \
        2>&1 | sed -n 's/.* \([0-9]*\) cycles.*/\1/p')" -gt \
    "$("$scanlab" run naive -n 300 -d simt --schedule timed --machine \
        "$work/m.txt" 2>&1 | sed -n 's/.* \([0-9]*\) cycles.*/\1/p')"

# ----------------------------------------------------------------- exhaustive

run "$scanlab" verify lookback:block=32,items=1,window=4 -n 96 \
    --schedule exhaustive "${t4[@]}"
is "exhaustive: three tiles: exit" "$code$err" 0
has "exhaustive: three tiles" "$out" "proved for every monoid and input"
has "exhaustive: all orders" "$out" "all orders of flag operations in 1 of 1"
run "$scanlab" verify lookback:block=32,items=1,window=4 -n 96 \
    --schedule exhaustive:0 "${t4[@]}"
is "exhaustive: bounded: exit" "$code$err" 0
lacks "exhaustive: a bound leaves some out" "$out" "in 1 of 1"

# ------------------------------------------------------- a student's own file

kernel=algorithms/kogge_stone/kernel.cu

# wrong NAME PART [CODE]: $work/NAME.cu is found wrong: one sentence with PART in it,
# exit 1 or CODE, and the program alive. So in $commands: all of them are asked of a few
# mistakes (TEST_ALL=1: of each), with one block (TEST_ALL=1: each).
every="verify run measure"
scan=kogge_stone:block=128
! thorough || scan=kogge_stone
commands=$every
wrong() {
    local command
    for command in $commands; do
        run timeout 60 "$scanlab" "$command" $scan -n 100 -d simt \
            --source "$work/$1.cu"
        is "$1: $command ends with" "$code" "${3-1}"
        has "$1: $command says" "$out$err" "$2"
    done
}

# refused NAME PART: it is not run.
refused() {
    wrong "$1" "$2" 3
}

# with NAME LINES: $work/NAME.cu is the shipped kernel, in which thread 40 does
# LINES first.
with() {
    # shellcheck disable=SC2016
    awk -v lines="$2" '{ print }
        /__shared__ T cells/ { print "if (threadIdx.x == 40) {" lines "}" }' \
        "$kernel" >"$work/$1.cu"
}

for source in "$work/nothing.cu" "$work"; do
    refuses "a source that is none: ${source##*/}" 2 "$source" \
        "$scanlab" verify kogge_stone -n 100 --source "$source"
done
: >"$work/empty.cu"
run "$scanlab" verify kogge_stone -n 100 --source "$work/empty.cu"
is "an empty source" "$code" 3
has "an empty source lacks a kernel" "$out$err" \
    "defines no kernel 'scan_sections'"

sed 's/scan_sections(const/scan_other(const/' "$kernel" >"$work/name.cu"
refused name "defines no kernel 'scan_sections'"

# A file with the kernels of another form: by their names, or their parameters.
while IFS='|' read -r asked words form text; do
    printf '#include "gpu.h"\n%b' "$text" >"$work/form.cu"
    run "$scanlab" verify "$asked" -n 5 --bytes 4 --source "$work/form.cu"
    has "$asked has ${form:-no form for it}" "$out$err" "$words"
    if [ -n "$form" ]; then
        has "and which it is" "$out$err" \
            "; this file defines the kernels of $form, so use: verify $form --source FILE"
    else
        lacks "and none is named" "$out$err" "this file defines the kernels of"
    fi
done <<'ROWS'
filter|defines no kernel 'filter_|filter:three_kernels|__global__ void count_tiles(const T *, uint64_t *, uint64_t) {}\n__global__ void scan_counts(uint64_t *, uint64_t *, uint64_t) {}\n__global__ void write_tiles(const T *, T *, const uint64_t *, uint64_t) {}\n
filter|defines no kernel 'filter_|filter:one_pass|__global__ void filter_tiles(const T *, T *, uint64_t *, uint64_t, uint32_t *, uint64_t *, uint32_t) {}\n
filter:one_pass|defines no kernel 'filter_tiles'|filter:look_ahead|__global__ void filter_ahead(const T *, T *, uint64_t *, uint64_t, uint64_t *, uint32_t, uint32_t) {}\n
filter|defines no kernel 'filter_||__global__ void count_tiles(const T *, uint64_t *, uint64_t) {}\n
lookback|has 6 parameters; the plan passes 8|lookback:packed|__global__ void scan_tiles(const T *, T *, uint64_t, uint32_t *, uint64_t *, uint32_t) {}\n
lookback:packed|has 8 parameters; the plan passes 6|lookback:arrays|__global__ void scan_tiles(const T *, T *, uint64_t, uint32_t *, uint32_t *, T *, T *, uint32_t) {}\n
lookback|has 7 parameters; the plan passes 8||__global__ void scan_tiles(const T *, T *, uint64_t, uint32_t *, uint64_t *, uint32_t, int) {}\n
ROWS
sed 's/^#include "gpu.h".*/&\n__device__ int counter;\n/' "$kernel" \
    >"$work/variable.cu"
refused variable "variables outside a kernel, such as counter"
thorough || commands=verify
{
    cat "$kernel"
    echo 'DEVICE int down(int k) { return k ? down(k - 1) : 0; }'
    echo '__global__ void more(int *a) { a[0] = down(a[0]); }'
} >"$work/recursion.cu"
refused recursion "does not compile"

# What does not compile is told with the source's own line, whatever a macro of
# ours stands for there, and with what to write instead.
with semicolon 'int x = 1 __syncthreads();'
with arguments '__threadfence(1) int x;'
with plus 'cells[0][0] = in[0] + in[1];'
awk '{ print } /__shared__ T cells/ { print "int x = 1\n__syncthreads();" }' \
    "$kernel" >"$work/above.cu"
line=$(grep -n 'int x = 1' "$work/above.cu" | cut -d: -f1)
declare -A missing=([g++]=$((line + 1)) [clang++]=$line)
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    export SCANLAB_CXX=$compiler
    refused semicolon "does not compile: $work/semicolon.cu:$line:"
    refused arguments "does not compile: $work/arguments.cu:$line:"
    # The ; is missing at the end of a line, or before the next one.
    refused above "does not compile: $work/above.cu:${missing[$compiler]}:"
    commands='verify measure' refused plus "write op(left, right)"
    unset SCANLAB_CXX
done

# Each hint where its operator joins two elements, and nowhere else.
joins="write op(left, right)" inverse="the monoid has no inverse"
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    while IFS='|' read -r hint statement; do
        printf '#include "gpu.h"\n%s\n{\n    T x = in[0], y = in[0];\n%s;\n}\n' \
            "__global__ void scan_all(const T *in, T *out, uint64_t n)" \
            "    $statement" >"$work/hint.cu"
        SCANLAB_CXX=$compiler run "$scanlab" verify sequential -n 1 --bytes 4 \
            --source "$work/hint.cu"
        for words in "$joins" "$inverse"; do
            has=lacks
            [ "$words" != "${!hint-}" ] || has=has
            $has "$compiler: $statement: $words" "$out" "$words"
        done
    done <<'ROWS'
joins|out[0] = x + y
joins|out[0] = x * in[0]
inverse|out[0] = x - y
none|out[0] = x + 1
none|out[0] = 2 * x
none|if (x == y) out[0] = x
none|if (x < y) out[0] = x
none|x = 0
none|x << 3
none|out[0] = x[0] + y[0]
none|n = *in + 1
none|out[in + out] = x
ROWS
done

while IFS='|' read -r name lines part; do
    with "$name" "$lines"
    case $name in
    division) commands=$every ;;
    endless) thorough || commands=run ;; # verify has patience with each case
    esac
    case $name in
    no-c | assembly | nowhere) refused "$name" "$part" ;;
    *) wrong "$name" "$part" ;;
    esac
    thorough || commands=verify
done <<'ROWS'
no-c|this is no C|does not compile
assembly|asm volatile("discard.L2 [%0], 128;" :: "l"(in));|asm: the SIMT machine does not know 'discard.L2
endless|for (;;);|endless loop: endless.cu:
sleeps|while (clock64() >= 0) __nanosleep(100);|endless loop: sleeps.cu:
clock|while (clock64() >= 0);|repeatedly sleeps or reads the clock
null|*(volatile int *)8 = 1;|null pointer
nowhere|((void (*)(void))8)();|calls a function through a pointer
division|int x = 0; x = 7 / x; cells[0][0] = in[x];|division by zero: division.cu:
stack|char x[200000]; x[0] = 1; out[0] = in[x[0]];|stack overflow: stack.cu:
trap|__trap();|trap: trap.cu:
assert|assert(1 > 2);|assertion failed: assert.cu:
ROWS

# The loop's bound differs between threads, so does the number of barriers: some
# come to another barrier, or return.
sed 's/stride < count;/stride < count >> (threadIdx.x == 40);/' "$kernel" \
    >"$work/returned.cu"
sed 's/^    return cell;/    __syncthreads();\n&/' "$work/returned.cu" \
    >"$work/bound.cu"
wrong bound "barrier divergence: block 0, thread 0 waits at bound.cu:"
commands='verify run'
wrong bound "a loop whose number of iterations differs between threads"

# Since Volta the others do not wait for it. Its cell is wrong; or, with an option, it is
# said what was wrong before.
with returns 'return;'
commands='verify'
wrong returns "cells[40], which no thread has written"
wrong returns "passes this barrier without block 0, thread 40, which has ended"
wrong returned "which has ended (1 of 128 threads have): since Volta"
for name in returned returns; do
    for command in "verify --jobs 1" run; do
        # shellcheck disable=SC2086  # an option and its value
        run "$scanlab" $command kogge_stone:block=128,form=0 -d simt -n 100 \
            --strict-barriers --source "$work/$name.cu"
        is "$name: $command --strict-barriers ends with" "$code" 1
        has "$name: $command --strict-barriers says" "$out$err" \
            "for block 0, thread 40, which has ended"
        has "$name: $command says what to do" "$out$err" \
            "A loop with a barrier must have the same"
    done
    has "$name: Reproduce has the option" "$(
        "$scanlab" verify kogge_stone:block=128,form=0 -n 100 --jobs 1 \
            --strict-barriers --source "$work/$name.cu" 2>&1
    )" "--schedule inorder --strict-barriers --source"
    run "$scanlab" measure kogge_stone -d simt -n 100 --strict-barriers \
        --source "$work/$name.cu"
    has "$name: measure --strict-barriers" "$code $err" "which has ended"
done

# Counts alone are no check.
with outside 'out[n] = in[0];'
wrong outside "out[100] (out has 100 elements"

# T of two 64-bit numbers is aligned to 8, and copied by 16 bytes.
cat >"$work/pair.h" <<'END'
typedef struct {
    uint64_t a, b;
} T;
#define COMPONENT uint64_t
DEVICE T identity(void)
{
    T r;
    r.a = 1, r.b = 0;
    return r;
}
DEVICE T op(T x, T y)
{
    T r;
    r.a = x.a * y.a, r.b = x.b * y.a + y.b;
    return r;
}
END
for name in blelloch kogge_stone lookback:block=32,items=1; do
    run "$scanlab" run "$name" -n 200 -d simt -m "$work/pair.h"
    has "$name: two numbers of 64 bits" "$out$err" "right; last is ("
done
run "$scanlab" verify kogge_stone:block=32 -n 33 --bytes 16 -m "$work/pair.h"
has "two numbers of 64 bits: the laws" "$out" "obeys the laws"
has "two numbers of 64 bits: the proof" "$out" "proved for every monoid"

# A buffer may be shorter for a larger n: that of the groups is, here.
for sizes in 1000,1100 1100,1000; do
    run "$scanlab" verify hierarchical:block=32,items=1,registers=0,wave=shuffle \
        -n "$sizes" --bytes 4 --schedule inorder
    is "n = $sizes: buffers of each n: exit" "$code" 0
    has "n = $sizes: proved" "$out" "proved for every monoid and input"
done

with flood 'for (int i = 0; i < 1000000; i++) printf("again and again\\n");'
run timeout 60 "$scanlab" run kogge_stone -n 100 -d simt \
    --source "$work/flood.cu"
is "a flood of words: exit" "$code" 0
has "a flood of words is cut" "$err" "no more is shown"
ok "and is short" test "$(wc -c <"$work/.err")" -lt 200000

done_testing
