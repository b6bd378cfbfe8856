#!/bin/bash
# reproducible.t - verify --require reproducible: look-back's trees of operands
# depend on the schedule, those of the other scans do not, as `list --verbose` says
# of each; and a kernel that is changed so that they do is found. (How trees are
# compared: unit/test_operand_trees.)
. "$(dirname "$0")/tap.sh"
. tests/pieces.sh # settle, whole, see_again

require=(--require reproducible --bytes 4)
holds='reproducible: the same tree of operands at every position, under every schedule that was run'
three=lookback:block=32,items=1,window=4

# ------------------------------------------------------------------ a finding
run "$scanlab" verify $three -n 32,33,200 "${require[@]}"
is "look-back: exit" "$code" 1
has "look-back: the finding" "$(head -1 <<<"$out")" \
    'WRONG. not reproducible: out[128] depends on timing: [0,95] = [0,63] then [64,95] under inorder, but [0,31] then [32,95] under random:1'
has "one tree" "$out" 'under inorder: (((([0,31] [32,63]) [64,95]) [96,127]) [128])'
has "the other tree" "$out" 'under random:1: ((([0,31] ([32,63] [64,95])) [96,127]) [128])'
has "the case" "$out" "Case:      $three, inclusive, n = 200, T of 4 bytes"
has "the command" "$out" \
    "verify $three -d simt -n 200 --schedule inorder,random:1 --require reproducible"
see_again "look-back"
run "$scanlab" verify $three -n 200 "${require[@]}" --format json
is "look-back: as JSON" "$code $(grep -oE '"(right|verdict|reproducible)".*' <<<"$out" |
    tr -d '\n')" '1 "right": false,"verdict": "wrong","reproducible": false,'
run "$scanlab" verify $three -n 128 --schedule exhaustive "${require[@]}"
is "all orders of flag operations: exit" "$code" 1
has "all orders of flag operations" "$out" "in order 1 of the flag operations, but "

# ------------------------------------------------------------- it costs nothing
run "$scanlab" verify "$(settle lookahead:block=32,items=1)" -n 65 --bytes 4 --format json
# field NAME: its value in the JSON.
field() { sed -n 's/^ *"'"$1"'": \([^,]*\),*$/\1/p' <<<"$out"; }
runs=$(field runs)
is "not required: as JSON" "$code $(field reproducible)" '0 null'
run "$scanlab" verify "$(settle lookahead:block=32,items=1)" -n 65 "${require[@]}" --format json
is "it holds: as JSON" "$code $(field reproducible)" '0 true'
ok "only then more is run" test "$(field runs)" -gt "$runs"
run "$scanlab" verify "$(settle $three)" -n 200 --bytes 4
is "not required of look-back" "$code$err" 0
lacks "nothing is said of it" "$out" reproducible

# ----------------------------------------------------------- kernels changed so
whole lookback >"$work/whole.cu"
chain=lookback:block=32,items=3,chained
mutant() { # NAME SED
    sed "$2" "$work/whole.cu" >"$work/mutant.cu"
    ok "$1: it is a change" test "$(cmp -s "$work/whole.cu" "$work/mutant.cu"; echo $?)" = 1
    run "$scanlab" verify "$(settle $chain)" -n 500,1000 --bytes 4 --source "$work/mutant.cu"
    is "$1: right" "$code$err" 0
    run "$scanlab" verify "$(settle $chain)" -n 500,1000 "${require[@]}" --source "$work/mutant.cu"
    is "$1: exit" "$code" 1
    has "$1" "$out" "not reproducible: out["
}
run "$scanlab" verify "$(settle $chain)" -n 500,1000 "${require[@]}" --source "$work/whole.cu"
is "a chain: exit" "$code$err" 0
has "a chain" "$out" "$holds"
mutant "a chain that takes aggregates" 's/PUBLISH == CHAINED/0/; s/PUBLISH != CHAINED/1/'
mutant "a grouping by block, not by tile" 's/^    return scan_own(held->mine, own);/'"\\
    if (blockIdx.x % 2 == 0 || own < 3)\\
        return scan_own(held->mine, own);\\
    const T last = op(held->mine[1], held->mine[2]);\\
    held->mine[1] = op(held->mine[0], held->mine[1]);\\
    return held->mine[2] = op(held->mine[0], last);/"
chain=lookback:anchored,block=32,items=3,window=4
mutant "anchors, but a prefix ends the look-back wherever it is found" '
    s/return tile % WINDOW == 0;/return true;/
    s/^\( *\)window->row_value\[row\] = seen.value;/\1window->row_state[row] = seen.state, &/
    s/return count > 0 ? op(before, sum) : before;/return count == 0 ? before :\
        window->row_state[0] == P ? sum : op(before, sum);/'

