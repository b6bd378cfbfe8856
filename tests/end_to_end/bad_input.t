#!/bin/bash
# bad_input.t - wrong use gets one line that names the culprit, the exit code
# that --help promises, and leaves no file behind.
. "$(dirname "$0")/../end_to_end/tap.sh"

numbers=tests/end_to_end/examples/lecture.txt
mkdir "$work/out"

# ------------------------------------------------------------ unknown names

refuses "no command" 2 "Usage" sh -c '"$1" 2>&1 | head -1 >&2; exit 2' - \
    "$scanlab"
refuses "unknown command" 2 "did you mean 'verify'?" "$scanlab" verfy
refuses "unknown algorithm" 2 "no algorithm 'koggestone': did you mean 'kogge_stone'?" \
    "$scanlab" run koggestone
refuses "unknown algorithm of verify" 2 "did you mean 'blelloch'?" \
    "$scanlab" verify bleloch
refuses "unknown algorithm of measure" 2 "did you mean 'naive'?" \
    "$scanlab" measure naiv
refuses "unknown algorithm of bench" 2 "did you mean 'lookback'?" \
    "$scanlab" bench lookbak
refuses "unknown variant" 2 "did you mean 'plain'?" \
    "$scanlab" run lookback:plian
refuses "unknown monoid" 2 "no monoid 'ad_i32': did you mean 'add_i32'?" \
    "$scanlab" run sequential -m ad_i32
refuses "unknown monoid header" 2 "nowhere/mine.h" \
    "$scanlab" run sequential -m nowhere/mine.h
refuses "unknown device" 2 "no device 'cudaa': did you mean 'cuda'?" \
    "$scanlab" run sequential -d cudaa
for command in run verify measure bench; do
    refuses "unknown option of $command" 2 "did you mean --threads?" \
        "$scanlab" $command sequential --thread-s 2
done
refuses "unknown option of list" 2 "did you mean --verbose?" \
    "$scanlab" list --verbos-e
refuses "an option that does not apply" 2 "--init" \
    "$scanlab" verify all --init 3
refuses "an option without its value" 2 "-n" "$scanlab" run sequential -n
refuses "an argument that list does not take" 2 "'sequential'" \
    "$scanlab" list sequential
refuses "run without an algorithm" 2 "one algorithm" "$scanlab" run
refuses "run with two" 2 "one algorithm" "$scanlab" run naive sequential
refuses "verify without an algorithm" 2 "name one or more algorithms" "$scanlab" verify
refuses "measure without an algorithm" 2 "name one or more algorithms" "$scanlab" measure

# Two outputs are both written or neither is, and never to one file.
filter=("$scanlab" run filter -i "$numbers" -q)
echo old >"$work/kept.txt"
refuses "the second of two outputs" 2 "$work/nowhere/count.txt" \
    "${filter[@]}" -o "out=$work/kept.txt" -o "count=$work/nowhere/count.txt"
is "the first output is unchanged" "$(cat "$work/kept.txt")" old
refuses "the second of two outputs is full" 3 "/dev/full" \
    "${filter[@]}" -o "out=$work/none.txt" -o count=/dev/full
is "no first output is left" "$(find "$work" -name "none*")" ""
ok "two outputs" "${filter[@]}" -o "out=$work/kept.txt" -o "count=$work/count.txt"
is "both are written" "$(paste -sd' ' "$work/kept.txt"), $(cat "$work/count.txt")" \
    "3 1 7 1 3, 5"
ln -s kept.txt "$work/link.txt"
for other in kept.txt ./kept.txt link.txt; do
    refuses "two outputs in one file, $other" 2 \
        "-o out=$work/kept.txt and -o count=$work/$other: one file cannot hold both outputs" \
        "${filter[@]}" -o "out=$work/kept.txt" -o "count=$work/$other"
done
refuses "two outputs on standard output" 2 "one file cannot hold both outputs" \
    "$scanlab" run partition2 -n 9 -o out=- -o count=-
for trace in verify run; do
    run "$scanlab" $trace kogge_stone:block=32 -d simt -n 64 --trace /dev/full \
        --source tests/museum/lockstep.cu
    has "$trace: a full trace" "$(tr -s " " <<<"$code $out$err")" "No trace: cannot write the trace: No space left"
    has "$trace: the finding is there" "$out$err" "race on cell["
done
run "$scanlab" trace kogge_stone:block=32 -n 64 -o /dev/full
is "trace: no room" "$code$out$err" \
    "3scanlab: cannot write the trace: No space left on device"
