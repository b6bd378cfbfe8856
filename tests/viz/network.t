#!/bin/bash
# network.t - scanviz draws the prefix network of every algorithm, in all
# themes, and says why where there is none.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh

# record NAME ALGORITHM OPTION...: $work/NAME.json.
record() {
    local name=$1
    shift
    run "$scanlab" trace "$@" --schedule inorder -o "$work/$name.json"
    is "$name: recorded" "$code" 0
}

# draw NAME PICTURE OPTION...: $work/PICTURE of $work/NAME.json.
draw() {
    local name=$1 picture=$2
    shift 2
    run "$scanviz" "$work/$name.json" --scene network -e "$work/$picture" "$@"
    is "$picture: exit" "$code$out$err" 0
}

algorithms='sequential naive kogge_stone hillis_steele blelloch brent_kung
    scan_propagate three_kernel hierarchical lookback lookahead'
for algorithm in $algorithms; do
    record "$algorithm" "$algorithm" -n 16
    for theme in light dark projector; do
        draw "$algorithm" $algorithm-$theme.png --at 60% --size 800x450 \
            --theme $theme
        is "$algorithm, $theme: its size" \
            "$(size_of "$work/$algorithm-$theme.png")" 800x450
    done
done

draw kogge_stone again.png --at 60% --size 800x450
ok "the same view, the same picture" \
    cmp -s "$work/again.png" "$work/kogge_stone-light.png"
draw kogge_stone later.png --at 90% --size 800x450
differ "another time, another picture" later.png kogge_stone-light.png
draw kogge_stone follow.png --at 60% --size 800x450 --follow 13
differ "another cone, another picture" follow.png kogge_stone-light.png
draw kogge_stone zoom.png --at 60% --size 800x450 --zoom 3,0.5,0.5
differ "zoom, another picture" zoom.png kogge_stone-light.png

draw blelloch end.svg --at 100%
draw blelloch end.pdf --at 100%

# ------------------------------------------------------------- sizes and kinds

for n in 2 3 31 32 33 63 64; do
    for algorithm in naive brent_kung lookback; do
        record $algorithm-$n $algorithm -n $n
        draw $algorithm-$n $algorithm-$n.png --at 70% --size 320x200
    done
done
record exclusive blelloch -n 16 --exclusive
draw exclusive exclusive.png --at 60% --size 800x450
differ "exclusive, another picture" exclusive.png blelloch-light.png
sed '/\[2\]/d' algorithms/kogge_stone/kernel.cu >"$work/broken.cu"
run "$scanlab" verify kogge_stone -d simt -n 4 --schedule inorder \
    --source "$work/broken.cu" --trace "$work/race.json"
ok "a trace that ends in a finding" test -s "$work/race.json"
draw race race.png --at 100% --size 800x450

# ---------------------------------------------------------------------- lacks

# Instead of a network there is a sentence: the same at any time.
# sentence NAME: of $work/NAME.json.
sentence() {
    draw "$1" "$1.png" --at 0 --size 800x450
    ok "$1: a picture" test -s "$work/$1.png"
}
record large kogge_stone -n 65
sentence large
record single kogge_stone -n 1
sentence single
sed 's/"node":18,/"node":1000000,/' "$work/kogge_stone.json" \
    >"$work/many.json"
sentence many
draw many many-zoomed.png --at 0 --size 800x450 --zoom 3,0.5,0.5
draw kogge_stone begin.png --at 0 --size 800x450
differ "a sentence is no network" many.png begin.png
ok "a sentence is not zoomed" \
    cmp -s "$work/many.png" "$work/many-zoomed.png"

# Numbers that make no sense.
sed 's/"left":[0-9]*,"right":[0-9]*/"left":64,"right":999999/' \
    "$work/kogge_stone.json" >"$work/operands.json"
draw operands operands.png --at 100%
sed 's/"depth":[0-9]*,"low":[0-9]*/"depth":99999999,"low":7/' \
    "$work/kogge_stone.json" >"$work/depths.json"
draw depths depths.png --at 100%
done_testing
