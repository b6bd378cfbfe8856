#!/bin/bash
# trace.t - traces of a GPU without one: what the stand-in's blocks write down
# becomes a trace that keeps the rules; and what is said when it can not.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/fake_cuda/fakes.sh

if [ -n "${SANITIZED-}" ]; then
    skip "traces" "the stand-ins are not for sanitizers"
    done_testing
fi
check=$BUILD/tests/traces/check_trace
json=$work/trace.json
small=lookback:block=32,items=1

# traced NAME WORDS OPTION...: a trace, $json, that keeps the rules.
traced() {
    local name=$1 words=$2
    shift 2
    rm -f "$json"
    ok "$name" faked "$words" "$scanlab" trace -d cuda -o "$json" "$@"
    has "$name: is told" "$out" "on cuda: right, recorded in"
    said=$out
    ok "$name: keeps the rules" "$check" "$json"
}

# number KEY: of the metadata.
number() {
    sed -n "s/^ \"$1\": \\([^,]*\\),*/\\1/p" "$json"
}

# ---------------------------------------------------------------- what is there

traced "look-back" "" $small -n 1000
is "no schedule" "$(number schedule)" ""
is "the clock" "$(number clock)" '"globaltimer"'
is "whose it is" "$(number device_name)" '"Fake GPU 0"'
is "its step" "$(number clock_step_ns)" 32.0
is "nothing was moved" "$(number moved) $(number moved_ns)" "0 0.0"
is "what it costs" "$(number traced_us | grep -c .)" 1
is "... and without" "$(number untraced_us | grep -c .)" 1
has "both are said" "$said" "us; smallest clock step seen: 32 ns"
has "rows are multiprocessors" "$(cat "$json")" '"name":"SM 3, slot 0"'
has "values" "$(grep '"P of tile 0"' "$json")" '"value":"'
has "looks" "$(cat "$json")" '"name":"sees AAAP"'
has "looks again" "$(grep '"sees AAAP"' "$json")" '"times":2,"until":1.184'
has "arrows" "$(cat "$json")" '"ph":"s"'
traced "exclusive" "" $small -n 100 --exclusive
traced "floats" "" $small -n 100 -m add_f32
traced "one tile" "" $small -n 7
traced "without values" "" $small -n 1050
traced "a kernel that tells nothing" "" sequential -n 100
has "its block" "$(cat "$json")" '"cat":"block","name":"block 0"'

# ------------------------------------------------------------- clocks have steps

traced "noted late" late $small -n 320
is "is moved" "$(number moved)" 9
is "... not far" "$(number moved_ns)" 39.0
run faked never "$scanlab" trace -d cuda -o "$json" $small -n 320
is "never noted: exit" "$code" 0
run "$check" "$json"
has "never noted: is seen" "$out" "tile 1 is seen as A, which it has not"

# ---------------------------------------------------------------- what goes wrong

traced "too many records" full $small -n 320
has "are counted" "$said" "1000 records did not fit"
is "... in the file too" "$(number dropped)" 1000
refuses "too many blocks" 3 "more than a trace can record" \
    faked "" "$scanlab" trace -d cuda $small -n 2^24
refuses "intervals" 2 "a GPU's trace has no ranges" \
    faked "" "$scanlab" trace -d cuda $small -n 32 -m interval
refuses "no GPU" 3 "no GPU" faked no_device "$scanlab" trace lookback -d cuda -n 8
refuses "a schedule" 2 "--schedule is for -d simt" \
    faked "" "$scanlab" trace -d cuda lookback -n 8 --schedule inorder
rm -f "$json"
refuses "a kernel that faults" 1 "the kernel scan_tiles of " \
    faked fault=700 "$scanlab" trace -d cuda $small -n 320 -o "$json"
ok "leaves nothing" test ! -e "$json"
refuses "a kernel that hangs" 1 "did not finish" \
    faked hang "$scanlab" trace -d cuda $small -n 320 -o "$json"
ok "leaves nothing either" test ! -e "$json"
run faked wrong "$scanlab" trace -d cuda $small -n 320 -o "$json"
is "a wrong output: exit" "$code" 1
ok "a wrong output: a sound trace" "$check" "$json"
has "a wrong output: the finding" "$(grep '"cat":"finding"' "$json")" "out[5] = "

done_testing
