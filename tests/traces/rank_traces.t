#!/bin/bash
# rank_traces.t - the trace of a scan by several ranks under mpirun: check_trace
# finds it sound, with exactly the messages of the join and the elements that
# each one folds; scanviz shows it; and neither takes a trace in which a message
# is lost.
. "$(dirname "$0")/../end_to_end/tap.sh"

needs_mpi

check=$BUILD/tests/traces/check_trace
viz=$(dirname "$scanlab")/scanviz
json=$work/trace.json

# traced P OPTION...: makes a sound trace of P ranks, $json.
traced() {
    local count=$1
    shift
    rm -f "$json"
    if run timeout 60 mpirun -n "$count" "$scanlab" trace lookback -d cpu "$@" \
        -o "$json" && said=$out && run timeout 60 "$check" "$json"; then
        _pass "$count ranks: $*"
    else
        _fail "$count ranks: $*" "exit $code" "$out" "$err"
    fi
}

# number KEY: of the metadata.
number() {
    sed -n "s/^ \"$1\": \\([^,]*\\),*/\\1/p" "$json"
}

# How many events have this in them.
count() {
    grep -c -e "$1" "$json"
}

# times CATEGORY TEXT: of the events with this text in them, a line each.
times() {
    grep "\"cat\":\"$1\"" "$json" | grep -F -e "$2" |
        sed 's/.*"ts":\([^,]*\),.*/\1/'
}

# ------------------------------------------------------------ every form and join

# The messages of each join of 2, 3, 4 and 8 ranks.
while read -r join two three four eight; do
    for across in reduce_scan scan_propagate; do
        for row in "2 $two" "3 $three" "4 $four" "8 $eight"; do
            read -r ranks messages <<<"$row"
            traced "$ranks" --across $across --join "$join" -n 1000
            is "$ranks ranks: $across, $join: messages" "$(number messages)" "$messages"
            is "$ranks ranks: $across, $join: sent" "$(count '"cat":"send"')" "$messages"
            is "$ranks ranks: $across, $join: received" \
                "$(count '"cat":"receive"')" "$messages"
        done
    done
done <<'ROWS'
chain    1 2 3 7
doubling 2 4 8 24
123      1 3 5 18
exscan   0 0 0 0
ROWS
for ranks in 1 2 3 5; do
    traced $ranks --across overlap -n 1000
done
for n in 0 1 2 3; do # ranks without elements
    for join in chain doubling 123; do
        traced 4 --join $join -n $n
    done
    traced 4 --across scan_propagate -n $n
    traced 4 --across overlap -n $n
done
traced 3 -n 1000 -m affine_u32 --exclusive
traced 3 -n 200000

# ----------------------------------------------------------------- what is in it

traced 3 --join chain -n 1000
is "a process of each rank" "$(count '"process_name","args":{"name":"rank [012]"}')" 3
is "slices" "$(sed -n 's/.*"name":"\(rank [0-9]: [0-9]* elements\)".*/\1/p' "$json" |
    sort | paste -sd,)" "rank 0: 334 elements,rank 1: 333 elements,rank 2: 333 elements"
