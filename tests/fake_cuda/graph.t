#!/bin/bash
# graph.t - bench -d cuda --mode graph without a GPU: the calls of a sample are
# captured into a graph, which the stand-in of the driver keeps and runs.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/fake_cuda/fakes.sh

if SANITIZED=${SANITIZED-} && [ -n "$SANITIZED" ]; then
    skip "graphs" "the stand-ins are not for sanitizers"
    done_testing
fi

# timed ROW: in how many fields of the last bench it has a time, or is too noisy for one
timed() {
    grep -cE "^  $1 .*(GB/s|too noisy)" <<<"$out"
}
bench=("$scanlab" bench -d cuda --time-limit 0.5s --no-libraries --mode graph)

# ------------------------------------------------------------------ it runs

ok "scans in graphs" faked "" "${bench[@]}" lookback sequential -n 2^8,5000 \
    -o "$work/g.csv"
has "the field says so" "$out" "n = 256, add_i32, inclusive, Fake GPU 0, graph: "
is "and the rows" "$(tail -n +2 "$work/g.csv" | cut -d, -f2,12,14 | sort -u |
    paste -sd' ')" "lookback,graph,1 memcpy,graph,1 sequential,graph,1"
ok "a sample has many calls" awk -F, 'NR > 1 && $31 < 2 { exit 1 }' "$work/g.csv"
has "the JSON has the mode of each row" "$(cat "$work/g.json")" '"mode":"graph"'
ok "exclusive, floats, one element" faked "" "${bench[@]}" lookback -n 1,2^8 \
    --exclusive -m add_f32
ok "a large one: one call" faked "" "${bench[@]}" lookback -n 2^21 \
    -o "$work/one.csv"
is "its graph has one" "$(awk -F, '$2 == "lookback" { print $31 }' "$work/one.csv")" 1
ok "two modes" faked "" "${bench[@]}" lookback --mode warm,graph,warm -n 2^8,2^9 \
    -o "$work/two.csv"
is "each has its fields" "$(grep -o '^n = [0-9^]*\|[a-z]*: [0-9]* rounds' <<<"$out" |
    sed 's/:.*//' | paste -sd' ')" "n = 256 warm n = 256 graph n = 512 warm n = 512 graph"
has "the first line counts them" "$err" "at 2 sizes in 2 modes, "
ok "two modes in two runs" faked "" "${bench[@]}" lookback --mode warm,graph -n 2^8 \
    --runs 2 -o "$work/runs.csv"
is "rows of both modes" "$(awk -F, 'NR > 1 { print $2, $12 }' "$work/runs.csv" |
    sort | paste -sd,)" "lookback graph,lookback warm,memcpy graph,memcpy warm"
is "two fields" "$(grep -c '^n = 256.*: 2 runs' <<<"$out")" 2
# ------------------------------------------------- how many different results

warm=("$scanlab" bench -d cuda --time-limit 0.5s --no-libraries sequential)
results() { # of the row, in the last CSV
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $2 == "sequential" { print $at["results"] }' "$work/r.csv"
}
warm+=(--rounding)
ok "floats" faked "" "${warm[@]}" -n 2^21 -m add_f32 -o "$work/r.csv"
has "a row says if its bits are the same" "$out" ", the same bits in all samples"
is "as a number" "$(results)" 1
ok "floats of two orders" faked "wobbles" "${warm[@]}" -n 2^21 -m add_f32 \
    -o "$work/r.csv"
has "are right, and it says how many results there were" "$out" ", 2 results in "
is "as a number, too" "$(results)" 2
has "and in the JSON" "$(cat "$work/r.json")" '"results":2'
is "the GPU found each near enough, once" "$(grep -c '^stand-in: first_beyond' <<<"$err")$(
    grep -o 'none\|some' <<<"$err" | sort -u)" 1none
run faked "drops" "${warm[@]}" -n 2^21 -m add_f64 -o "$work/r.csv"
has "a lost element is not" "$err" "stand-in: first_beyond some"
has "and the host says which" "$out" "  sequential               WRONG. out[5] = "
run faked "" "${warm[@]}" -n 2^10
is "integers are refused" "$code" 2
has "in one line" "$err" "scanlab: --rounding: add_i32 is not a monoid of floats or doubles"
run "$scanlab" bench reduce --rounding -m add_f32 -n 2^10 --threads 1 \
    --time-limit 0.5s --no-libraries
