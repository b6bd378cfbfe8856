#!/bin/bash
# threads.t - traces of scans on threads, with a real clock: check_trace finds
# them sound, whatever the threads did.
. "$(dirname "$0")/../end_to_end/tap.sh"

check=$BUILD/tests/traces/check_trace
json=$work/trace.json

# traced OPTION...: `scanlab trace -d cpu OPTION...` makes a sound trace, $json.
traced() {
    rm -f "$json"
    if run timeout 60 "$scanlab" trace -d cpu "$@" -o "$json" &&
        said=$out && run timeout 60 "$check" "$json"; then
        _pass "$*"
    else
        _fail "$*" "exit $code" "$out" "$err"
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

# ----------------------------------------------------------------- every scan

while read -r algorithm; do
    traced "$algorithm" -n 45 --threads 2
    traced "$algorithm" -n 3000 --threads 1
    traced "$algorithm" -n 8000 --threads 3
    ! thorough || traced "$algorithm" -n 8000 --threads 3 --exclusive
done < <("$scanlab" list | awk '/^[A-Z]/ { on = /^Algorithms/ }
    on && /^  [a-z]/ { print $1 }')
ok "algorithms were found" test "$tests" -gt 30

# ------------------------------------------------------------- look-back, in full

for threads in 1 2 3 4; do
    for n in 1 2 100 1000; do
        traced lookback:tile=64 -n $n --threads $threads
    done
    traced lookback:tile=64 -n 1000 --threads $threads -m affine_u32
    traced lookback:tile=64,plain -n 1000 --threads $threads --exclusive
    traced lookback:tile=64 -n 700 --threads $threads -m interval16
    traced lookback:tile=64 -n 20000 --threads $threads
done
traced lookback -n 2^20 --threads 2
traced lookback:tile=64 -n 1024 -m mat2_u32 --threads 2
has "the times" "$said" "us, untraced "
is "the clock" "$(number clock)" '"monotonic"'
is "no schedule" "$(number schedule)" ""
is "its cost" "$(number traced_us | grep -c .)$(number untraced_us | grep -c .)" 11
tiles=$(count '"cat":"block","name":"tile ')
ok "tiles" test "$tiles" -gt 8
is "a P of each but the last" "$(count '"name":"P of tile ')" $((tiles - 1))
ok "each looks back" test "$(count '"cat":"look"')" -ge $((tiles - 1))
has "values" "$(grep '"P of tile 0"' "$json")" '"value":"'
for phase in load "look back" scan; do
    ok "phase $phase" test "$(count "\"cat\":\"phase\",\"name\":\"$phase\"")" -gt 0
done
traced lookahead -n 2^20 --threads 3
ok "look-ahead publishes" test "$(count '"cat":"publish"')" -gt 3
traced three_kernel -n 2^18 --threads 2
has "rows are threads" "$(cat "$json")" '"name":"thread 1"'
is "two phases at once" "$(count '"cat":"launch","name":"parallel"')" 2
is "blocks in both" "$(count '"cat":"block","name":"tile 0"')" 2
traced naive -n 8000 --threads 2
is "one that tells nothing: a block for each thread" \
    "$(sed -n 's/.*"tid":\([23]\),"cat":"block","name":"\(block [0-9]*\)".*/\1 \2/p' \
        "$json" | sort | uniq | paste -sd,)" "2 block 0,3 block 1"

# ------------------------------------------------------------------- a source

cp algorithms/sequential/cpu.c "$work/mine.c"
traced sequential -n 100 --source "$work/mine.c"
sed -i 's/sum = next;/sum = op(next, next);/' "$work/mine.c"
run "$scanlab" trace sequential -n 100 --source "$work/mine.c" -o "$json"
is "a wrong one: exit" "$code" 1
has "a wrong one: the element" "$err" "scanlab: out[2] = "
ok "a wrong one: a sound trace" "$check" "$json"
has "a wrong one: its finding" "$(grep '"cat":"finding"' "$json")" "out[2] = "
sed -i 's/^#include.*//' "$work/mine.c"
run "$scanlab" trace sequential -n 100 --source "$work/mine.c" -o "$json"
is "one that does not compile: exit" "$code" 3
has "one that does not compile: the sentence" "$err" "does not compile"

# --------------------------------------------------------------- damaged traces

traced lookback:tile=64 -n 1000 --threads 2
while IFS='|' read -r name script part; do
    sed "$script" "$json" >"$work/damaged.json"
    run "$check" "$work/damaged.json"
    is "damaged: $name" "$code" 1
    has "damaged: $name: says so" "$out" "$part"
done <<'ROWS'
no clock|s/"clock_step_ns"/"step"/|no number 'clock_step_ns'
no machine|s/"device_name"/"name"/|no text 'device_name'
no cost|s/"untraced_us"/"us"/|no number 'untraced_us'
P twice|s/"name":"P of tile 1"/&/;/"name":"P of tile 1"/s/"tile":1/"tile":0/|published by a block that does not have
a tile without its P|/"name":"P of tile 1"/s/"state":"P"/"state":"A"/|
a wrong P|/"name":"P of tile 1"/s/"value":"/&1/|the value is
ROWS

done_testing
