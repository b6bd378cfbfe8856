#!/bin/bash
# address.t - AddressSanitizer and UndefinedBehaviorSanitizer: the program and
# the modules that it compiles, rebuilt with both. Leaks count.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh # settle

asan=$BUILD/asan
# What reads files and words, and what compiles and loads; then the machine, whose
# accesses verify makes too.
units=(array_file array_npy array_text children command csv execution launches
    plot_command replay simt_atomics simt_overlap sizes
    source_lines trace)
fuzzers=(csv matrix npy sizes text)
optimise=-O0
if [ -n "${TEST_ALL-}" ]; then
    targets=(tests)
    optimise=-O1 # more is run than compiled
else
    targets=("${units[@]/#/$asan/tests/unit/test_}"
        "${fuzzers[@]/#/$asan/tests/fuzz/fuzz_}")
fi
# What reads no file of a user's is taken as it was built.
if [ -z "${TEST_ALL-}" ]; then
    for part in bench cuda explore; do
        mkdir -p "$asan/harness"
        rm -rf "$asan/harness/$part"
        cp -a "$BUILD/harness/$part" "$asan/harness"
    done
fi
# Without the viewer, which has sanitizers of its own (tests/viz/fuzz.t); lines
# of a report are all that is asked of -g. Without -O it is compiled in half the time;
# how long a text may get is then a guess of the compiler's.
make -s BUILD="$asan" SANITIZE=address,undefined CFLAGS="$optimise -g1 -Wno-format-truncation" VIZ= \
    "$asan/scanlab" "${targets[@]}" >"$work/.make" 2>&1
is "the build" "$?$(grep -i warning "$work/.make")" 0
scanlab=$PWD/$asan/scanlab
[ -x "$scanlab" ] || {
    sed 's/^/# /' "$work/.make" >&2
    done_testing
}
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export SCANLAB_HOME=$PWD
# A process that a debugger traces cannot look for leaks.
if ! "$scanlab" --version >"$work/.out" 2>&1 </dev/null; then
    export ASAN_OPTIONS=detect_leaks=0
    echo "# no look for leaks: $(head -1 "$work/.out")" >&2
fi

# The flags reach the modules: one that writes past its output is stopped.
mkdir "$work/bad"
cp algorithms/sequential/cpu.c "$work/bad"
sed -i 's/^        sum = next;/        sum = next; if (i == 9999) out[i + 40] = next;/' \
    "$work/bad/cpu.c"
run "$scanlab" run sequential -n 10000 --source "$work/bad/cpu.c"
has "a module that writes past out is stopped" "$err" "heap-buffer-overflow"

if [ -n "${TEST_ALL-}" ]; then
    units=()
    for unit in tests/unit/test_*.c; do
        name=$(basename "$unit" .c)
        case $name in
        test_scans | test_entries | test_monoids) ;;
        *) units+=("${name#test_}") ;;
        esac
    done
fi
for unit in "${units[@]}"; do
    ok "test_$unit" "$asan/tests/unit/test_$unit"
done

# All algorithms. Small parameters make many tiles of few elements; with default
# ones the trees take the compiler seconds, as do scans of seg_add_i32.
lecture=tests/end_to_end/examples/lecture.txt
# Of the trees, which take longest to compile, one.
for algorithm in $("$scanlab" list --names); do
    case $algorithm in
    kogge_stone | blelloch | hierarchical) [ -n "${TEST_ALL-}" ] || continue ;;
    esac
    # shellcheck disable=SC2046  # a list of options
    ok "run $algorithm" "$scanlab" run "$algorithm" -i $lecture --threads 3 \
        $(small "$algorithm")
done
for application in $("$scanlab" list --applications); do
    taken 3 || continue
    # shellcheck disable=SC2046  # a list of options
    ok "run $application" "$scanlab" run "$application" -n 1000 --threads 3 \
        $(small "$application")
done
# Scans on threads are run above; what verifies is the same for each.
many=(naive -n "0,5,33" --bytes 4)
kernels=("$(settle lookback:block=32,items=2,window=4)" -n 33 --schedule random:1
    --bytes 4)
if [ -n "${TEST_ALL-}" ]; then
    for algorithm in $("$scanlab" list --names); do
        ok "run $algorithm, as it is" "$scanlab" run "$algorithm" -i $lecture \
            --threads 3
    done
    for monoid in count4_i32 seg_add_i32; do
        ok "test_scans" "$asan/tests/unit/test_scans" -s 1025 -m $monoid
    done
    ok "test_scans, SIMD" "$asan/tests/unit/test_scans" -s 1025 -m add_i32 lookback
    many=(lookback:plain sequential -n "0..20,33")
    # shellcheck disable=SC2054  # commas of the scan
    kernels=("$(settle kogge_stone:block=32)"
        "$(settle lookback:block=32,items=2,window=4)" -n "1,33,257"
        --schedule "inorder,random:1" --bytes "4,32")
fi
ok "verify" "$scanlab" verify --threads 2 "${many[@]}"
# One setting of a kernel: the others are other -D for the same program.
ok "verify on simt" "$scanlab" verify "${kernels[@]}"
ok "trace" "$scanlab" trace lookback:block=32,items=1 -n 200 \
    --schedule random:2 -o "$work/trace.json"
sed '/\[2\]/d' algorithms/kogge_stone/kernel.cu >"$work/kernel.cu"
run "$scanlab" verify "$(settle kogge_stone:block=32)" -n 3 --bytes 4 \
    --source "$work/kernel.cu" --trace "$work/race.json"
is "the trace of a race" "$code $(wc -l <<<"$err")" "1 1"
if [ -n "${TEST_ALL-}" ]; then
    sed -f tests/museum/static-block-numbers.sed algorithms/lookback/kernel.cu \
        >"$work/kernel.cu"
    run "$scanlab" verify "$(settle lookback:block=32,items=1,window=4)" -n 96 \
        --resident 2 --schedule reverse --source "$work/kernel.cu" \
        --trace "$work/hang.json"
    is "the trace of a hang" "$code $(wc -l <<<"$err")" "1 1"
fi
ok "measure on simt" "$scanlab" measure blelloch -d simt -n 1,1000
ok "measure" "$scanlab" measure sequential hillis_steele -n 0..9,100 \
    -o "$work/m.csv"
ok "verify filter on simt" "$scanlab" verify "$(settle filter:block=32,items=2)" \
    -n 0,100 --schedule inorder --bytes 4
ok "bench filter" "$scanlab" bench filter -n 1000 --threads 2 --time-limit 1s \
    --no-libraries
ok "bench" "$scanlab" bench sequential hillis_steele -n 100,1000 --threads 2 \
    --time-limit 1s -o "$work/b.csv" --no-libraries
ok "plot" "$scanlab" plot "$work/b.csv" "$work/m.csv" -o "$work/charts" \
    --format svg
# Libraries that list looks for keep memory of their own.
ok "list" env ASAN_OPTIONS=detect_leaks=0 "$scanlab" list --verbose
run "$scanlab" run sequential -n nonsense
is "a refusal: exit" "$code $(wc -l <<<"$err")" "2 1"

seconds=1 seeds=1
[ -n "${TEST_ALL-}" ] && seconds=60 seeds='1 2'
for fuzzer in "$asan"/tests/fuzz/fuzz_*; do
    case $fuzzer in *.*) continue ;; esac
    for seed in $seeds; do
        ok "$(basename "$fuzzer"), seed $seed" sh -c \
            'cd "$1" && "$2" -s "$3" -t "$4"' - "$work" "$PWD/$fuzzer" $seed \
            "$seconds"
    done
done

done_testing
