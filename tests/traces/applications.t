#!/bin/bash
# applications.t - traces of applications are sound and true, too: their ports,
# what their tiles publish, each load and store, and their outputs from their
# inputs; and check_trace says no of damaged ones.
. "$(dirname "$0")/../end_to_end/tap.sh"

if "$scanlab" list --verbose | grep -q '^  simt  *not available'; then
    skip "traces" "no SIMT machine here"
    done_testing
fi
check=$BUILD/tests/traces/check_trace

# traced NAME OPTION...: `scanlab trace OPTION...` makes a sound trace, $json.
json=$work/trace.json
traced() {
    local name=$1
    shift
    rm -f "$json"
    if run timeout 60 "$scanlab" trace "$@" -o "$json" &&
        run timeout 60 "$check" "$json"; then
        _pass "$name"
    else
        _fail "$name" "$*" "exit $code" "$out" "$err"
    fi
}

# values PORT: of the metadata, in a line; independent of check_trace.
values() {
    awk -v port="$1" '
        /^   "name": / { on = $2 == "\"" port "\"," }
        on && /^    "/ { gsub(/"|,$/, ""); printf "%s%s", sep, $1; sep = " " }
        END { print "" }' "$json"
}

# phases: their names, in the order of the launches, each once.
phases() {
    sed -n 's/.*"cat":"launch","name":"\([^"]*\)".*/\1:/p
        s/.*"cat":"phase","name":"\([^"]*\)".*/\1/p' "$json" |
        awk '!seen[$0]++' | paste -sd' '
}

# ------------------------------------------------------------- each application

tiles=block=32,items=1
applications="filter:$tiles filter:three_kernels,$tiles partition2:$tiles
    reduce:$tiles reduce:chunked,blocks=2,$tiles reduce:tree,block=32
    all_of:$tiles segmented_scan:three_kernels,$tiles segmented_scan:one_pass,$tiles
    segmented_scan_csr:one_pass,$tiles segmented_scan_regular:$tiles mk_flags:$tiles mk_flags:in_launches,$tiles"
schedules="timed random:1 adversary"
! thorough || schedules+=" inorder reverse random:2 pct:2"
for application in $applications; do
    for schedule in $schedules; do
        traced "$application, $schedule" "$application" -n 300 \
            --schedule "$schedule"
    done
    traced "$application, each load and store" "$application" -n 64
    traced "$application, a ragged end" "$application" -n 33 --resident 1
    traced "$application, many tiles" "$application" -n 2000 --schedule random:3
done
for application in segmented_scan segmented_scan_csr; do # all blocks are there at once
    ahead=$application:look_ahead,run=1,strips=2,markers=2,stages=4
    for schedule in $schedules; do
        traced "$ahead, $schedule" "$ahead" -n 300 --schedule "$schedule"
    done
    traced "$ahead, many tiles" "$ahead" -n 20000 --schedule random:3
done
names=$("$scanlab" list --applications | paste -sd' ')
for name in $names; do
    traced "$name, as it comes" "$name" -n 60
done
ok "all applications were run" test "$(wc -w <<<"$names")" -ge 6
traced "one element" filter -n 1
traced "none: the count is told" filter -n 0
has "none: it is 0" "$(values count)" 0
traced "exclusive segments" segmented_scan:one_pass,$tiles -n 200 --exclusive
has "exclusive: says so" "$out$(cat "$json")" '"kind": "exclusive"'
traced "intervals" segmented_scan:one_pass,$tiles -n 100 -m interval16
has "intervals: are ranges" "$(values in)" "[0,0] [1,1] [2,2]"
traced "intervals that are drawn" filter:$tiles -n 100 -m interval
for predicate in even positive negative nonzero by_hash; do
    traced "predicate $predicate" partition2:$tiles -n 100 \
        --predicate $predicate
done
traced "pairs of numbers" filter:$tiles -n 50 -m affine_u32 --predicate by_hash
traced "floats" reduce:$tiles -n 50 -m add_f32
traced "in lockstep" filter:$tiles -n 300 --lockstep

# ---------------------------------------------------------------- what is there

echo 3 1 4 1 5 9 2 6 5 3 5 8 >"$work/in.txt"
traced "from a file" partition2:$tiles -i "$work/in.txt"
is "its input" "$(values in)" "3 1 4 1 5 9 2 6 5 3 5 8"
is "its output: odd ones first" "$(values out)" "3 1 1 5 9 5 3 5 4 2 6 8"
is "its count" "$(values count)" 8
has "its predicate" "$(cat "$json")" '"predicate": "odd"'
lacks "no seed" "$(cat "$json")" '"seed"'
lacks "no kind" "$(cat "$json")" '"kind"'
is "its phases" "$(phases)" "count_tiles: count scan_counts: scan write_tiles: scatter"
has "what the tile publishes" "$(cat "$json")" \
    '"name":"A of tile 0","s":"t","args":{"block":0,"tile":0,"state":"A","value":"8"}'
has "a number that is read" \
    "$(grep '"word":"counts of tiles"' "$json" | grep '"writes":false')" '"value":"8"'