refuses "two outputs of a scan" 2 "sequential has one output" \
    "$scanlab" run sequential -n 9 -q -o "$work/one.npy" -o "$work/other.npy"
refuses "two outputs in a new file" 2 "one file cannot hold both outputs" \
    "${filter[@]}" -o "out=$work/new.txt" -o "count=$work/./new.txt"
mkdir "$work/bench.json"
refuses "the JSON of a CSV" 2 "bench.json: Is a directory" "$scanlab" bench naive -n 8 \
    --time-limit 1s --no-libraries -o "$work/bench.csv"
is "no CSV is left" "$(find "$work" -name "bench.csv*")" ""

# A header that does not compile: its first error, in one line.
printf 'typedef int32_t T;\nDEVICE T identity(void) { return a; }\n%s\n' \
    'DEVICE T op(T a, T b) { return a + c + d; }' >"$work/three.h"
refuses "a monoid with three errors" 3 \
    "three.h:2:34: error: 'a' undeclared (first use in this function) (the first of 3 errors; SCANLAB_ERRORS=all shows all)" \
    env SCANLAB_CC=gcc "$scanlab" run sequential -m "$work/three.h" -n 8
refuses "the laws of this monoid" 3 "three.h does not compile: $work/three.h:2:" \
    "$scanlab" verify -m "$work/three.h"
run env SCANLAB_ERRORS=all "$scanlab" run sequential -m "$work/three.h" -n 8
is "all of its errors" "$(grep -c "^$work/three.h:.*error" <<<"$err")" 3
echo 'DEVICE bool keeps(T x) { return x < a + b; }' >"$work/two.h"
refuses "a predicate with two errors" 3 "does not compile for elements of add_i32: $work/two.h:1:" \
    "$scanlab" run filter --predicate "$work/two.h" -n 8

# ------------------------------------------------------------------- values

for size in x -1 1.5 2^ 2^99 10^30 5..3 1Q '1,,2' '' 99999999999999999999; do
    refuses "size '$size'" 2 "${size%%,*}" "$scanlab" run sequential -n "$size"
done
refuses "two sizes for run" 2 "one size" "$scanlab" run sequential -n 1,2
refuses "n and a file" 2 "-i" "$scanlab" run sequential -n 5 -i $numbers
refuses "threads 0" 2 "--threads 0" "$scanlab" run sequential --threads 0
refuses "threads x" 2 "--threads x" "$scanlab" run sequential --threads x
refuses "block 7" 2 "block cannot be '7'; it is 4, 8" \
    "$scanlab" run kogge_stone --block 7
refuses "a parameter of another algorithm" 2 "factor" \
    "$scanlab" run kogge_stone --factor 2
refuses "sequential above block" 2 "sequential cannot be above block" \
    "$scanlab" run brent_kung --block 8 --sequential 16 -n 8
many=()
for _ in {1..40}; do
    many+=(--block 32)
done
refuses "the last of forty options is not left out" 2 \
    "block cannot be '77'" "$scanlab" run kogge_stone "${many[@]}" --block 77
has "nor is it when it is right" \
    "$("$scanlab" run kogge_stone "${many[@]}" --block 64 -n 8 </dev/null)" \
    "Kogge-Stone:block=64"
words=block=32
for _ in {1..40}; do
    words=$words,block=32
done
has "nor after a name" \
    "$("$scanlab" run "kogge_stone:$words,block=64" -n 8 </dev/null)" \
    "Kogge-Stone:block=64"
refuses "more algorithms than there is room for" 2 "more than 64 algorithms" \
    "$scanlab" verify all all all all all all all
refuses "more threads than there is room for" 2 "at most 32" \
    "$scanlab" bench sequential --threads "1$(printf ',%d' {1..32})"
refuses "more monoids than there is room for" 2 "at most 32" \
    "$scanlab" bench sequential -m "add_i32$(printf ',m%d' {1..32})"
refuses "naive far beyond what n^2 allows" 2 "at most 8192" \
    "$scanlab" run naive -n 1M
refuses "init x" 2 "--init x" "$scanlab" run sequential --init x
refuses "init of two elements" 2 "one element" \
    "$scanlab" run sequential --init 1,2
refuses "a seed that is no number" 2 "--seed x" \
    "$scanlab" run sequential --seed x
refuses "an unknown format" 2 "jpeg" "$scanlab" run sequential --format jpeg
refuses "a time limit of nothing" 2 "--time-limit 0" \
    "$scanlab" bench sequential --time-limit 0
