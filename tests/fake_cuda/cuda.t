#!/bin/bash
# cuda.t - the device cuda without a GPU: scanlab's own code on stand-ins for
# the driver and for NVRTC. What runs, and what is said when something is wrong.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/fake_cuda/fakes.sh
. tests/pieces.sh # settle

if SANITIZED=${SANITIZED-} && [ -n "$SANITIZED" ]; then
    skip "cuda" "the stand-ins are not for sanitizers"
    done_testing
fi

scan=("$scanlab" run lookback -d cuda -n 1000)

# ------------------------------------------------------------------ it runs

ok "a scan" faked "" "${scan[@]}"
has "it says so" "$out" "on cuda: "
has "it is right" "$out" "right; last is"
ok "exclusive, after a carry" faked "" "${scan[@]}" --exclusive --init 7
has "that is right too" "$out" "right; last is"
ok "a wide element" faked "" "${scan[@]}" -m mss_i32
ok "nothing to scan" faked "" "$scanlab" run lookback -d cuda -n 0
ok "small ones show their steps" faked "" "$scanlab" run sequential -d cuda -n 4
has "by the SIMT machine" "$out" "step 3"
ok "the second GPU" faked gpus=2 env SCANLAB_GPU=1 "$scanlab" list
has "is named" "$out" "Fake GPU 1, 1.0 GiB"
has "with driver and compiler" "$out" "CUDA 13.0), NVRTC 13.9"

ok "verify" faked "" "$scanlab" verify lookback -d cuda -n 0..3,100,70000
has "proves nothing there" "$out" "lookback        right fold in every run"
is "all runs: 2 shapes of intervals, 12 monoids" \
    "$(sed -n 's/.*in every run: \([0-9]*\) runs/\1/p' <<<"$out")" \
    $((5 * 4 * 2 * 2 * 4 * 2 + 12 * (6 * 4 * 2 * 2 + 2)))

ok "bench" faked "" "$scanlab" bench lookback sequential -d cuda -n 2^8,2^12 \
    --time-limit 2s --no-libraries -o "$work/b.csv"
has "beside the GPU's own copy" "$out" "  memcpy  "
has "on the GPU" "$out" "n = 256, add_i32, inclusive, Fake GPU 0, warm"
is "no threads, no host copies" \
    "$(cut -d, -f2,3,4,9 "$work/b.csv" | sort -u | paste -sd' ')" \
    "algorithm,variant,device,threads lookback,,cuda, memcpy,,cuda, sequential,,cuda,"
for word in '"gpu":{"name":"Fake GPU 0","architecture":"sm_90a"' \
    '"when":"before"' '"when":"after"'; do
    has "the JSON has $word" "$(cat "$work/b.json")" "$word"
done
ok "cold" faked "" "$scanlab" bench lookback -d cuda -n 2^12 --mode cold \
    --time-limit 1s --no-libraries -o "$work/c.csv"
is "cold: one call a sample" \
    "$(tail -n +2 "$work/c.csv" | cut -d, -f12,31 | sort -u)" "cold,1"
# The stand-in has no kernels of applications: the row of mssp is wrong, the
# copy's is not. It moves n elements of 16 bytes; what goes in are n of 4.
run faked "" "$scanlab" bench mssp -d cuda -n 2^12 --time-limit 1s
lacks "no copy of more than there is" "$out$err" "CUDA_ERROR"
is "the copy of an application has a row" \
    "$(grep -c '^  memcpy .*1.000 of memcpy' <<<"$out")" 1
refuses "libraries have their device" 2 "tbb is for -d cpu, not for -d cuda" \
    faked "" "$scanlab" bench tbb -d cuda
refuses "both ways" 2 "cub is for -d cuda, not for -d cpu" \
    "$scanlab" bench cub
