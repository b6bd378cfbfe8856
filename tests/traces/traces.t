#!/bin/bash
# traces.t - traces are what viewers can take, and true: check_trace says so, of
# every scan and schedule; and it says no of a trace that was damaged.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh # whole

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

# --------------------------------------------------------------------- traffic

# What its blocks have moved is what measure counts.
for algorithm in three_kernel:block=32,items=2 kogge_stone blelloch hierarchical; do
    run "$scanlab" measure "$algorithm" -n 3000 -d simt
    counted=$(grep -o '[0-9.]*n = form$' <<<"$out")
    traced "$algorithm" "$algorithm" -n 3000
    is "$algorithm: its blocks move what measure counts" "$(perl -ne '
        $sum += $1 + $2 if /"cat":"block".*"reads":(\d+),"writes":(\d+)/;
        END { printf "%.4gn = form", $sum / 3000 / 4 }' "$json")" "$counted"
done

# ----------------------------------------------------------------- every scan

while read -r algorithm; do
    schedules="timed random:1"
    ! thorough || schedules="timed inorder reverse random:1 adversary pct:2"
    for schedule in $schedules; do
        traced "$algorithm, $schedule" "$algorithm" -n 100 --schedule "$schedule"
    done
    traced "$algorithm, large" "$algorithm" -n 3000 --schedule random:3
    # Each is one more module.
    [[ $algorithm == lookback ]] || thorough || continue
    traced "$algorithm, exclusive" "$algorithm" -n 45 --exclusive
    traced "$algorithm, intervals" "$algorithm" -n 45 -m interval16
done < <("$scanlab" list | awk '/^[A-Z]/ { on = /^Algorithms/ }
    on && /^  [a-z]/ { print $1 }')
ok "algorithms were found" test "$tests" -gt 30

# --------------------------------------------------------- look-back's variants

schedules="timed random:1 adversary"
variants='lookback lookback:one_thread lookback:whole lookback:chained
    lookback:no_predecessor lookback:no_prefix lookback:reproducible'
! thorough || variants+=' lookback:one_thread,whole lookback:whole,no_prefix
    lookback:window=4 lookback:window=1 lookback:anchored,window=4
    lookback:anchored,window=1,one_thread'
for variant in $variants; do
    case $variant in *:*) small=$variant,block=32,items=1 ;; *)
        small=$variant:block=32,items=1 ;; esac
    [[ $variant != lookback ]] && ! thorough ||
        schedules="timed reverse random:1 random:2 adversary pct:1"
    for schedule in $schedules; do
        traced "$variant, $schedule" "$small" -n 1000 --schedule "$schedule"
    done
    traced "$variant, few at a time" "$small" -n 1000 --resident 2
    traced "$variant, a tile for each" "$small" -n 64 --resident 2
done
traced "one tile" lookback:block=32,items=1 -n 7
traced "without tickets, in order" lookback:no_tickets,block=32,items=1 -n 300 \
    --schedule inorder
traced "in lockstep" lookback:block=32,items=1 -n 300 --lockstep
traced "many tiles" lookback:block=32,items=1 -n 2^16
has "arrows are few" "$(tail -5 "$json")" '"flows": 256'

# ---------------------------------------------------- the same run, the same file

echo 3 1 7 0 4 1 6 3 >"$work/in.txt"
for k in 1 2; do
    "$scanlab" trace lookback:block=32,items=1 -i "$work/in.txt" \
        --schedule random:5 -o "$work/same.json" >"$work/.out"
    mv "$work/same.json" "$work/$k.json"
done
ok "twice the same" cmp "$work/1.json" "$work/2.json"
has "values from a file" "$(cat "$work/1.json")" '"value":"25"'
run "$scanlab" trace sequential -n 4 -o -
has "to standard output" "$out" '{"traceEvents":['
has "words go elsewhere then" "$err" "recorded in -"
(cd "$work" && "$scanlab" trace sequential -n 4 >/dev/null)
ok "a name of its own" test -s "$work/sequential-trace.json"

# ------------------------------------------------------------------- findings

museum=tests/museum
mkdir "$work/my"
sed -f $museum/static-block-numbers.sed algorithms/lookback/kernel.cu \
    >"$work/my/kernel.cu"

# found NAME WORDS COMMAND...: it ends with 1 and leaves a sound trace, $json, in
# which the finding stands with WORDS, once on its row and once in the metadata.
found() {
    local name=$1 words=$2
    shift 2
    rm -f "$json"
    run timeout 60 "$@" --trace "$json"
    is "$name: exit" "$code" 1
    has "$name: says where" "$(tr -s ' ' <<<"$out$err")" "View: ./scanviz '$json'"
    ok "$name: a sound trace" "$check" "$json"
    has "$name: the finding is an event" \
        "$(grep '"cat":"finding"' "$json")" "$words"
    has "$name: and in the metadata" \
        "$(sed -n '/"metadata"/,$ { /"sentence"/p }' "$json")" "$words"
}
hang=("lookback:block=32,items=1,window=4" -n 96 --resident 2 --schedule reverse
    --source "$work/my/kernel.cu")
