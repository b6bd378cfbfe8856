#!/bin/bash
# verify.t - a loop, a tree and look-back give the right fold on the interval
# monoid, with the largest T, the tree in small sections (TEST_ALL=1: every
# algorithm, default sections, more sizes, every T). Of smaller elements every
# algorithm is run: unit/test_scans.
. "$(dirname "$0")/../end_to_end/tap.sh"

sizes=0..9,31..33,65,257,1025
bytes=('--bytes=32') widths=32
# A tree of 256 elements that is written out takes the compiler some 10 s.
names='sequential blelloch lookback'
scans=(sequential 'blelloch:block=4,grain=1' lookback)
if thorough; then
    sizes=0..70,255..257,1023..1025,4095..4097
    bytes=() widths='4, 8, 16 and 32' scans=(all)
    names=$("$scanlab" list --names)
fi
run "$scanlab" verify "${scans[@]}" -d cpu -n $sizes "${bytes[@]}"
is "verify all: exit 0" "$code$err" 0
said=$out
for name in $names; do
    is "$name" "$(grep -c "^$name  *right fold in every run" <<<"$said")" 1
done
has "it says under which conditions" "$said" "n = $sizes; T of $widths"
has "and which schedules" "$said" "small and default parameters"
lacks "it claims no proof on a cpu" "$said" "proved"
is "no scan is wrong" "$(grep -c WRONG <<<"$said")" 0

# `all` are the scans; the last line says how applications are verified. A compiler
# that takes the monoid alone makes that quick.
cat >"$work/takes-monoids" <<'EOF'
#!/bin/sh
case $* in *monoid_module* | *-shared*) exec cc "$@" ;; esac
echo 'cpu.c:1:1: error: no scan today' >&2
exit 1
EOF
chmod +x "$work/takes-monoids"
run env SCANLAB_CC="$work/takes-monoids" "$scanlab" verify all -d cpu -n 1
is "verify all: its last line" "$code ${out##*$'\n'}" \
    '3 All scans, but no applications; for these: scanlab verify $(scanlab list --applications)'
which='filter scatter'
! thorough || which=$("$scanlab" list --applications)
# shellcheck disable=SC2086  # a list of names
run "$scanlab" verify $which -d cpu -n 3 --bytes 4 --threads 1
is "which takes all of them" "$code $(grep -c ' right output' <<<"$out")" \
    "0 $(wc -w <<<"$which")"

# A proof of nothing is none: n = 0, alone or after all else was refused.
nothing() { # WHAT SENTENCE OPTION...
    run "$scanlab" verify --bytes 4 "${@:3}"
    is "$1: the verdict" "$code $(grep -o 'NOT JUDGED[.].*' <<<"$out")" "3 NOT JUDGED. $2"
    run "$scanlab" verify --bytes 4 "${@:3}" --format json
    is "$1: as JSON" "$code $(grep -oE '"(right|verdict)".*' <<<"$out" | tr -d '\n')" \
        '3 "right": false,"verdict": "not judged",'
}
nothing "n = 0" "only n = 0 was run: give a larger size with -n" kogge_stone:block=32 -n 0
nothing "n = 0 on threads" "only n = 0 was run: give a larger size with -n" \
    sequential -d cpu -n 0
nothing "n = 0 of an application" "only n = 0 was run: give a larger size with -n" \
    scatter:block=32,items=2 -n 0
most='naive needs n(n-1)/2 operations: n must be at most 8192'
nothing "all else refused" "only n = 0 was run: $most" naive:block=32 -n 0,40000000000
nothing "all refused" "nothing was run: $most" naive:block=32 -n 40000000000
run "$scanlab" verify kogge_stone:block=32 naive:block=32 -n 0 --bytes 4
is "each scan has its verdict" "$code $(grep -c 'NOT JUDGED' <<<"$out") $err" \
    "3 2 scanlab: not all scans were judged"

# On a terminal it tells what it does; the line is gone at the end.
if [ -n "$(command -v script)" ]; then
    run env NO_COLOR=1 timeout 60 script -qec "$scanlab verify sequential -n 0..2 --threads 1" \
        /dev/null
    has "on a terminal: how much is done" "$out" "sequential: "
    has "and then the verdict" "$out" $'\r\e[Ksequential      right fold'
    run "$scanlab" verify sequential -n 0..2 --threads 1
    lacks "and else not" "$out$err" "compiles"
else
    skip "on a terminal" "there is no script(1)"
fi

run "$scanlab" verify sequential -d cpu -n 5,33 --threads 2
is "every size of T: exit" "$code$err" 0
has "every size of T" "$out" "T of 4, 8, 16 and 32 bytes"