has "and applications" "$err" "scanlab: --rounding works only with scans"
ok "on a processor" "$scanlab" bench sequential -n 2^10 -m add_f32 --threads 1 \
    --rounding --time-limit 0.5s -o "$work/r.csv"
is "they are counted too" "$(results)" 1
ok "one sample" "$scanlab" bench sequential -n 2^23 -m add_f32 --threads 1 \
    --no-libraries --rounding --time-limit 0.01s -o "$work/r.csv"
has "cannot be compared" "$(grep -o '(1 samples.*' <<<"$out" | tail -1)"$'\n' $'of memcpy\n'
is "and has no number" "$(results)" ""
ok "and not without the option" "$scanlab" bench sequential -n 2^10 -m add_f32 \
    --threads 1 --time-limit 0.5s -o "$work/r.csv"
is "where sums are exact" "$(results)" ""

# Of a run on a GPU: times of the stand-in can be too noisy to be drawn.
for kind in throughput fraction; do
    ok "plot one mode: $kind" "$scanlab" plot results/h200/scan.csv \
        results/h200/graph.csv --kind $kind --mode graph -a lookahead \
        -o "$work/charts"
    has "its title says so: $kind" "$(cat "$work/charts/$kind"*.gp)" "graph"
done

# A launch keeps its number in the graph: a graph that is launched twice, or a
# numbering that restarts inside of one, is wrong here (scan_tiles of libcuda.c).
for first in 536870000 536870907; do
    ok "numbers that restart between graphs, from $first" faked "" \
        env SCANLAB_FIRST_LAUNCH=$first "${bench[@]}" lookback -n 2^8
done
ok "the same in few numbers" faked "" env SCANLAB_LAST_LAUNCH=2001 \
    "${bench[@]}" lookback -n 2^8
run faked "" env SCANLAB_LAST_LAUNCH=3 "${bench[@]}" lookback sequential -n 2^8
has "too few numbers" "$out" "  lookback                 NOT JUDGED. cannot run as a CUDA graph: "
has "without harm to others" "$out" "  sequential  "

# ------------------------------------------------------------- what goes wrong

run faked graph_wrong "${bench[@]}" sequential lookback -n 2^8
is "wrong in a graph only: exit" "$code" 1
is "both are found" "$(grep -c 'WRONG. out\[5\] = .*, after [0-9]* calls in a CUDA graph$' \
    <<<"$out")" 2
has "the copy has a time" "$out" "1.000 of memcpy"
ok "out of graphs they are right" faked graph_wrong "${bench[@]}" sequential \
    lookback -n 2^8 --mode warm
run faked graph_wrong "${bench[@]}" sequential -n 2^20 --mode graph
has "one call" "$out" ", after 1 call in a CUDA graph"
run faked lazy "${bench[@]}" sequential lookback -n 2^8
is "an early return" "$(grep -c 'WRONG. out.* in a CUDA graph$' <<<"$out")" 2

run faked capture=900,capture_in=scan_all "${bench[@]}" sequential lookback -n 2^8,2^9
is "a kernel that cannot be captured: exit" "$code" 3
is "one line for each" "$(grep -c '  sequential               NOT JUDGED. cannot run as a CUDA graph: launching the kernel scan_all .*: CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED' \
    <<<"$out")" 2
is "the others' rows stand" "$(timed lookback)" 2
for words in end_capture=901 instantiate=2 graph_launch=1; do
    run faked $words "${bench[@]}" lookback -n 2^8
    is "no graph of the copy, so no field ($words): exit" "$code" 3
    has "the line ($words)" "$err" "cannot run as a CUDA graph: cu"
done
run faked fault=700,fault_in=scan_tiles "${bench[@]}" sequential lookback -n 2^8
is "a fault: exit" "$code" 1
has "names the kernel" "$err" "the kernel scan_tiles of"

# ---------------------------------------------------------------- libraries

