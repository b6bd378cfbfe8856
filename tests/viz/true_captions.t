#!/bin/bash
# true_captions.t - each sentence and each remark is true of the recording, at
# each event: of the stories, and of applications. true_captions.pl judges.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh

views() { # TRACE: what is said of it
    "$BUILD/tests/viz/say_captions" "$1" views
}

judge() { # TRACE, and what is said on stdin
    perl tests/viz/true_captions.pl "$1" >"$work/judged"
}

# true_of NAME TRACE
true_of() {
    views "$2" >"$work/said"
    if judge "$2" <"$work/said"; then
        ok "$1: $(tail -1 "$work/judged")" true
    else
        is "$1" "$(cat "$work/judged")" "nothing wrong"
    fi
}

for story in viz/stories/*.json; do
    true_of "$(basename "$story" .json)" "$story"
done

# traced NAME ARGUMENTS...: of a run made now
traced() {
    run "$scanlab" trace "${@:2}" -o "$work/trace.json"
    is "$1: recorded" "$code$err" 0
    true_of "$1" "$work/trace.json"
}
small=block=32,items=1
traced "filter" "filter:$small" -n 120 --predicate odd
traced "filter, another monoid" "filter:$small" -n 120 --predicate odd -m max_i32
traced "partition2" "partition2:$small" -n 120 --predicate odd
traced "radix_sort" "radix_sort:$small" -n 120
traced "rle" "rle:$small" -n 120
traced "segmented_scan" "segmented_scan:$small" -n 120
traced "three_kernel" three_kernel:$small -n 120
for variant in whole,window=4 whole,one_thread,window=4 window=1; do
    traced "$variant" "lookback:block=4,items=1,$variant" -n 66 \
        --schedule random:5
done
traced "kogge_stone" kogge_stone:block=32 -n 16
traced "threads" lookback -d cpu -n 2^18 --threads 2

# The judge finds what is wrong: a word of what was said is another.
# finds NAME STORY SED-SCRIPT
finds() {
    local trace=viz/stories/$2.json

    views "$trace" >"$work/said"
    sed -E "$3" "$work/said" >"$work/wrong"
    ok "$1: it is said" bash -c '! cmp -s "$1" "$2"' _ "$work/said" "$work/wrong"
    ok "$1: found" bash -c '! perl "$1" "$2" <"$3"' _ \
        tests/viz/true_captions.pl "$trace" "$work/wrong"
}
finds "an answer's sum" deep 's/69 \+ 8 = 77/69 + 8 = 78/'
finds "an answer's tile" waiting 's/P = 25 from tile 6/P = 25 from tile 5/'
finds "a tile's value" cut "s/tile 3's P = 9/tile 4's P = 9/"
finds "a question's time" deep 's/since step 941/since step 942/'
finds "a question's flags" cut 's/Tile 6 has read A A P A/Tile 6 has read A P A A/'
finds "a question's sum" chained 's/its own elements: 5/its own elements: 6/'
finds "a look that goes past an X" hang \
    's/Tile [0-9]+ is still an X: tile [0-9]+ waits for it/The next one is an X, so it looks further back/'
finds "no tile waited" waiting 's/[0-9]+ tiles waited/No tile waited/'
finds "a ticket" hang 's/Block (.*) takes tile (.*):/Block \1 draws ticket \2 and takes tile \2:/'
finds "nothing published" waiting \
    's/Tile ([0-9]+) has published A by now; tile ([0-9]+) has not seen it yet/Tile \2 waits for tile \1, which has published nothing yet (X)/'
finds "another sum" deep 's/= 33/= 34/'
finds "another tile" cut 's/inclusive prefix of tile 3/inclusive prefix of tile 2/'
finds "another value" deep 's/aggregate: A = 7/aggregate: A = 8/'
finds "other elements" hang 's/elements 56 to 59/elements 56 to 60/'
finds "a P that is there" cut 's/has no P yet/had no P then/'
finds "a remark" hang 's/No ticket: .*/Tickets follow the order in which blocks start, so a tile that others wait for has started./'

done_testing