echo 1 0 0 1 0 0 0 1 0 0 0 0 >"$work/flags.txt"
traced "two files" segmented_scan:one_pass,$tiles -i in="$work/in.txt" \
    -i flags="$work/flags.txt"
is "its flags" "$(values flags)" "1 0 0 1 0 0 0 1 0 0 0 0"
is "the sums of its segments" "$(values out)" "3 4 8 1 6 15 17 6 11 14 19 27"
has "ops" "$(grep '"cat":"op"' "$json")" '"value":"27"'
echo 3 0 1 4 >"$work/shape.txt"
traced "no elements of a monoid" mk_flags:$tiles -i "$work/shape.txt"
is "flags of segments" "$(values flags)" "1 0 0 1 1 0 0 0"
has "a length that is read" "$(grep '"word":"shape\[3\]"' "$json")" '"value":"4"'
{
    yes 0 | head -1100
    echo 5
} >"$work/empty.txt"
traced "many empty segments" mk_flags:$tiles -i "$work/empty.txt"
is "its largest size says what is small" "$(values shape)$(values flags)" ""
printf 'DEVICE bool keeps(T x)\n{\n    return x < 3;\n}\n' >"$work/few.h"
traced "a predicate of one's own" filter:$tiles -i "$work/in.txt" \
    --predicate "$work/few.h"
is "it is asked" "$(values out)" "1 1 2"
sed 's/atomicExch(holds, 0)/atomicExch(holds, in[0] > 1000)/' \
    algorithms/applications/all_of/kernel.cu >"$work/looks.cu"
traced "a kernel that looks inside" all_of:$tiles -i "$work/in.txt" \
    --source "$work/looks.cu"
has "is recorded as it is" "$(cat "$json")" "the source looks inside its elements"
is "... with its values" "$(values in) $(values holds)" \
    "3 1 4 1 5 9 2 6 5 3 5 8 0"
traced "one pass" filter:$tiles -n 300 --schedule random:2
is "one pass: its phases" "$(phases)" \
    "filter_tiles: load count scan look back scatter"
has "one pass: looks" "$(grep '"cat":"look"' "$json")" '"found":0'
has "one pass: arrows" "$(cat "$json")" '"ph":"f"'
for name in $names; do
    for threads in 1 2 3; do
        traced "$name by $threads threads" "$name" -n 1000 -d cpu --grain 1 \
            --threads $threads
    done
    has "$name by threads: their rows" "$(cat "$json")" '"name":"thread 2"'
    case $name in # nothing, or tables; or whole segments, which leave nothing
    scatter | histogram | reduce_by_index | radix_sort | segmented_scan_regular) continue ;;
    esac
    has "$name by threads: what a share leaves" "$(cat "$json")" \
        '"name":"A of tile 1"'