is "what travels" "$(sed -n 's/.*"tid":\([0-9]\).*"name":"\(sends[^"]*\)".*/\1 \2/p' \
    "$json" | sort | paste -sd,)" \
    "2 sends rank 1 the fold of elements 0 to 333,3 sends rank 2 the fold of elements 0 to 666"
is "phases" "$(sed -n 's/.*"cat":"work".*"name":"\([^"]*\)".*/\1/p' "$json" |
    sort | uniq -c | awk '{ print $2, $1 }' | paste -sd,)" "exchange 4,reduce 3,scan 3"
is "one host: one clock" "$(grep -c '"offset_ns": 0' "$json")" 3
is "how wrong a clock can be" "$(grep -c '"uncertainty_ns": [0-9]' "$json")" 3
has "the command" "$said" "The shortest of several scans, recorded in $json"

# ---------------------------------------------------------------------- scanviz

# caption TIME: the sentence at that time.
caption() {
    "$viz" "$json" --dump --at "$1" | sed -n 's/^caption: //p'
}

if [ -x "$viz" ]; then
    at=$(times send "sends rank 2")
    is "a send in words" "$(caption "$at")" \
        "Rank 1 sends rank 2 the fold of elements 0 to 666."
    at=$(times receive "elements 0 to 666 from rank 1")
    is "a receipt in words" "$(caption "$at")" \
        "Rank 2 receives the fold of elements 0 to 666 from rank 1: its carry is \
complete, so it scans its slice."
    has "the end in words" "$(caption 100%)" \
        "All 3 ranks are done, with 2 messages between them, after "
    run "$viz" "$json" --dump --at "$at"
    for part in ": rank 2" ": 0 to 666" "line warn: " \
        "lookback by 3 ranks, reduce_scan joined by chain"; do
        has "drawn: $part" "$out" "$part"
    done
    for format in png svg; do
        ok "exported: $format" "$viz" "$json" --export "$work/look.$format" --at 50%
        ok "exported: $format: there" test -s "$work/look.$format"
    done
    traced 4 --join 123 -n 1000
    is "a part of a carry in words" \
        "$(caption "$(times receive "500 to 749 from rank 2")")" \
        "Rank 3 receives the fold of elements 500 to 749 from rank 2: elements 0 to \
499 are still missing from its carry."
    traced 2 --join doubling -n 1000 --across scan_propagate
    is "later elements in words" "$(caption "$(times receive "500 to 999 from rank 1")")" \
        "Rank 0 receives the fold of elements 500 to 999 from rank 1: these come after \
its slice, so its carry does not change."
    is "a carry in words" "$(caption "$(times work '"name":"apply carry"')")" \
        "Rank 1 applies its carry to its outputs: elements 500 to 999."
fi

fuzzer=$PWD/$BUILD/tests/viz/fuzz_recording
if [ -x "$fuzzer" ]; then
    cp "$json" "$work/two.json"
    traced 4 --across overlap -n 100
    run env -C "$work" "$fuzzer" -s 1 -t 1 two.json trace.json
    is "tampered with, they are drawn or refused" "$code" 0
fi

# ---------------------------------------------------------------- damaged traces

# Each is refused in one line: by check_trace, and by scanviz where it would draw
# what is not there.
traced 3 --join chain -n 1000
while IFS='|' read -r name script says shows; do
    sed "$script" "$json" >"$work/damaged.json"
    run "$check" "$work/damaged.json"
    is "damaged: $name" "$code" 1
    has "damaged: $name: says so" "$out" "$says"
    if [ -n "$shows" ] && [ -x "$viz" ]; then
        run "$viz" "$work/damaged.json" --dump
        is "damaged: $name: scanviz" "$code" 2
        has "damaged: $name: scanviz says so" "$err" "$shows"
        is "damaged: $name: in one line" "$(wc -l <<<"$err")" 1
    fi
done <<'ROWS'
a message lost|/"cat":"receive".*"message":2/d;s/^ "events": 16/ "events": 15/||sent and not received
never sent|/"cat":"send".*"message":2/d|the metadata says something else|received and not sent
another range|/"cat":"receive"/s/"high":666/"high":665/|otherwise than it was sent|not received as it was sent
another range at both ends|s/"high":666/"high":665/|folds elements 0 to 665, not 0 to 666|
a carry that lacks elements|s/"carry_high":666/"carry_high":600/|goes on with elements 0 to 600, not to 666|
an arrow lost|/"ph":"f".*"id":2/d|is lost, or its arrow is|
another join|s/"join": "chain"/"join": "doubling"/|no message from rank 1 to rank 0|
on another row|/"cat":"send"/s/"from":1/"from":0/|from the row of another rank|on another rank's row
a rank too many|s/^ "ranks": 3/ "ranks": 4/|no rank 3|ranks are not the rows
no clocks|s/"rank_clocks"/"clocks"/|not one clock of each rank|
a scan lost|/"name":"scan".*"rank":2/d;s/^ "events": 17/ "events": 16/||
ROWS

# --------------------------------------------------------------------- refusals

# refused NAME LINE ARGUMENTS...: with this line and no file.
refused() {
    local name=$1 line=$2
    shift 2
    run mpirun -n 2 "$scanlab" trace "$@" -o "$work/none.json"
    is "$name: exit code" "$code" 2
    is "$name: one line" "$(grep '^scanlab: ' <<<"$err")" "scanlab: $line"
    ok "$name: no file" test ! -e "$work/none.json"
}
refused "a simulated GPU" \
    "trace -d simt: under mpirun only the cpu's scans are traced: add -d cpu" lookback -n 100
refused "a user's code" "--source x.c: under mpirun only scanlab's own code runs; check \
yours without mpirun" lookback -d cpu --source x.c
refused "no values" "the interval monoid has no values to scan: use verify or measure \
without -m" lookback -d cpu -m interval16
refused "no scan" "filter has no entry \"apply carry\", so the results of several ranks \
cannot be joined" filter -d cpu -n 100

done_testing