# CUB's rows: objects that were built ahead, here by a plain loop. nvcc is not
# asked for a monoid that has one.
object() { # FILE VARIANT
    printf '%s\n' "const char *library_variant(void) { return \"$2\"; }" \
        'const char *library_scan_cuda(void *temporary, unsigned long *bytes,
            const int *in, int *out, unsigned long n, void *stream)
        {
            (void)stream;
            *bytes = 64;
            for (unsigned long i = 0; i < n && temporary; i++)
                out[i] = (i ? out[i - 1] : 0) + in[i];
            return 0;
        }' | ${CC:-cc} -shared -fPIC -x c -o "$work/cub/$1" -
}
mkdir "$work/cub"
object cub-1.2.3-add_i32-inclusive-sm_90.so 1.2.3
object cub-1.4.0-lookahead-add_i32-inclusive-sm_90.so 1.4.0,lookahead
object cub-1.4.0-seg_add_i32-inclusive-sm_90.so of-another-monoid
mkdir "$work/bin"
printf '#!/bin/sh\necho "$@" >>"%s"\necho "error: no nvcc today" >&2\nexit 1\n' \
    "$work/nvcc.log" >"$work/bin/nvcc"
chmod +x "$work/bin/nvcc"
cub=(env SCANLAB_CUB_DIR="$work/cub" PATH="$work/bin:$PATH"
    "$scanlab" bench -d cuda -n 2^8 --time-limit 1s)
ok "a row for each object" faked "" "${cub[@]}" lookback cub -o "$work/cub.csv"
is "each by its version and form" \
    "$(sed -n 's/^[^,]*,cub,\("[^"]*"\|[^,]*\),.*/\1/p' "$work/cub.csv" |
        LC_ALL=C sort | paste -sd' ')" '"1.4.0,lookahead" 1.2.3'
has "on the terminal too" "$out" "  cub:1.4.0,lookahead  "
lacks "nothing is left out" "$err" "left out"
ok "one of them, by name" faked "" "${cub[@]}" cub:1.4.0,lookahead
has "is there" "$out" "  cub:1.4.0,lookahead  "
lacks "alone" "$out" "cub:1.2.3"
ok "one that is not there" faked "" "${cub[@]}" lookback cub:9.9 -n 2^8,2^9
is "is named once" "$(grep -c 'no row cub:9.9 for add_i32: left out' <<<"$err")" 1
echo broken >"$work/cub/cub-1.2.3-add_i32-inclusive-sm_90.so"
ok "an object that does not load" faked "" "${cub[@]}" lookback cub
has "is left out" "$err" "cub-1.2.3-add_i32-inclusive-sm_90.so: file too short: left out"
has "without the others" "$out" "  cub:1.4.0,lookahead  "
ok "a monoid without objects is built, and may not be" faked "" "${cub[@]}" lookback cub \
    -m add_i64,add_i32
has "its row is left out" "$err" "no cub of the toolkit for add_i64: "
has "with the reason" "$err" "does not compile: error: no nvcc today: left out"
has "and the next monoid has its rows" "$out" "  cub:1.4.0,lookahead  "
is "of a scan both forms are built" \
    "$(grep -o 'LOOKAHEAD=[01]' "$work/nvcc.log" | sort -u | paste -sd' ')" \
    "LOOKAHEAD=0 LOOKAHEAD=1"

# Cycles: the stand-in takes 1000, 3 for each element, and up to 4 more.
measure=("$scanlab" measure sequential "kogge_stone:double,block=1024" lookback
    hillis_steele blelloch -d cuda)
ok "measure" faked "" "${measure[@]}" -n 32..33,2^10 -o "$work/m.csv"
has "cycles beside work and depth" "$out" \
    "$(printf '%-36s %5s %10s %8s %9s  407' kogge_stone:block=1024,double \
        2^10 9217 10 4074)"
has "what is in them" "$out" "cycles of one block on Fake GPU 0, the median of \
101 launches: from a barrier"
has "several launches" "$out" \
    "2^10  left out: 10 launches, but cycles are counted only for a single block"
