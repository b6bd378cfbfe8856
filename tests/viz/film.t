#!/bin/bash
# film.t - the film of look-back says what its two recordings say, and is drawn as it was.
#
#     UPDATE=1 tests/viz/film.t      makes golden/film.txt anew: look at the film
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh
runs=viz/stories/film
golden=tests/viz/golden/film.txt

run "$scanviz" --film lookback --dump
is "its pictures as text" "$code$err" 0
printf '%s\n' "$out" >"$work/film.txt"
[ -z "${UPDATE-}" ] || cp "$work/film.txt" "$golden"
ok "they are what they were" diff "$golden" "$work/film.txt"

# judged CHAIN LOOKBACK GROWTH FILM
judged() {
    perl tests/viz/film.pl "$1" "$2" "$3" <"$4" || echo failed
}
is "all that it says is so" \
    "$(judged $runs/chain.json $runs/lookback.json $runs/growth.txt "$work/film.txt")" ""
# wrong NAME CHANGE: the film with this change is found to be wrong.
wrong() {
    sed "$2" "$work/film.txt" >"$work/wrong.txt"
    ok "$1" test -n "$(judged $runs/chain.json $runs/lookback.json $runs/growth.txt \
        "$work/wrong.txt")"
}
wrong "a sum that no run made" 's/: 20 + 9 + 2 + 6 + 8 = 45/: 20 + 9 + 2 + 6 + 8 = 46/'
wrong "a P that no tile has" '/In the same step/,/^at/s/: 15$/: 16/'
wrong "another number of steps" 's/10 tiles, 10 steps/10 tiles, 9 steps/'
wrong "other steps of longer runs" 's/: 32 tiles/: 33 tiles/'
wrong "a tile less in a step" '/Even with/,$ { /^fill p: 195,189/d }'
wrong "a tile in another step" '/Even with/,$s/^fill p: 66,621 /fill p: 48,606 /'
wrong "another time" 's/done: 2.1/done: 2.2/'

# Another pair of runs is no film.
mkdir -p "$work/bin" "$work/viz"
cp "$scanviz" "$work/bin"
cp -R viz/stories "$work/viz"
# other NAME WORDS: the runs in $work/viz lack something.
other() {
    refuses "$1" 1 "$2" "$work/bin/scanviz" --film lookback --dump
    cp $runs/* "$work/viz/stories/film"
}
films=$work/viz/stories/film
cp viz/stories/lookback.json "$films"
other "looks that tell another story" "the film needs"
cp viz/stories/deep.json "$films/chain.json"
cp viz/stories/deep.json "$films/lookback.json"
other "steps in place of times" "needs 16 tiles, and times from --schedule timed"
sed -i 's/"value":"20"/"value":"21"/' "$films/lookback.json"
other "prefixes that are no sums" "needs prefixes that are sums"
echo '8 8 three' >"$films/growth.txt"
other "lines of growth" "needs lines of growth"
echo '9999 9999 1 1 9999 9999' >"$films/growth.txt"
other "more tiles than fit" "needs lines of growth"
rm "$films/growth.txt"
refuses "no growth" 2 "viz/stories was found near" "$work/bin/scanviz" --film lookback --dump

refuses "another film" 2 "--film waiting: there is one film, lookback" \
    "$scanviz" --film waiting --dump
refuses "a film of a trace" 2 "--film lookback: it comes with its own runs" \
    "$scanviz" --film lookback "$runs/chain.json" --dump

# As a file: short, small, and with colour soon.
run "$scanviz" --film lookback --export "$work/film.gif" --subtitles
is "a film" "$code$out$err" 0
ok "its subtitles are its sentences" diff \
    <(sed -n 's/^at [0-9.]* s: //p' "$work/film.txt" | uniq) \
    <(sed '1,2d; /-->/d; /^$/d' "$work/film.vtt")
ok "1.5 megabytes at most" test "$(wc -c <"$work/film.gif")" -le 1500000
last=$(sed -n 's/.* --> 00:00:\([0-9.]*\)$/\1/p' "$work/film.vtt" | tail -1)
ok "30 seconds at most ($last)" awk "BEGIN { exit !($last <= 30.05) }"
run "$scanviz" --film lookback --at 2 --dump
has "colour within two seconds" "$out" "fill p:"
run "$scanviz" --film lookback --at 60% --export "$work/film.png"
is "a picture: exit" "$code$out$err" 0
is "a picture of 960x540" "$(size_of "$work/film.png")" 960x540
run "$scanviz" --film lookback --at 60% --no-motion --theme dark --size 640x360 \
    --export "$work/dark.svg"
is "dark, smaller, without motion" "$code$out$err" 0

run "$scanviz" --film lookback --export "$work/film.html"
if [[ $err == *"need clang"* ]]; then
    skip "a page" "no clang"
    done_testing
fi
is "a page: exit" "$code$out$err" 0
is "a page: both runs are in it" "$(grep -c 'type="text/plain"' "$work/film.html")" 3
has "a page: steps of longer runs" "$(cat "$work/film.html")" "64 64 12 7 1 1 2 3 4 5 6 7 8 9 10 8 1 4 8 12 16 20 3"
done_testing
