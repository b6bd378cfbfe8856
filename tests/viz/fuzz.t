#!/bin/bash
# fuzz.t - traces that were tampered with are drawn or refused, from fixed
# seeds; then what has been wrong once, or might be.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh
fuzzer=$PWD/$BUILD/tests/viz/fuzz_recording
seconds=1
[ -n "${TEST_ALL-}" ] && seconds=60

run "$scanlab" trace kogge_stone -n 40 -o "$work/kogge_stone.json"
is "a trace with every load and store" "$code" 0
run "$scanlab" trace filter:block=32,items=1 -n 60 -o "$work/filter.json"
is "a trace of an application" "$code" 0
traces=("$PWD"/viz/stories/*.json "$work/kogge_stone.json" "$work/filter.json")
for seed in 1 7; do
    ok "seed $seed" env -C "$work" "$fuzzer" -s $seed -t $seconds "${traces[@]}"
    has "seed $seed: it went through mutations" "$out" "mutations passed"
done

# ------------------------------------------------------------- what was wrong

story=viz/stories/deep.json

# shown NAME: $work/odd.json is drawn as each scene, in a few seconds.
shown() {
    local scene
    for scene in tiles timeline statistics; do
        run timeout 10 "$scanviz" "$work/odd.json" --scene $scene --at 70% \
            -e "$work/odd.png"
        is "$1: $scene" "$code$out$err" 0
    done
}
# refused NAME WORDS
refused() {
    refuses "$1" 2 "$2" "$scanviz" "$work/odd.json" -e "$work/odd.png"
}
# odd FROM TO: the story, with the first such text replaced.
odd() {
    sed "0,/$1/s//$2/" $story >"$work/odd.json"
}

# Tiles took a hatch of hundreds of lines each: a picture took 12 s.
odd '"tile":3,' '"tile":1048575,'
shown "a million tiles"
odd '"tid":9,"name":"thread_name"' '"tid":4097,"name":"thread_name"'
shown "four thousand rows"
odd '"begin":[0-9]*' '"begin":1e308'
shown "an element that is none"
odd '"ts":[0-9.]*,"dur":[0-9.]*' '"ts":0,"dur":1e308'
refused "a launch without an end" "infinite"
odd '"first":13,"flags":"AAAA"' '"first":2,"flags":"AAAA"'
refused "four tiles before tile 2" "past tile 0"
odd '"first":8,' '"first":999999999,'
refused "looks far away" "more than 1048576 tiles are not supported"
odd '"flags":"X' '"flags":"\\n'
refused "flags of two lines" "something other than X, A, P"
odd '"ticket 1","s":"t","args":{"block":6,"tile":1,' \
    '"ticket 1","s":"t","args":{"block":6,'
run "$scanviz" "$work/odd.json" -e "$work/odd.html"
is "a ticket without a tile: in a page" "$code$out$err" 0
lacks "a ticket without a tile: not told as tile -1" \
    "$("$BUILD/tests/viz/say_captions" "$work/odd.html")" "ticket -"

# An index times its bytes was more than a number holds, and so were the bytes of
# the lanes before a lane; an access of 2^31 bytes was counted word by word, for
# minutes. The fuzzer has the sanitizers. The bytes of a trace say which scene it
# draws: one more space at the end makes it draw another one.
largest=9223372036854775807
sed "s/\"word\": *\"in\[5\]\"/\"word\":\"in[$largest]\"/" \
    "$work/kogge_stone.json" >"$work/odd.json"
ok "there is such an index" grep -q $largest "$work/odd.json"
for spaces in 1 2 3 4 5 6; do
    printf ' ' >>"$work/odd.json"
    ok "an index beyond all, $spaces" env -C "$work" "$fuzzer" -n 0 odd.json
done
sed 's/"bytes": *4/"bytes":1073741823/' "$work/filter.json" >"$work/odd.json"
for spaces in 1 2 3 4 5 6 7 8 9 10 11 12; do
    printf ' ' >>"$work/odd.json"
    ok "accesses of 1 GiB, $spaces" env -C "$work" "$fuzzer" -n 0 odd.json
done
sed 's/"bytes": *4/"bytes":2147483647/' "$work/kogge_stone.json" \
    >"$work/odd.json"
ok "an access of 2 GiB" timeout 10 "$scanviz" "$work/odd.json" --scene memory \
    --at 60% -e "$work/odd.svg"

done_testing