# ------------------------------------------------------------------- anchors
# More than two windows; small ones, with a chain as the smallest.
anchored() { # SCAN N OPTION...
    run "$scanlab" verify "$(settle "lookback:anchored,$1")" -n "$2" "${require[@]}" "${@:3}"
    is "anchors, $1: exit" "$code$err" 0
    has "anchors, $1" "$out" "$holds"
}
anchored block=32,items=1 2081
anchored block=32,items=1,packed,one_thread 2081
anchored block=32,items=1,window=1 97,200
anchored block=64,items=1,window=64,by_block 4161,8300
anchored block=4,items=1,window=2,packed 16 --schedule exhaustive
run "$scanlab" measure lookback:reproducible,block=4,items=1,window=4 \
    lookback:reproducible,block=64,items=1,window=64,by_block,packed -d simt -n 0..20,4161,6000
is "anchors, at their forms: exit" "$code$err" 0
lacks "anchors, at their forms" "$out" " NOT "
run "$scanlab" measure lookback:reproducible lookback -d simt -n 1000 -o "$work/counts.csv"
has "measure: the column" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "reproducible") c = i; next }
    !/^#/ { printf "%s ", $c }' "$work/counts.csv")" "yes no"

# ------------------------------------------------------------------ documented
# documented DEVICE NAME: what `list --verbose` says.
verbose=$("$scanlab" list --verbose)
documented() {
    awk -v device="$1" -v name="$2" '
        $1 == name && /^  [a-z]/ { on = 1; next }
        on && /^  ? ?[a-zA-Z]/ { exit }
        on && /^      [a-z]/ { here = $1 == device }
        on && here && sub(/^ *reproducible: /, "") { print; exit }' <<<"$verbose"
}

# checked DEVICE SCAN WANT: WANT is yes or no.
checked() {
    local sizes=()
    [ "$1" != cpu ] || thorough || sizes=(-n "0..3,65,257,1025" --threads "2,3")
    run timeout 900 "$scanlab" verify "$2" -d "$1" "${sizes[@]}" "${require[@]}"
    case $3 in
    yes*) is "$2 on $1 is reproducible" "$code$err" 0 ;;
    no*)
        is "$2 on $1 is not reproducible" "$code" 1
        has "$2 on $1: the finding" "$out" "WRONG. not reproducible: "
        ;;
    *) is "$2 on $1: documented" "$3" "yes or no" ;;
    esac
}

# Threads that did not differ this time prove nothing.
run "$scanlab" verify three_kernel -d cpu --threads 2 -n 65 "${require[@]}" --format json
is "threads: no claim in the JSON" "$code $(field reproducible)" '0 null'
run "$scanlab" verify three_kernel -d cpu --threads 2 -n 65 "${require[@]}"
has "threads: no claim" "$out" "in all of these runs, which does not prove it reproducible"

# "no, but with chained, look_ahead": the default, then other forms. In `make check`
# look-back has small tiles: fewer threads make as many of them.
small() {
    case $1 in
    lookback) echo lookback:block=32,items=1 ;;
    *) echo "${1/block=256,items=16/block=32,items=1}" ;;
    esac
}
for name in $("$scanlab" list --names) $("$scanlab" list --applications); do
    said=$(documented gpu "$name")
    scan=$name
    thorough || scan=$(settle "$name")
    [ "$name" = lookback ] || taken 12 || continue
    case $said in
    no*) checked simt "$(thorough && echo "$name" || small "$name")" no ;;
    *) checked simt "$scan" "$said" ;;
    esac
    forms=${said#*but with }
    [ "$forms" != "$said" ] || forms=
    for form in ${forms//,/ }; do
        thorough || form=$(small "$(settle "$name:$form")")
        checked simt "$name:${form#*:}" yes
    done
    thorough || taken 3 || continue
    checked cpu "$name" "$(documented cpu "$name")"
done

# ------------------------------------------------------------------------ run
# Sums of tenths are rounded; sums of integers are not.
seq 0.1 0.3 900 >"$work/tenths.txt"
run "$scanlab" run lookback -i "$work/tenths.txt" -m add_f32 -d simt
has "run says whose rounding can vary" "$out" "Other runs can round differently"
run "$scanlab" run three_kernel -i "$work/tenths.txt" -m add_f32 -d simt
has "and whose cannot" "$out" "Every run of this command on this machine gives the same bits"
run "$scanlab" run three_kernel -i "$work/tenths.txt" -m add_f32 -d simt \
    --source algorithms/three_kernel/kernel.cu
lacks "of another source nothing is said" "$out" "same bits"
run "$scanlab" run lookback -n 1000 -m add_f32 -d simt
lacks "and nothing where sums are exact" "$out" "round"

# ------------------------------------------------------------------ wrong use
refuses "another property" 2 "--require fast: only reproducible can be required" \
    "$scanlab" verify $three --require fast
refuses "one schedule" 2 "give two or more, or none" \
    "$scanlab" verify $three --schedule reverse --require reproducible

done_testing