refuses "the interval monoid has no values" 2 "verify or measure" \
    "$scanlab" run sequential -m interval

# --------------------------------------------------------- what is not here

refuses "more than memory" 3 "GiB" "$scanlab" run sequential -n 2^44
refuses "more than any computer can hold" 3 "2^6" \
    sh -c '"$1" run sequential -n 2^62 2>&1 | sed "s/[0-9]\{19\}/2^62/" >&2; exit 3' \
    - "$scanlab"
refuses "a bench of more than memory" 3 "GiB" "$scanlab" bench -n 2^10,2^44
refuses "verify of more than memory" 3 "memory" "$scanlab" verify lookback -d cpu -n 2^44
if PATH=$PATH:/sbin ldconfig -p 2>/dev/null | grep -q libcuda.so.1; then
    skip "cuda without a GPU" "this machine has an NVIDIA driver"
else
    for command in run verify bench; do
        refuses "$command on cuda without a GPU" 3 "no NVIDIA driver" \
            "$scanlab" $command sequential -d cuda -n 8
    done
fi
refuses "no compiler" 3 "install gcc" env SCANLAB_CC=/nowhere/cc \
    XDG_CACHE_HOME="$work/cache" "$scanlab" run sequential -n 8
refuses "a cache that cannot be made" 3 "cache" \
    env XDG_CACHE_HOME=$numbers/x "$scanlab" run sequential -n 8
refuses "a home without algorithms" 2 "SCANLAB_HOME" \
    env SCANLAB_HOME="$work" "$scanlab" run sequential -n 8

# -------------------------------------------------------------------- files

# refused FILE CODE PART NAME [OPTION...]: as input; no output must appear.
refused() {
    local file=$1 want=$2 part=$3 name=$4
    shift 4
    refuses "$name" "$want" "$part" "$scanlab" run sequential -i "$file" \
        -o "$work/out/result.npy" "$@"
}

# npy NAME DESCR FORTRAN SHAPE DATA...: writes $work/NAME, DATA as \x.. texts.
npy() {
    local header="{'descr': '$2', 'fortran_order': $3, 'shape': $4, }"
    printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$header" >"$work/$1"
    # shellcheck disable=SC2059  # the data are escapes
    printf "$5" >>"$work/$1"
}
four='\x03\x00\x00\x00\x01\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00'

npy good.npy '<i4' False '(4,)' "$four"
ok "a good .npy file" "$scanlab" run sequential -i "$work/good.npy" -q
npy short.npy '<i4' False '(5,)' "$four"
refused "$work/short.npy" 2 "short.npy" "a truncated .npy file"
npy long.npy '<i4' False '(3,)' "$four"
refused "$work/long.npy" 2 "long.npy" "more data than the header says"
npy fortran.npy '<i4' True '(2, 2)' "$four"
refused "$work/fortran.npy" 2 "Fortran" "Fortran order" -m affine_u32
npy text.npy '<U4' False '(1,)' "$four"
refused "$work/text.npy" 2 "strings" "an array of strings"
npy float.npy '<f4' False '(4,)' "$four"
refused "$work/float.npy" 2 "float.npy" "floats for an integer monoid"
npy flat.npy '<i4' False '(2, 2)' "$four"
refused "$work/flat.npy" 2 "flat.npy" "a matrix for a monoid of one number"
head -c 50 "$work/good.npy" >"$work/header.npy"
refused "$work/header.npy" 2 "header.npy" "half a header"
echo "3 1 7" >"$work/fake.npy"
refused "$work/fake.npy" 2 "fake.npy" "text that is called .npy"
printf 'abcd\1' >"$work/odd.bin"
refused "$work/odd.bin" 2 "odd.bin" "raw bytes that are no whole elements"
printf '1 2\n3 x 4\n' >"$work/word.txt"
refused "$work/word.txt" 2 "line 2" "a word among numbers"
echo "1 2 3000000000" >"$work/large.txt"
refused "$work/large.txt" 2 "3000000000" "a number that does not fit"
echo "1 nan 3" >"$work/nan.txt"
refused "$work/nan.txt" 2 "nan" "NaN for integers"
refused "$work/nan.txt" 2 "an" "NaN where floats are summed" -m add_f32
echo "(1, 2" >"$work/open.txt"
refused "$work/open.txt" 2 "open.txt" "a parenthesis that stays open" \
    -m affine_u32
