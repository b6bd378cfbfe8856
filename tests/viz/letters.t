#!/bin/bash
# letters.t - every text can be read from the last row: never below a 40th of
# the height, in every scene, story, theme and size; and what a picture says is
# true at its edges: blocks that never start, tiles that never publish.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh

# traced NAME OPTION...: $work/NAME.json.
traced() {
    local name=$1
    shift
    run timeout 60 "$scanlab" trace "$@" -o "$work/$name.json"
    is "$name: recorded" "$code" 0
}
traced many lookback:block=32,items=1 -n 33000 --schedule timed
traced some lookback:block=32,items=1 -n 4000 --schedule random:1
traced banks blelloch:block=32 -n 64 --schedule inorder
traced phases three_kernel:block=32,items=1 -n 100 --schedule timed

for trace in viz/stories/*.json "$work"/*.json; do
    [[ $trace == "$work"/* ]] || taken 3 || continue
    run timeout 200 "$BUILD/tests/viz/look_at_letters" "$trace"
    is "${trace##*/}: all letters are large" "$code$err" 0
    [ "$code" = 0 ] || printf '%s\n' "$out" >&2
done

# dumped OPTION...: $out is the picture as text.
dumped() {
    run timeout 60 "$scanviz" "$@" --dump
    is "$*: exit" "$code$err" 0
}

# Of 16 tiles in a row, number, flag and value are large: below the legend, above the
# caption.
dumped --story deep --at 7900
sizes=$(awk 'NF == 5 && $5 ~ /^([XAP-]|[0-9]+)$/ { split($2, at, ",")
    sub(":", "", $4)
    if (at[2] > 120 && at[2] < 420) print $4 }' <<<"$out" | sort -n)
is "16 tiles: numbers and letters in cells" "$(wc -l <<<"$sizes")" 47
ok "16 tiles: of 28 and more" test "$(head -1 <<<"$sizes")" -ge 28
lines=$(awk '$5 == "A" || $5 == "P" { split($2, at, ","); print at[2] }' <<<"$out")
is "16 tiles: in one row" "$(sort -u <<<"$lines" | wc -l)" 1

# The same at twice the size, and half.
dumped --story deep --at 7900 --scene both
grep -c '^text' <<<"$out" >"$work/usual"
for size in 2560x1440 640x360; do
    dumped --story deep --at 7900 --scene both --size $size
    is "$size: as many texts" "$(grep -c '^text' <<<"$out")" \
        "$(cat "$work/usual")"
done

dumped --story deep --at 100%
has "a tile that never publishes has a dash" "$out" ": -
"
lacks "a tile that never publishes is no X" "$out" ": X
"
dumped --story deep --at 1800 --follow 15
has "... and says why" "$out" "no other needs its prefix, so it publishes none"

dumped --story hang --at 900
is "tiles that never start are drawn" \
    "$(grep -c ': later$' <<<"$out")" 14

sed 's/"grid":\[16,/"grid":[20,/' viz/stories/deep.json >"$work/grid.json"
dumped "$work/grid.json" --at 50%
has "... as many as the grid has" "$out" "tile 19: X - -"
sed 's/"grid":\[16,/"grid":[1000000000,/' viz/stories/deep.json \
    >"$work/grid.json"
dumped "$work/grid.json" --at 50%
lacks "... unless that makes no sense" "$out" "tile 16: "

dumped "$work/banks.json" --scene memory --at 50%
lacks "words of memory have places" "$out" "text 0,0 "

# No distance is further than the tiles go.
dumped --story deep --at 50% --scene statistics
has "distances: up to 8 and more" "$out" ": 8
"
lacks "distances: 16 tiles have none of 16" "$out" "18: 16
"

# With zoom, names stay in sight: at the left edge, as without.
for scene in network memory both timeline; do
    dumped "$work/banks.json" --scene $scene --at 50% --zoom 4,0.9,0.5
    [ $scene = both ] && continue
    ok "$scene, zoomed: names at the left" awk '
        $1 == "text" && $3 == "right" { split($2, at, ",")
            seen += at[1] > 0 && at[1] < 200 && at[2] > 0 && at[2] < 720 }
        END { exit !(seen > 0) }' <(printf '%s\n' "$out")
done

done_testing
