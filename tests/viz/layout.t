#!/bin/bash
# layout.t - things are where they ought to be: two runs on one scale of time,
# lines of the diagram in their boxes, words beside the line of now.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh

run timeout 60 "$BUILD/tests/viz/look_at_layout" viz/stories/lookback.json \
    viz/stories/chained.json
is "all is in its place" "$code$out$err" 0

run timeout 60 "$scanviz" --story chained --scene statistics --at 0 --dump
has "how many there will be, before any is" "$out" ": 15
"
has "the tile that looked back for longest has a name" "$out" ": 7.5
"

run timeout 60 "$scanviz" --story hang --at 60 --dump
has "a block that has told no phase has started" "$out" ": runs
"

run timeout 60 "$scanviz" --story chained --scene timeline --at 2 \
    --size 640x720 --dump
has "all tiles have numbers, in narrow rows, too" "$out" ": 15
"

done_testing
