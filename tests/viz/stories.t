#!/bin/bash
# stories.t - each story opens, from anywhere; what is committed is what
# make.sh records, apart from versions; the README's times hold.
. "$(dirname "$0")/../end_to_end/tap.sh"

scanviz=${scanlab%/*}/scanviz
if [ ! -x "$scanviz" ]; then
    skip "scanviz" "it is not built: SDL2 or cairo is missing"
    done_testing
fi

run "$scanviz" --story
is "the list: exit" "$code$err" 0
has "the list" "$out" "deep "
names=$(awk '{ print $1 }' <<<"$out")
files=$(cd viz/stories && printf '%s\n' *.json)
is "each trace is in the list, and no other" \
    "$(sed 's/$/.json/' <<<"$names" | sort)" "$(sort <<<"$files")"

run "$scanviz" --story nothing
is "no such story: exit" "$code" 2
is "no such story" "$err" \
    "scanviz: no story 'nothing': \`scanviz --story\` lists them"
has "no such story: the list" "$out" "deep "
run "$scanviz" --story deep another
is "a story and a trace: exit" "$code" 2

# What was made by another version says so in its metadata alone.
same() { # FILE FILE
    diff <(grep -v '^ "scanlab": ' "$1") <(grep -v '^ "scanlab": ' "$2")
}
mkdir "$work/new"
ok "make.sh" env SCANLAB="$scanlab" viz/stories/make.sh "$work/new"
for name in $names; do
    ok "$name: as make.sh records it" same "viz/stories/$name.json" \
        "$work/new/$name.json"
    # Ops of one tile alone are no whole computation.
    case $name in one-thread | warp) continue ;; esac
    ok "$name: a trace by the rules" "$BUILD/tests/traces/check_trace" \
        "viz/stories/$name.json"
done
for name in $names; do
    run env -C / "$scanviz" --story="$name" --export "$work/$name.png" --at 50%
    is "$name: a picture, made elsewhere" "$code$out$err" 0
done

# Installed, far from the checkout.
mkdir -p "$work/bin" "$work/share/scanlab/viz"
cp "$scanviz" "$work/bin"
run "$work/bin/scanviz" --story deep --dump
is "without its stories: exit" "$code" 2
has "without its stories" "$err" "viz/stories is not near"
cp -R viz/stories "$work/share/scanlab/viz"
run "$work/bin/scanviz" --story deep --dump
is "installed: exit" "$code$err" 0

# says STORY TIME TILE WORDS: what the README sends the class to.
says() {
    run "$scanviz" --story "$1" --at "$2" ${3:+--follow "$3"} --dump
    has "$1 at $2" "$out" "caption: $4"
}
says predecessor 1.9 3 "tile 3 looks back and meets the prefix of tile 2"
says deep 6700 14 "tile 14 looks back: takes in the aggregate of tile 13"
says deep 6900 14 "tile 14 looks back: takes in the aggregates of tiles 13 to 10"
says deep 7310 14 "tile 14 looks back: takes in the aggregates of tiles 9 to 6"
says deep 7900 14 "tile 14 looks back: takes in the aggregates of tiles 5 to 2"
says deep 9300 14 "tile 14 looks back and meets the prefix of tile 1"
says waiting 6300 8 "tile 8 waits for tile 7"
says waiting 6400 8 "tile 8 waits for tile 7"
says waiting 6470 8 "tile 8 looks back: takes in the aggregate of tile 7 and"
says cut 7567 "" "tile 3 publishes its prefix P = 9"
says cut 7910 "" "tile 12 looks back: takes in the aggregates of tiles 6 to 4"
says chained 4 "" "tile 7 looks back and meets the prefix of tile 6"
says one-thread 1.4 15 "op makes [0,479] = 77, at depth 19"
says warp 1.4 15 "op makes [0,479] = 77, at depth 9"
says hang 720 "" "tile 14 waits for tile 13"
says hang 760 "" "tile 15 waits for tile 13"
says hang 1000 "" "needs blocks to start in order"

done_testing