settled=$(settle "${hang[0]}") # one module
found "a hang" "needs blocks to start in order" \
    "$scanlab" verify "${t4[@]}" "${hang[@]}"
has "a hang: which block waits for what" "$(cat "$json")" '"name":"waits for flags[0]"'
has "a hang: what is not done" "$(cat "$json")" '"unfinished":true'
cp "$json" "$work/hang.json"
ok "a hang: so far it was right" "$check" -a "$json"
found "a hang in run" "needs blocks to start in order" "$scanlab" run "${hang[@]}"
run timeout 60 "$scanlab" trace "${hang[@]}" -o "$json"
is "a hang in trace: exit" "$code" 1
ok "a hang in trace: a sound trace" "$check" "$json"

found "a race" "race on XY[1]" "$scanlab" verify kogge_stone:block=32 -n 32 \
    --source $museum/lecture-one-barrier.cu
has "a race: one access" "$(cat "$json")" '"name":"writes XY[1]"'
has "a race: the other" "$(cat "$json")" '"name":"reads XY[1]"'
whole lookback | sed -f $museum/static-block-numbers.sed -e 's/^ *TRACE_.*//' \
    >"$work/my/silent.cu"
found "a kernel that tells nothing" "needs blocks to start in order" \
    "$scanlab" verify "${t4[@]}" "$settled" "${hang[@]:1:6}" \
    --source "$work/my/silent.cu"
has "it waits" "$(cat "$json")" '"name":"waits for flags[0]"'
has "its flags" "$(cat "$json")" '"name":"writes flags[1]"'
found "a wrong fold" "elements 0..31 are missing" "$scanlab" verify \
    kogge_stone:block=32 -n 96 --source $museum/previous-block-only.cu
sed -f $museum/wrapped-tag.sed algorithms/lookback/kernel.cu \
    >"$work/my/wrapped.cu"
found "a tag that wraps" "which no thread has written" "$scanlab" verify \
    "$settled" -n 96,32 \
    --schedule inorder,adversary,random:1,random:2 "${t4[@]}" \
    --source "$work/my/wrapped.cu" # it takes many launches to go wrong
run "$check" -a "$json"
has "the rules of look-back catch it too" "$out" "which it has not published"
run timeout 60 "$scanlab" verify "${t4[@]}" "${hang[@]}"
has "verify says how to get one" "$out" \
    "View:      scanlab verify lookback:block=32,items=1,window=4 -d simt"
has "with its option" "$out" \
    "--trace lookback-trace.json; ./scanviz lookback-trace.json"

for command in verify run; do
    rm -f "$json"
    of=()
    [ $command = run ] || of=("${t4[@]}")
    run "$scanlab" $command sequential -d simt -n 8 "${of[@]}" --trace "$json"
    is "$command: nothing is wrong" "$code" 0
    has "$command: says so" "$out$err" "Nothing was wrong, so $json was not written"
    ok "$command: leaves nothing" test -z "$(ls "$work"/*.tmp "$json" 2>/dev/null)"
done

run "$scanlab" trace naive -n 4 --threads 2 -o "$json"
has "--threads: on threads" "$out" " on cpu: right"
run "$scanlab" trace --help
has "--threads: help says so" "$(tr -s ' \n' ' ' <<<"$out")" \
    "(default simt; cpu with --threads or a .c source)"

# ------------------------------------------------------------------- bad input

while IFS='|' read -r words options part; do
    # shellcheck disable=SC2086  # lists of options
    refuses "$words" "${words%%:*}" "$part" "$scanlab" $options
done <<'ROWS'
2: no algorithm|trace|trace takes one algorithm, not 0
2: two|trace sequential naive|trace takes one algorithm, not 2
2: two schedules|trace naive --schedule inorder,reverse|give one schedule
2: all orders|trace naive --schedule exhaustive|not exhaustive
2: no size|trace naive -n 0|nothing happens
2: two sizes|trace naive -n 4,8|one size
2: nowhere|trace naive -n 4 -o /nowhere/x.json|cannot write /nowhere/x.json
2: threads of simt|trace naive -n 4 -d simt --threads 2|--threads is for -d cpu
2: a schedule of threads|trace naive -n 4 -d cpu --schedule inorder|--schedule is for -d simt
2: many threads|trace naive -n 4 --threads 1,2|trace takes one number
2: verify on a cpu|verify naive -d cpu -n 4 --trace x.json|--trace is for -d simt
2: run on a cpu|run naive -n 4 --trace x.json|--trace is for -d simt
2: verify to stdout|verify naive -n 4 --trace -|standard output
2: verify nowhere|verify naive -n 4 --trace /nowhere/x|cannot write /nowhere/x
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
good=$work/good.json
"$scanlab" trace lookback:block=32,items=1,window=4 -n 128 --schedule random:3 \
    -o "$good" >"$work/.out"
