#!/bin/bash
# memory.t - the scene of shared memory: drawn for every kind of kernel, another
# picture in another step, and words in place of it where a trace has too
# little.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh
if "$scanlab" list --verbose | grep -q '^  simt  *not available'; then
    skip "traces" "no SIMT machine here"
    done_testing
fi
trace=$work/trace.json

# traced OPTION...: makes $trace.
traced() {
    rm -f "$trace"
    run timeout 60 "$scanlab" trace "$@" -o "$trace"
    is "$*: trace" "$code" 0
}

# drawn NAME OPTION...: the scene as $work/NAME.png.
drawn() {
    local name=$1
    shift
    run timeout 60 "$scanviz" "$trace" --scene memory --size 800x450 \
        -e "$work/$name.png" "$@"
    is "$name: exit" "$code$out$err" 0
}

same() {
    ok "$1 and $2: the same" cmp -s "$work/$1.png" "$work/$2.png"
}
differ() {
    ok "$1 and $2: not the same" \
        bash -c '! cmp -s "$1" "$2"' _ "$work/$1.png" "$work/$2.png"
}

# --------------------------------------------------------- what a trace tells

traced kogge_stone:block=32 -n 16 --schedule inorder
json=$(cat "$trace")
has "a store, where" "$json" \
    '"word":"cells[3]","writes":true,"bytes":4,"shared":12,'
ok "a load, with its value" grep -q \
    '"word":"cells\[3\]","writes":false,"bytes":4,"shared":12,"value":"' "$trace"
lacks "global memory has no place" "$json" \
    '"word":"in[3]","writes":false,"bytes":4,"shared"'

for theme in light dark projector; do
    drawn "kogge_stone-$theme" --at 40% --theme $theme
done
differ kogge_stone-light kogge_stone-dark
differ kogge_stone-light kogge_stone-projector
drawn again --at 40%
same kogge_stone-light again
for at in 0 20% 60% 100%; do
    drawn "at-$at" --at "$at"
    differ "at-$at" kogge_stone-light
done

# -------------------------------------------------------------- other kernels

for scan in kogge_stone:double,block=32 blelloch:block=32 \
    blelloch:block=32,padded brent_kung:block=32 three_kernel \
    hillis_steele lookback:block=32,items=1 lookahead; do
    traced "$scan" -n 64 --schedule inorder
    drawn "$scan" --at 35%
done
drawn "a block that is followed" --at 35% --follow 0
traced blelloch:block=32 -n 64 --schedule inorder
run "$scanviz" "$trace" --scene memory --at 35% --dump
has "bank conflicts, in the field's words" "$out" \
    "-way bank conflict, "
has "... and wavefronts" "$out" " extra wavefront"
traced kogge_stone:block=64 -n 64 -m affine_u32
drawn "elements of two banks" --at 50%
traced hierarchical:syncwarp,block=64 -n 64 --schedule random:1
ok "barriers of warps" grep -q '"barrier of a warp".*"warp":1' "$trace"
drawn "steps of a warp" --at 50%

# ----------------------------------------------------- traces that lack it all

drawn other
sed -i 's/,"bytes":[0-9]*//; s/,"shared":[0-9]*//' "$trace"
drawn "no places"
traced blelloch:block=32 -n 65
drawn "no accesses"
differ other "no accesses"
differ "no places" "no accesses"
traced blelloch:block=32 -n 32
sed -i 's/"word":"cell\[[0-9]*\]",//' "$trace"
run "$scanviz" "$trace" -e "$work/bad.png" --scene memory
is "an access to no word: exit" "$code" 2
has "an access to no word" "$err" "an access without 'word'"

done_testing