# A row that enqueues its loop as the driver enqueues work; and one whose loop
# runs when it is called: during the capture, not in the graph.
mkdir "$work/cub"
object() { # FILE VARIANT BODY
    printf '%s\n' '#include <dlfcn.h>' \
        "const char *library_variant(void) { return \"$2\"; }" \
        'struct scan { const int *in; int *out; unsigned long n; };
        static int (*driver(const char *name))()
        {
            return (int (*)())dlsym(dlopen("libcuda.so.1", RTLD_NOW), name);
        }
        static void scan(const void *data)
        {
            const struct scan *s = data;
            for (unsigned long i = 0; i < s->n; i++)
                s->out[i] = (i ? s->out[i - 1] : 0) + s->in[i];
        }
        const char *library_scan_cuda(void *temporary, unsigned long *bytes,
            const int *in, int *out, unsigned long n, void *stream)
        {
            struct scan s = {in, out, n};
            (void)stream;
            *bytes = 64;
            if (!temporary)
                return 0;' "$3" 'return 0; }' |
        ${CC:-cc} -w -std=gnu11 -shared -fPIC -x c -o "$work/cub/$1" - ||
        echo "Bail out! $1"
}
later='driver("fake_enqueue")(scan, &s, sizeof s);'
object cub-1.0.0-add_i32-inclusive-sm_90.so 1.0.0 "$later"
object cub-2.0.0-add_i32-inclusive-sm_90.so 2.0.0 'scan(&s);'
object cub-3.0.0-add_i32-inclusive-sm_90.so 3.0.0 \
    "$later"'if (driver("cuStreamQuery")(stream)) return "cudaErrorStreamCaptureUnsupported";'
object cub-4.0.0-add_i32-inclusive-sm_90.so 4.0.0 \
    "$later"'driver("cuStreamQuery")(stream);'
run faked "" env SCANLAB_CUB_DIR="$work/cub" "$scanlab" bench lookback cub -d cuda \
    -n 2^8 --time-limit 1s --mode graph
is "a library that runs outside of the graph: exit" "$code" 1
is "a library in graphs" "$(timed cub:1.0.0)" 1
has "one that ran during the capture is wrong" \
    "$(grep '^  cub:2.0.0 ' <<<"$out")" "WRONG. out["
has "one that waits says so" "$out" "  cub:3.0.0                NOT JUDGED. cannot \
run as a CUDA graph: cub: cudaErrorStreamCaptureUnsupported"
has "one that waits silently is seen" "$out" "  cub:4.0.0                NOT JUDGED. \
cannot run as a CUDA graph: cuStreamEndCapture: CUDA_ERROR_STREAM_CAPTURE_INVALIDATED"
is "and the next one is timed" "$(timed lookback)" 1

# ------------------------------------------------------------------- bad use

refuses "a cpu has no graphs" 2 "--mode graph is for -d cuda, not for -d cpu" \
    "$scanlab" bench lookback --mode graph -n 8
refuses "nor in a list" 2 "--mode graph is for -d cuda, not for -d cpu" \
    "$scanlab" bench lookback --mode warm,graph -n 8
refuses "nor has simt times" 2 "bench measures real time" \
    "$scanlab" bench lookback -d simt --mode graph -n 8
refuses "no such mode" 2 "--mode warm,hot: want warm or cold, or with -d cuda graph" \
    "$scanlab" bench lookback --mode warm,hot -n 8
run faked "" "$scanlab" bench filter -d cuda --mode graph -n 2^8 --no-libraries
is "applications: exit" "$code" 2
has "the line" "$err" "--mode graph works only with scans"
mkdir "$work/old"
cp "$work/both"/* "$work/old"
${CC:-cc} -shared -fPIC -w -O1 -DWITHOUT_GRAPHS -o "$work/old/libcuda.so.1" \
    tests/fake_cuda/libcuda.c
run env LD_LIBRARY_PATH="$work/old" FAKE_CUDA= "${bench[@]}" lookback -n 2^8
is "an old driver: exit" "$code" 3
has "the line for it" "$err" "--mode graph: the NVIDIA driver has no \
cuStreamBeginCapture_v2: install one for CUDA 11.4 or later"
ok "it does the rest" env LD_LIBRARY_PATH="$work/old" FAKE_CUDA= "${bench[@]}" \
    lookback -n 2^8 --mode warm

done_testing