done
traced "few by threads" filter -n 100 -d cpu --grain 1 --threads 2
is "few by threads: phases" \
    "$(sed -n 's/.*"cat":"phase","name":"\([^"]*\)".*/\1/p' "$json" | sort | uniq -c |
        tr -s ' \n' ' ')" " 2 count 2 scatter "
run "$scanlab" trace filter -n 4 -o -
has "to standard output" "$out" '"name": "count"'
run "$scanlab" trace filter -n 40
has "what was run" "$out" \
    "Filter of 40 elements of add_i32 by odd on simt: right, recorded in filter-trace.json"
rm -f filter-trace.json

# ------------------------------------------------------------------- findings

sed 's/^\( *out\[place + .*\) = in\[first + .*/\1 = in[0];/' \
    algorithms/applications/filter/kernel.cu >"$work/first.cu"
differs() { ! cmp -s "$1" "$2"; }
ok "a kernel was broken" differs "$work/first.cu" \
    algorithms/applications/filter/kernel.cu
wrong=("filter:three_kernels,$tiles" -n 50 --source "$work/first.cu")
run timeout 60 "$scanlab" trace "${wrong[@]}" -o "$json"
is "a wrong output: exit" "$code" 1
ok "a wrong output: a sound trace" "$check" "$json"
has "a wrong output: the finding" "$(grep '"cat":"finding"' "$json")" \
    "out[0] is element 0, want element"
is "a wrong output: is not shown" "$(values out)" ""
rm -f "$json"
run timeout 60 "$scanlab" verify "filter:three_kernels,$tiles" -n 50 \
    --source "$work/first.cu" --trace "$json"
is "verify: exit" "$code" 1
ok "verify: a sound trace" "$check" "$json"

# ------------------------------------------------------------------- bad input

while IFS='|' read -r words options part; do
    # shellcheck disable=SC2086  # lists of options
    refuses "$words" "${words%%:*}" "$part" env -C "$work" "$scanlab" $options
done <<'ROWS'
2: exclusive|trace filter -n 4 --exclusive|filter has no --exclusive
2: a port that is none|trace filter -i inn=in.txt|filter has no port 'inn'
2: an output as input|trace filter -i count=in.txt|count is an output
2: no flags|trace segmented_scan -i in.txt|no file for flags
2: -n and -i|trace filter -n 4 -i in.txt|-n is of no use with -i
2: a predicate of a scan|trace naive -n 4 --predicate odd|naive has no predicate
2: no such predicate|trace filter -n 4 --predicate od|did you mean 'odd'
2: the predicate of proofs|trace filter -n 4 --predicate drawn|is for intervals
2: nothing at all|trace segmented_scan -n 0|nothing happens
2: two sizes|trace filter -n 4,8|one size
2: nowhere|trace filter -n 4 -o /nowhere/x.json|cannot write /nowhere/x.json
2: intervals of a file|trace filter -m interval -i in.txt|not read from files
2: a carry|trace filter -n 4 --init 1|no option --init
ROWS

# --------------------------------------------------------------- damaged traces

# damaged NAME FILE SED PART: check_trace says PART of what the script makes.
damaged() {
    sed "$3" "$2" >"$work/damaged.json"
    if cmp -s "$2" "$work/damaged.json"; then
        _fail "damaged: $1" "the script changes nothing"
        return
    fi
    run "$check" "$work/damaged.json"
    is "damaged: $1" "$code" 1
    has "damaged: $1: says so" "$out" "$4"
}
for name in filter partition2 all_of segmented_scan reduce mk_flags; do
    for n in 60 100; do # with all loads and stores; without
        form=$tiles
        [ $name != segmented_scan ] || form=three_kernels,$tiles
        "$scanlab" trace $name:$form -n $n --seed 3 --schedule random:3 \
            -o "$work/$name-$n.json" >"$work/.out"
        ok "to be damaged: $name-$n" "$check" "$work/$name-$n.json"
    done
done
while IFS='|' read -r name file script part; do
    damaged "$name, $file" "$work/$file.json" "$script" "$part"
done <<'ROWS'
an output|filter-60|/"name": "out"/,/\]/s/^    "[0-9]/&1/|out[0] is
a count|filter-60|/"name": "count"/,/\]/s/^    "[0-9]/&1/|count[0] is
an element that is not kept|filter-100|/"name": "in"/,/\]/{/"values"/,/\]/s/^    "[13579]"/    "2"/}|out has 67 elements, want 0
a prefix|filter-60|/"name":"P of tile 1"/s/"value":"/&1/|the value is
an aggregate|filter-60|/"name":"A of tile 1"/s/"value":"/&1/|the value is
a silent tile|filter-60|/"name":"A of tile 1"/s/"state":"A"/"state":"P"/|P without an A
an output|partition2-60|/"name": "out"/,/\]/s/^    "[0-9]/&1/|out[0] is
a count|partition2-60|/"name": "count"/,/\]/s/^    "[0-9]/&1/|count[0] is
an aggregate|partition2-60|/"name":"A of tile 1"/s/"value":"/&1/|the value is
a P|partition2-60|/"name":"A of tile 1"/s/"state":"A"/"state":"P"/|a P, though no tile looks back
an A of another block|partition2-60|/"name":"A of tile 1"/s/"block":1/"block":0/|does not have the tile
a tile that is none|partition2-60|/"name":"A of tile 1"/s/"tile":1/"tile":9/|there is no tile 9
a tile twice|partition2-60|/"name":"ticket 1"/s/"tile":1/"tile":0/|the tile is taken twice
two A's|partition2-60|/"name":"A of tile 0"/{s/"block":0/"block":1/;s/"tile":0/"tile":1/}|the value is
an input that is not loaded|partition2-60|/"name":"reads in\[/s/"word":"in\[/"word":"inn[/|in is never loaded
a load of something else|partition2-60|/"name":"reads in\[/s/"value":"/&1/|and is
a number of something else|mk_flags-60|/"name":"reads shape\[0/s/"value":"/&1/|and is
a store that is missing|partition2-60|/"name":"writes out\[7\]"/s/"word":"out\[7\]"/"word":"out[8]"/|out[7] is never stored
a load beyond the end|partition2-60|/"name":"reads in\[59\]"/s/"word":"in\[59\]"/"word":"in[60]"/|in has 60 elements
an answer|all_of-60|/"name": "holds"/,/\]/s/^    "0/    "1/|holds[0] is 1, want 0
a tile's answer|all_of-60|/"name":"A of tile 1"/s/"value":"/&1/|the value is
an output|segmented_scan-60|/"name": "out"/,/\]/s/^    "[0-9]/&1/|out[0] is
an aggregate|segmented_scan-60|/"name":"A of tile 0"/s/"value":"/&1/|the value is
a flag|segmented_scan-100|/"name": "flags"/,/\]/s/^    "0"/    "1"/|out[
an output|reduce-60|/"name": "out"/,/\]/s/^    "[0-9]/&1/|out[0] is
an aggregate|reduce-60|/"name":"A of tile 1"/s/"value":"/&1/|the value is
a wrong op|reduce-60|/"cat":"op"/s/"value":"/&1/|the value is not the sum
a flag|mk_flags-100|/"name": "flags"/,/\]/s/^    "0"/    "1"/|flags[
a length|mk_flags-100|/"name": "shape"/,/\]/s/^    "[0-9]/&1/|flags[
ROWS

done_testing