run "$scanlab" verify hillis_steele -d cpu -n 5 --threads 1 --bytes 8,32
is "some sizes of T: exit" "$code$err" 0
has "some sizes of T" "$out" "T of 8 and 32 bytes"
has "and half of the runs" "$out" ": 64 runs"
refuses "T of 12 bytes" 2 "4, 8, 16 or 32 bytes" \
    "$scanlab" verify blelloch -n 5 --bytes 12

run "$scanlab" verify naive -n 10,9000 --threads 2 "${t4[@]}"
is "a size that is refused is no failure" "$code" 0
has "but it is told" "$out" "skipped: naive needs n(n-1)/2 operations"

# A kernel for one size of T alone is run with no other.
for size in 4 8 16 32; do
    sed "s/^#include \"gpu.h\".*/&\nstatic_assert(sizeof(T) == $size, \"one size\");/" \
        algorithms/kogge_stone/kernel.cu >"$work/one.cu"
    run "$scanlab" verify kogge_stone:block=32,form=0 -n 5 --bytes $size \
        --source "$work/one.cu"
    is "a kernel for T of $size bytes alone" "$code$err" 0
done
run "$scanlab" verify blelloch -n 63 --bytes 32 --schedule inorder
has "a value that does not go with T of 32 bytes" "$out" \
    "; 1 value not tried: block=1024 (a section takes 2 * block elements"

# A user's kernel whose arrays do not fit with a larger T has no such T.
large() { # ELEMENTS OPTION...
    sed "s/^    T sum = in\[0\];/    __shared__ T large[$1];\n    large[0] = in[0];\n&/" \
        algorithms/sequential/kernel.cu >"$work/large.cu"
    run "$scanlab" verify sequential -n 1,5 --schedule inorder "${@:2}" \
        --source "$work/large.cu"
}
large 1536
lacks "arrays that just fit with every T" "$code $out" "not tried"
large 1537
has "no T of 32 bytes" "$code $out" "0 sequential      proved for every"
has "and that is said" "$out" "
  T of 32 bytes not tried: the __shared__ variables of the kernel scan_all take up \
49184 bytes, but a GPU's compiler accepts at most 49152."
lacks "of no other T" "$out" "T of 16 bytes not"
has "nor is it among the runs" "$out" "; T of 4, 8 and 16 bytes;"
large 4096
has "no T of 16 bytes" "$code $out" "  T of 16 bytes not tried: "
has "and none of 32" "$out" "  T of 32 bytes not tried: "
large 4096 --bytes 16,32
has "no T at all" "$code $out" "the __shared__ variables of the kernel scan_all \
take up 65536 bytes, but a GPU's compiler accepts at most 49152: more is possible"
large 12289
lacks "too large with every T" "$code $out" "0 sequential "
sed 's/__shared__ T cells.*/&\n    __shared__ T pad[1500];\n    pad[threadIdx.x] = identity();/' \
    algorithms/kogge_stone/kernel.cu >"$work/pad.cu"
run "$scanlab" verify kogge_stone:form=0 -n 300 --schedule inorder --source "$work/pad.cu"
has "too large in some settings" "$code $out" "
  T of 32 bytes not tried in some settings, such as kogge_stone"

# For graders: the same as one JSON document.
run "$scanlab" verify kogge_stone sequential --format json -n 1,33 "${t4[@]}"
is "JSON: exit 0" "$code$err" 0
is "JSON: a verdict each" "$(grep -c '"verdict": "proved"' <<<"$out")" 2
has "JSON: all of them" "$out" '"right": true'
has "JSON: what was covered" "$(tr -d ' \n' <<<"$out")" '"each_value_of":["block","form"]'
sed '/\[2\]/d' algorithms/kogge_stone/kernel.cu >"$work/broken.cu"
# A verdict is of one text.
cp algorithms/kogge_stone/kernel.cu "$work/edited.cu"
(while sleep 0.2; do touch "$work/edited.cu"; done) &
refuses "a source that is edited meanwhile" 2 " changed while it was being verified" \
    "$scanlab" verify kogge_stone:block=32,form=0 -n 3 --bytes 4 \
    --source "$work/edited.cu"
kill $!
wait $! 2>/dev/null

# What is no UTF-8 is told all the same.
printf '#include "gpu.h"\n__global__ void scan_all(void) { asm("nop"); }\n' \
    >"$work/"$'\xff.cu'
run "$scanlab" verify sequential --format json --source "$work/"$'\xff.cu' \
    -n 3 --bytes 4
is "a finding in a file whose name is no UTF-8" "$code" 3
has "which is no right one" "$out" '"right": false'
has "and is told" "$out" "does not know 'nop'"

run "$scanlab" verify kogge_stone --format json --source "$work/broken.cu" \
    --trace "$work/finding.json"