ok "to be damaged" "$check" "$good"
while IFS='|' read -r name script part; do
    damaged "$name" "$good" "$script" "$part"
done <<'ROWS'
cut off|200,$d|no JSON
another beginning|1s/.*/{"metadata":{}, "traceEvents":[/|does not begin with traceEvents
another schema|s/"scanlab-trace"/"my-trace"/|the schema is another one
no schedule|s/"schedule":/"shedule":/|no text 'schedule'
no dur|/"cat":"launch"/s/"dur":[0-9.]*,//|X without dur
time goes back|/"cat":"ticket"/s/"ts":[0-9.]*/"ts":0/|ts goes back
a letter for a time|/"cat":"ticket"/s/"ts":[0-9.]*/"ts":"x"/|ts goes back, or is none
no name for a row|/thread_name.*slot 2/d|has no name
a slice that is too long|/"name":"look back"/s/"dur":/"dur":9/|ends after the one that it lies in
an event is missing|/"name":"P of tile 1"/d|events, the metadata says something else
an arrow without its end|/"ph":"f".*"id":2/d|arrow 2 does not end
an arrow without its beginning|/"ph":"s".*"id":2/d|arrow 2 ends before it begins
an arrow twice|/"ph":"s".*"id":2/s/"id":2/"id":1/|arrow 1
a block twice|/"cat":"block"/s/"block":3/"block":2/|block 2 runs twice
an unfinished block|/"cat":"block"/s/"count":32/&,"unfinished":true/|unfinished, and nothing is wrong
a finding that is not told|/"name":"A of tile 1"/s/"cat":"publish"/"cat":"finding"/|findings, the metadata says
A twice|/"name":"P of tile 2"/s/"state":"P"/"state":"A"/|published twice
P without A|/"name":"A of tile 1"/s/"state":"A"/"state":"P"/|P without an A
a tile that is none|/"cat":"publish"/s/"tile":2/"tile":99/|there is no tile 99
a tile of another block|/"name":"A of tile 2"/s/"block":[0-9]*/"block":77/|does not have the tile
a tile taken twice|/"cat":"ticket"/s/"tile":2/"tile":1/|the tile is taken twice
seen too early|/"cat":"look"/s/"flags":"X"/"flags":"A"/|which it has not published
not where to go on|/"cat":"look".*"tile":3/s/"first":2/"first":1/|which is not where to go on
another prefix|/"cat":"look"/s/"found":/&9/|the tile that has ended it is another one
a prefix that is not told|/"cat":"look"/s/"found":/"lost":/|the tile that has ended it is another one
a wrong P|/"name":"P of tile 1"/s/"value":"/&1/|the value is
a wrong A|/"name":"A of tile 1"/s/"value":"/&1/|the value is
a value that was not published|/"cat":"look"/s/"values":\["/&1/|seen is
a wrong output|/"name": "out"/,/\]/s/^    "[0-9]/&1/|is not the sum
a missing output|/"name": "out"/,/\]/s/^    "[0-9]*",//|has 128 elements, and 1 values
no ports|s/^ "ports": \[/ "parts": [/|no ports
a port without a type|s/^   "type": "T"/   "sort": "T"/|no text 'type'
a port of another type|s/^   "type": "T"/   "type": "u7"/|port in has another type
a port of another direction|s/^   "direction": "out"/   "direction": "off"/|port out has another direction
a longer port|s/^   "length": 128/   "length": 129/|port in has 129 elements, and 128 values
a version to come|s/"schema_version": 2/"schema_version": 4/|the version 4 of the schema
an op on a gap|/"cat":"op".*"low":0,"high":1,/s/"right":1/"right":2/|no neighbours
a wrong depth|/"cat":"op"/s/"depth":2/"depth":7/|the wrong depth
an op out of nothing|/"cat":"op"/s/"left":[0-9]*/"left":100000/|not there yet
a wrong op|/"cat":"op"/s/"value":"/&1/|the value is not the sum
ROWS
damaged "a hang without its finding" "$work/hang.json" \
    's/"cat":"finding"/"cat":"wait"/' "the metadata says something else"

done_testing