is "the CSV: a row for each that is one block" \
    "$(sed '1d; s/"[^"]*"//' "$work/m.csv" | cut -d, -f2,8 | paste -sd' ')" \
    "$(printf 'sequential,%d ' 32 33 1024)$(: \
    )$(printf 'kogge_stone,%d ' 32 33 1024)$(: \
    )$(printf 'lookback,%d ' 32 33 1024)blelloch,32 blelloch,33"
has "the JSON has the GPU" "$(cat "$work/m.json")" '"gpu":{"name":"Fake GPU 0"'
ok "exclusive, of floats" faked "" "$scanlab" measure sequential -d cuda -n 7 \
    --exclusive -m add_f32
ok "a file in place of kernel.cu" faked "" "$scanlab" measure sequential \
    -d cuda -n 32 --source algorithms/sequential/kernel.cu
has "has its time" "$out" " 31       31      1098 "
run faked wrong "${measure[@]}" -n 4,32 -o "$work/w.csv"
is "measure of wrong outputs: exit" "$code" 1
has "names the element" "$out" "WRONG. out[5] = "
has "says how many" "$err" "scanlab: 4 of 8 scans are wrong"
is "a wrong scan has no time" \
    "$(awk -F, '$0 ~ /sequential,.*,32,/' "$work/w.csv" | cut -d, -f18-)" \
    "0,0,,,,,,,"
run faked fault=700 "$scanlab" measure sequential -d cuda -n 31,32
is "measure after a fault: exit" "$code" 1
has "the kernel that did it" "$out" "31  WRONG. the kernel scan_all of "
has "the next one is timed" "$out" "$(printf '%5d %10d' 32 31)"
run faked "" "$scanlab" measure hillis_steele naive -d cuda -n 0,32
is "nothing is one block: exit" "$code" 2
has "says what to do" "$err" "none of the algorithms runs as a single block at these sizes: use"
refuses "the interval monoid is for counting" 2 "use it with measure -d simt" \
    faked "" "$scanlab" measure sequential -d cuda -m interval
refuses "-m is for cycles" 2 "-m works only with -d cuda" \
    "$scanlab" measure sequential -m add_i32
refuses "no threads there" 2 "--threads is for -d cpu" \
    faked "" "$scanlab" measure sequential -d cuda --threads 2
ok "plot" "$scanlab" plot "$work/m.csv" "$work/w.csv" --kind cycles \
    -o "$work/charts"
has "leaves the wrong ones out" "$err" "4 rows left out"
has "draws cycles" "$(cat "$work/charts/cycles-add_i32.dat")" \
    "$(printf '# index 0: lookback\n# n  cycles  low  high\n')"
has "on the GPU" "$(cat "$work/charts/cycles-add_i32.gp")" "Fake GPU 0, driver"
refuses "threads are not for it" 2 "--threads is for -d cpu" \
    faked "" "${scan[@]}" --threads 2

# --------------------------------------------------------- what can be missing

refuses "no GPU" 3 "the NVIDIA driver finds no GPU (cuInit: CUDA_ERROR_NO_DEVICE" \
    faked no_device "${scan[@]}"
refuses "hidden GPUs" 3 "CUDA_VISIBLE_DEVICES hides some" \
    env CUDA_VISIBLE_DEVICES= LD_LIBRARY_PATH="$work/both" FAKE_CUDA=gpus=0 \
    "${scan[@]}"
refuses "a driver that does not start" 3 \
    "cannot be initialised (cuInit: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH" \
    faked init=803 "${scan[@]}"
refuses "an old driver" 3 "is for CUDA 10.2, which is too old" \
    faked version=10020 "${scan[@]}"
refuses "an old GPU" 3 "compute capability 6.1" faked sm=61 "${scan[@]}"
refuses "no such GPU" 3 "SCANLAB_GPU=4: want the number of a GPU, 0 to 0" \
    faked "" env SCANLAB_GPU=4 "${scan[@]}"
refuses "no NVRTC" 3 "SCANLAB_NVRTC=/nowhere: no NVRTC there" \
    faked "" env SCANLAB_NVRTC=/nowhere "${scan[@]}"
refuses "an NVRTC too new for the driver" 3 \
    "NVRTC 13.9 is installed, but the driver is for CUDA 12.4" \
    faked version=12040 env SCANLAB_NVRTC="$work/both/libnvrtc.so.13" \
    "${scan[@]}"
ok "an older NVRTC does" faked version=12040 env FAKE_NVRTC=12.8 \
    SCANLAB_NVRTC="$work/both/libnvrtc.so.13" "${scan[@]}"
ok "list tells what is missing" faked no_device "$scanlab" list
has "in its line" "$out" "cuda            not available: the NVIDIA driver finds no GPU"
for command in run verify bench measure; do
    refuses "$command without a GPU" 3 "no GPU" \
        faked no_device "$scanlab" $command lookback -d cuda -n 8
done

# ------------------------------------------------------------------ bad code

sed 's/^__global__/SYNTAX_ERROR __global__/' algorithms/lookback/kernel.cu \
    >"$work/broken.cu"
run faked "" "${scan[@]}" --source "$work/broken.cu"
is "a source that does not compile: exit" "$code" 3
has "the compiler's own words" "$err" 'error: identifier "SYNTAX_ERROR"'
has "and the sentence" "$err" "scanlab: $work/broken.cu does not compile: "
sed 's/scan_tiles/scan_all_tiles/' algorithms/lookback/kernel.cu \
    >"$work/named.cu"
refuses "another kernel's name" 3 "defines no kernel 'scan_tiles'" \
    faked "" "${scan[@]}" --source "$work/named.cu"
refuses "code that does not load" 3 \
    "compiles but does not load: cuModuleLoadData: CUDA_ERROR_NO_BINARY" \
    faked load=209 "${scan[@]}"
refuses "a launch that fails" 1 \
    "launching the kernel scan_tiles in 1 blocks of 128 threads" \
    faked launch=701 "${scan[@]}"
refuses "other parameters than the plan's" 3 \
    "the kernel reduce_full_tiles has 0 parameters; the plan passes 2" \
    faked "" "$scanlab" run three_kernel -d cuda -n 100000

# ------------------------------------------------------------- what goes wrong

refuses "out of memory" 3 "cuMemAlloc of 4512 bytes for out: \
CUDA_ERROR_OUT_OF_MEMORY (as the test wants it); 2972 bytes are free; n = 2^9 \
would fit" faked memory=8000 "${scan[@]}"
refuses "out of memory for a bench" 3 "n = 2^16 would fit" \
    faked memory=3000000 "$scanlab" bench lookback -d cuda -n 2^20
run faked memory=2885500 "$scanlab" bench sequential lookback:report -d cuda -n 2^16 \
    --mode cold --time-limit 1s --no-libraries
is "a scan that does not fit leaves the bench: exit" "$code" 0
has "with a line" "$out" "n = 2^16: lookback is left out: cuMemAlloc of "
has "the others stay" "$out" "  sequential  "
lacks "it has no time" "$out" "  lookback:report  "
run faked slow "$scanlab" bench sequential lookback -d cuda -n 2^21 \
    --time-limit 1s --no-libraries
is "a scan that takes too long leaves the bench: exit" "$code" 0
has "with a line too" "$out" \
    "n = 2^21: sequential is left out: a call would take some "
has "the others stay too" "$out" "  lookback  "
refuses "an illegal address" 1 \
    "kernel.cu: CUDA_ERROR_ILLEGAL_ADDRESS (as the test wants it). To see the \
line: scanlab verify -d simt, or compute-sanitizer" faked fault=700 "${scan[@]}"
has "the kernel is named" "$err" "the kernel scan_tiles of "
refuses "the kernel that did it is named" 1 "the kernel apply_carry of " \
    faked fault=700,fault_in=apply_carry "${scan[@]}" --init 3
refuses "a GPU that does not come back" 1 "this process lost the GPU" \
    faked fault=719,lost "${scan[@]}"
refuses "a wrong output" 1 "out[5] = " faked wrong "${scan[@]}"

echo old >"$work/out.npy"
refuses "a kernel that hangs" 1 "the kernel scan_tiles of $PWD/algorithms/\
lookback/kernel.cu did not finish (0.3" \
    faked hang "${scan[@]}" -o "$work/out.npy"
is "the output is as it was" "$(cat "$work/out.npy")" old
run faked hang "$scanlab" bench lookback -d cuda -n 2^8 --no-libraries \
    -o "$work/hang.csv"
is "a bench that hangs: exit" "$code" 1
is "leaves nothing behind" "$(find "$work" -name 'hang*')" ""

# A fault, then another execution of the same process.
run faked fault=700,fault_in=scan_tiles "$scanlab" verify lookback sequential \
    -d cuda -n 100
is "verify after a fault: exit" "$code" 1
has "the kernel that did it" "$out" "WRONG. the \
kernel scan_tiles of"
alone=$out
run faked fault=700,fault_in=scan_tiles "$scanlab" verify lookback sequential \
    -d cuda -n 100 --jobs 1
is "the same, compiled by one process" "$out" "$alone"
has "the next one runs" "$out" "sequential      right fold in every run"
run faked fault=700,lost "$scanlab" verify lookback sequential -d cuda -n 100
is "verify after the GPU was lost: exit" "$code" 3
has "says that it was" "$err" "this process lost the GPU after CUDA_ERROR"
run faked fault=700,fault_in=scan_tiles "$scanlab" bench sequential lookback \
    -d cuda -n 2^8 --no-libraries -o "$work/fault.csv"
is "bench with a fault: exit" "$code" 1
has "names the kernel" "$err" "the kernel scan_tiles of"
lacks "times nothing" "$out" "GB/s"
run faked wrong "$scanlab" bench sequential -d cuda -n 2^8 --no-libraries \
    --time-limit 1s
is "bench of wrong outputs: exit" "$code" 1
has "names the element" "$out" "sequential               WRONG. out[5] = "
# A scan that returns early where its output stands: always found, also of one
# element, and where scans of most inputs end alike.
for words in "-n 1" "-n 5000 --exclusive" "-n 2^8 -m max_i32" \
    "-n 2^8 -m add_f32"; do
    # shellcheck disable=SC2086
    run faked lazy "$scanlab" bench sequential lookback -d cuda $words \
        --no-libraries --time-limit 0.2s
    is "bench of an early return ($words): exit" "$code" 1
    is "none has a time ($words)" \
        "$(grep -c 'WRONG. out.*, after [0-9]* calls in a row$' <<<"$out")" 2
    has "the copy has ($words)" "$out" "1.000 of memcpy"
done

for words in wrong beside spoils; do
    case $words in
    wrong) want="out[5] is " ;;
    beside) want="memory after the output was written" ;;
    spoils) want="in[5] was overwritten" ;;
    esac
    run faked $words "$scanlab" verify sequential -d cuda -n 100
    is "verify sees it ($words): exit" "$code" 1
    has "and says it ($words)" "$out" "$want"
    has "in its case ($words)" "$out" \
        "Case:      sequential, inclusive, n = 100, T of 4 bytes"