is "JSON, wrong: exit 1" "$code" 1
has "JSON, wrong: not all are right" "$out" '"right": false'
has "JSON, wrong: the finding" "$out" '"case": "kogge_stone:block=32, inclusive, n = '
has "JSON, wrong: its trace" "$out" '/finding.json"'
refuses "a format that there is not" 2 "--format xml: text or json" \
    "$scanlab" verify kogge_stone --format xml

# However many processes there are, the verdicts are the same, word by word.
for jobs in 1 2 5; do
    run "$scanlab" verify kogge_stone hillis_steele --source "$work/broken.cu" \
        --jobs "$jobs"
    refused=$code$err$out
    run "$scanlab" verify kogge_stone sequential -n 3,40 "${t4[@]}" --jobs "$jobs"
    right=$code$err$out
    run "$scanlab" verify kogge_stone --source "$work/broken.cu" --jobs "$jobs"
    said=$refused$right$code$err$out
    [ "$jobs" -eq 1 ] && first=$said
    is "--jobs $jobs says the same" "$said" "$first"
done
refuses "--jobs 0" 2 "--jobs 0: processes at a time, 1 to" \
    "$scanlab" verify kogge_stone --jobs 0

# Wrong only with a value that no default has.
sed 's/joins = i >= stride && i < count;/joins = i >= stride \&\& i < count \&\& !(BLOCK == 128 \&\& i == 99);/' \
    algorithms/kogge_stone/kernel.cu >"$work/rare.cu"
is "one line is broken" \
    "$(diff "$work/rare.cu" algorithms/kogge_stone/kernel.cu | grep -c '^<')" 1
run "$scanlab" verify kogge_stone "${t4[@]}" --source "$work/rare.cu"
is "wrong with one value of a parameter: exit 1" "$code" 1
has "it is found with that value" "$out" "Case:      kogge_stone:block=128, "
# And there only in the second tile, of the largest.
sed 's/joins = i >= stride && i < count;/joins = i >= stride \&\& i < count \&\& !(BLOCK == 1024 \&\& blockIdx.x == 1 \&\& i == 99);/' \
    algorithms/kogge_stone/kernel.cu >"$work/rare.cu"
run "$scanlab" verify kogge_stone "${t4[@]}" --source "$work/rare.cu"
is "wrong in the second tile of the largest: exit 1" "$code" 1
has "it is found there" "$out" "Case:      kogge_stone:block=1024, "

# A finding is told in the plainest setting that shows it, whatever the case was
# in which it was met first: an exclusive scan begins misaligned, others in place.
# when WHERE CONDITION WORDS...: wrong under that condition, and told in the words.
when() {
    local where=$1 condition=$2 words=$3
    if [ "$where" = simt ]; then
        sed "s/^}\$/    if (n > 1 \&\& ($condition))\n        out[0] = out[1];\n}/" \
            algorithms/sequential/kernel.cu >"$work/when.cu"
        source=$work/when.cu threads=()
    else
        sed "s/^}\$/    if (call->n > 1 \&\& ($condition))\n        out[0] = out[1];\n}/
            s/^void/static int calls;\n\n&/" \
            algorithms/sequential/cpu.c >"$work/when.c"
        source=$work/when.c threads=(--threads 1)
    fi
    run "$scanlab" verify sequential -d "$where" -n 1,5 --bytes 4 \
        "${threads[@]}" --source "$source"
    is "wrong when $condition: exit" "$code" 1
    has "told so" "$(head -1 <<<"$out") $(grep "^  Case:" <<<"$out")" "$words"
}
there=", n = 5, T of 4 bytes"
odd="(size_t)out % 16 != 0"
when simt EXCLUSIVE "Case:      sequential, exclusive$there"
when simt "!EXCLUSIVE" "Case:      sequential, inclusive$there"
when simt "in == out" "Case:      sequential, inclusive in place$there"
when simt "EXCLUSIVE \\&\\& in == out" "exclusive in place$there"
when simt "$odd" "Case:      sequential, inclusive$there, arrays misaligned"
when simt "EXCLUSIVE \\&\\& $odd" "exclusive$there, arrays misaligned"
when simt "in == out \\&\\& $odd" \
    "inclusive in place$there, arrays misaligned"
when cpu "call->carry" "Case:      sequential, inclusive after a carry (element 0)$there, 1 thread"
when cpu "in == out \\&\\& call->carry" \
    "inclusive in place after a carry (element 0)$there, 1 thread"
when cpu "++calls > 9" "depends on data that an earlier launch left in its \
buffers: "
has "alone it is right" "$out" "; as the very first run it is right"
lacks "which has nothing to do with elements" "$out" "looks inside"

done_testing