echo "1 2.5" >"$work/half.txt"
refused "$work/half.txt" 2 "2.5" "a fraction for integers"
refused "$work/none.npy" 2 "none.npy" "a file that is not there"
refused "$work" 2 "$work" "a folder as input"
refused - 2 "standard input" "raw standard input of nothing" --format npy
refuses "a folder that is not there" 2 "nowhere/out.npy" \
    "$scanlab" run sequential -n 8 -o "$work/nowhere/out.npy"
refuses "a source that is not there" 2 "none.c" \
    "$scanlab" verify sequential --source "$work/none.c"
refuses "two sources" 2 "one of them" \
    "$scanlab" verify sequential --source "$work/none.c" --source "$numbers"
refuses "a source with two lines in its name" 2 "rename it" \
    "$scanlab" verify sequential --source $'a\nsequential      proved.c'
refuses "two monoids without a comma" 2 "one of them" \
    "$scanlab" verify -m "$work/none.h" -m add_i32
refuses "a source for all" 2 "--source" \
    "$scanlab" verify all --source "$numbers"
refuses "a CSV that is not there" 2 "none.csv" \
    "$scanlab" plot "$work/none.csv" -o "$work/out"
echo "hello" >"$work/hello.csv"
refuses "a CSV of something else" 2 "hello.csv" \
    "$scanlab" plot "$work/hello.csv" -o "$work/out"
is "no output appeared" "$(ls -A "$work/out")" ""

# --------------------------------------------------------------- a full disk

# A file that may not grow stands for a disk that is full; where a small one can
# be mounted, that too.
echo "old" >"$work/out/kept.npy"
full() {
    # shellcheck disable=SC3045  # bash has ulimit -f
    bash -c 'ulimit -f 8; trap "" XFSZ; exec "$@"' - "$@"
}
refuses "a result that outgrows the disk" 3 "kept.npy: File too large" full \
    "$scanlab" run sequential -n 100000 -o "$work/out/kept.npy"
is "leaves the old file as it was" "$(cat "$work/out/kept.npy")" "old"
is "and nothing else" "$(ls -A "$work/out")" "kept.npy"

# Nowhere to put what a compiler makes of it.
refuses "no temporary files" 3 \
    "cannot write a temporary file in /proc: " env TMPDIR=/proc \
    XDG_CACHE_HOME="$work/cache1" "$scanlab" run lookback -d simt -n 10
refuses "no temporary files, cpu" 3 "cannot write a temporary file in /proc: " \
    env TMPDIR=/proc XDG_CACHE_HOME="$work/cache1" \
    "$scanlab" run lookback -n 10
# What is said goes through a pipe: files may not grow.
no_files() {
    bash -c '(ulimit -f 0; exec "$@") 2>&1 | cat >&2
        exit "${PIPESTATUS[0]}"' - "$@"
}
refuses "a cache that cannot grow" 3 \
    "cannot write to the cache folder $work/cache2/scanlab: File too large" \
    no_files env XDG_CACHE_HOME="$work/cache2" "$scanlab" run lookback -d simt -n 10
"$scanlab" run lookback -d simt -n 10 >/dev/null # compiled
refuses "a copy that cannot be made" 3 \
    "algorithms/lookback/kernel.cu (File too large)" \
    no_files "$scanlab" run lookback -d simt -n 10

mkdir "$work/disk"
if [ "$(id -u)" -eq 0 ] &&
    mount -t tmpfs -o size=64k none "$work/disk" 2>/dev/null; then
    trap 'umount "$work/disk"; rm -rf "$work"' EXIT
    for format in npy txt bin; do
        refuses "a full disk, .$format" 3 "No space left on device" \
            "$scanlab" run sequential -n 100000 -o "$work/disk/out.$format"
    done
    refuses "a full disk, measure" 3 "No space left on device" sh -c \
        'head -c 70000 /dev/zero >"$2/ballast" 2>/dev/null
         "$1" measure sequential -n 2^4..2^6 -o "$2/m.csv" >/dev/null' \
        - "$scanlab" "$work/disk"
    is "no part of a file is left" "$(ls -A "$work/disk")" "ballast"
else
    skip "a full disk" "no small file system can be mounted here"
fi
if [ -w /dev/full ]; then
    refuses "a closed standard output" 3 "standard output" sh -c \
        '"$1" list >/dev/full' - "$scanlab"
else
    skip "a closed standard output" "no /dev/full"
fi

done_testing