done
# Margins of the input and of buffers, of this n's length: the second size has
# more flags than the first one.
for words in behind_input before_flags behind_flags; do
    case $words in
    behind_input) want="memory after the input was written" ;;
    before_flags) want="memory before flags[0] was written" ;;
    behind_flags) want="memory after flags[1] was written" ;;
    esac
    run faked $words "$scanlab" verify lookback -d cuda -n 100,70000
    is "verify sees it ($words): exit" "$code" 1
    has "and says it ($words)" "$out" "WRONG. $want"
done
run faked beside "${scan[@]}"
is "run sees it too: exit" "$code" 1
has "and says it too" "$out$err" "memory after out[999] was written"

run faked wrong "$scanlab" verify sequential -d cuda -n 100000
has "beyond intervals by monoids" "$out" \
    "WRONG. out[5] = "

# -------------------------------------------------- the numbers of launches

# The stand-in of scan_tiles is wrong when it meets a flag with its own tag.
# On the SIMT machine the flags of both forms; all settings: proofs.t.
small=lookback:block=32,items=1,window=4
for device in simt cuda; do
    case $device in
    simt) what=("$(settle $small)" "$(settle $small,packed)" --bytes 4) ;;
    cuda) what=(lookback) ;;
    esac
    [ -z "${TEST_ALL-}" ] || what=(lookback)
    sizes="100,5000,300,9000,100"
    [ $device = cuda ] || sizes=100,300
    for numbers in "536870911 536870912" "1 2" "3 3"; do
        read -r first last <<<"$numbers"
        ok "$device: launches from $first, again after $last" \
            faked "" env SCANLAB_FIRST_LAUNCH="$first" \
            SCANLAB_LAST_LAUNCH="$last" "$scanlab" verify "${what[@]}" \
            -d $device -n $sizes
    done
done

# ------------------------------------------------------------- explore
# Its times are precise at once, so the later stages need none of their half: the
# rest of the eight seconds goes to further points.
began=$SECONDS
ok "explore" faked "" "$scanlab" explore lookback -d cuda -n 2^12 --budget 8s --once \
    --space block=32..512,items=1..16
has "points are left" "$out" "not reached: increase --budget"
ok "and no time is" test $((SECONDS - began)) -ge 6

done_testing
