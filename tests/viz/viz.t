#!/bin/bash
# viz.t - scanviz draws a trace that scanlab has just recorded, without a
# display and in a window, and says in a line what is wrong with a bad one.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh

trace=$work/look.json
run "$scanlab" trace lookback:block=32,items=1,window=4 -n 300 \
    --schedule random:3 -o "$trace"
is "a trace" "$code" 0

for scene in tiles timeline statistics; do
    for theme in light dark projector; do
        picture=$work/$scene-$theme.png
        run "$scanviz" "$trace" -e "$picture" --scene $scene --theme $theme \
            --at 60% --size 800x450
        is "$scene, $theme: exit" "$code$out$err" 0
        is "$scene, $theme: its size" "$(size_of "$picture")" 800x450
    done
done
run "$scanviz" "$trace" -e "$work/again.png" --at 60% --size 800x450
ok "the same view, the same picture" \
    cmp -s "$work/again.png" "$work/tiles-light.png"
run "$scanviz" "$trace" -e "$work/later.png" --at 70% --size 800x450
differ "another time, another picture" later.png tiles-light.png
run "$scanviz" "$trace" -e "$work/diagram.png" --at 60% --size 800x450 --diagram
is "a diagram: exit" "$code$out$err" 0
differ "a diagram: another picture" diagram.png tiles-light.png
run "$scanviz" --story deep --at 1775 --diagram --dump
has "a diagram: of the tile in view" "$out" "what tile 15 does"

# A finding opens at itself, its two accesses lit.
sed '/\[2\]/d' algorithms/kogge_stone/kernel.cu >"$work/broken.cu"
run "$scanlab" verify kogge_stone:block=32 -d simt -n 3 --schedule inorder \
    --source "$work/broken.cu" --trace "$work/race.json"
has "a race: how to look at it" "$out" "View:      ./scanviz '$work/race.json'"
run "$scanviz" "$work/race.json" --dump
has "a race: memory, at the finding" "$code $out" "0 scene memory"
has "a race: told" "$out" "caption: race on cells[1]"
sed 's/(block 0, thread 1) writes/(block 0, thread 9) writes/' \
    "$work/race.json" >"$work/unknown.json"
run "$scanviz" "$work/unknown.json" --scene memory --dump --at 100%
is "no such accesses: exit" "$code$err" 0
run "$scanviz" "$work/race.json" --scene memory --dump --at 100%
cp "$work/.out" "$work/lit.txt"
run "$scanviz" "$work/unknown.json" --scene memory --dump --at 100%
ok "the two accesses are lit" bash -c '! diff -q <(grep line "$1") \
    <(grep line "$2") >/dev/null' _ "$work/lit.txt" "$work/.out"
run "$scanviz" --story lookback --with chained -e "$work/two.png"
is "a story beside a story: exit" "$code$out$err" 0

# The field's words: a legend in every scene, ops as they play, a title that
# is true.
for scene in tiles statistics both; do
    run "$scanviz" --story deep --at 60% --scene $scene --dump
    for words in "A: aggregate (this tile alone)" "X: nothing published" \
        "P: inclusive prefix (from the start)"; do
        has "$scene: legend" "$out" "$words"
    done
done
run "$scanlab" trace kogge_stone -n 8 --schedule inorder -o "$work/ops.json"
run "$scanviz" "$work/ops.json" --scene network --at 100% --dump
has "network: legend" "$out" ": an op that has been applied"
has "ops are counted" "$out" ", op 17 of 17"
run "$scanviz" "$work/ops.json" --scene timeline --at 0 --dump
has "ops are counted as they play" "$out" ", op 0 of 17"
run "$scanviz" --story chained --dump
has "chained is no look-back" "$out" ": Chained scan, inclusive"

# Applications: what makes sense is drawn, the network says why it is not.
while read -r application scene words; do
    run "$scanlab" trace "$application:block=32,items=1" -n 60 \
        --schedule random:2 -o "$work/application.json"
    for shown in tiles timeline statistics memory network both; do
        run "$scanviz" "$work/application.json" --scene $shown --at 90% --dump
        is "$application, $shown: exit" "$code$err" 0
        [ $shown != "$scene" ] || has "$application, $shown" "$out" "$words"
        [ $shown != network ] ||
            has "$application, $shown: not drawn" "$out" \
                "Networks are drawn for scans"
        run "$scanviz" "$work/application.json" --scene $shown --at 30% \
            -e "$work/application.png"
        is "$application, $shown: a picture" "$code$out$err" 0
    done
    run "$scanviz" "$work/application.json" -e "$work/application.html"
    is "$application: a page" "$code$out$err" 0
done <<'ROWS'
filter both scatter
partition2 timeline count
reduce timeline reduce
all_of tiles 0
segmented_scan memory Tile 0 is done
mk_flags memory flags[
ROWS
run "$scanviz" "$work/application.json" --dump
has "what it is of" "$out" "Flags of segments of 60 elements"
run "$scanlab" trace segmented_scan -n 60 --exclusive -o "$work/application.json"
run "$scanviz" "$work/application.json" --dump
has "of which kind" "$out" "Segmented scan, exclusive, of 60 elements of add_i32"

# Traces of version 1, of a GPU.
for old in small three_kernel; do
    gunzip -c results/h200/traces/$old.json.gz >"$work/old.json"
    has "$old: of version 1" "$(cat "$work/old.json")" '"schema_version": 1,'
    run "$scanviz" "$work/old.json" -e "$work/old.png"
    is "$old: is drawn" "$code$out$err" 0
done

run "$scanviz" "$trace" --with "$trace" -e "$work/two.png" --speaker
is "two traces: exit" "$code$out$err" 0
run "$scanviz" "$trace" --with "$work/nothing.json" -e "$work/two.png"
is "a second trace that is not there: exit" "$code" 2
run "$scanviz" --live lookback:block=32,items=1,window=4 -n 200 --at 50% \
    -e "$work/live.png"
is "a live run: exit" "$code$out$err" 0
run "$scanviz" --live nonsense -e "$work/live.png"
is "a live run of nothing: exit" "$code" 2
has "a live run of nothing" "$err" "no algorithm 'nonsense'"
run "$scanviz" --live lookback "$trace"
is "a live run and a trace: exit" "$code" 2
mkdir "$work/slides"
true >"$work/slides/look.png"
ln -s slides/look.png "$work/link.png"
run "$scanviz" "$trace" -e "$work/link.png"
is "through a link: exit" "$code$out$err" 0
ok "through a link" test -h "$work/link.png" -a -s "$work/slides/look.png"
run "$scanlab" trace kogge_stone -n 8 -o "$work/no-tiles.json"
run "$scanviz" "$work/no-tiles.json" --dump
has "without tiles, it begins with memory" "$code $out" "0 scene memory"
for ending in svg pdf; do
    run "$scanviz" "$trace" -e "$work/look.$ending"
    is "$ending: exit" "$code$out$err" 0
    ok "$ending: is there" test -s "$work/look.$ending"
done
if [ -n "$(command -v ffmpeg)" ]; then
    run "$scanviz" "$trace" -e "$work/look.gif" --size 320x180 --seconds 0.5
    is "a film: exit" "$code$out$err" 0
    is "a film: it is a GIF" "$(head -c 6 "$work/look.gif")" GIF89a
    for ending in gif mp4; do
        run "$scanviz" --story tickets -e "$work/story.$ending" --size 321x180 --subtitles
        is "$ending: exit" "$code$out$err" 0
        # It ends with its last subtitle, though nothing moves there for long.
        is "$ending: as long as its subtitles" \
            "$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$work/story.$ending" |
                awk '{ printf "%.1f", $1 }')" \
            "$(sed -n 's/.* --> //p' "$work/story.vtt" | tail -1 |
                awk -F: '{ printf "%.1f", 60 * $2 + $3 }')"
    done
else
    skip "a film" "no ffmpeg"
fi
for ending in mp4 gif; do
    run env PATH=/nowhere "$scanviz" "$trace" -e "$work/none.$ending" --subtitles
    is "$ending without ffmpeg: exit" "$code" 3
    is "$ending without ffmpeg" "$err" \
        "scanviz: $work/none.$ending: films are made by ffmpeg, which is not installed (Debian: apt-get install ffmpeg)"
    is "$ending without ffmpeg: nothing is left" "$(ls "$work"/none* 2>/dev/null)" ""
done

# ended NAME SIGNAL: a film that is stopped leaves no file.
ended() {
    local name=film.$1 pid half
    (cd "$work" && exec timeout -k 5 60 "$scanviz" "$trace" -e "$name" \
        --size 1280x720 --seconds 100) >"$work/ended" 2>&1 &
    pid=$!
    for _ in $(seq 100); do
        half=$(pgrep -P "$pid" scanviz) && ls "$work/$name".*.part \
            >/dev/null 2>&1 && break
        sleep 0.05
    done
    ok "$2: a film has begun" sh -c 'ls "$1".*.part' - "$work/$name"
    sleep 0.3
    kill "-$2" "$half"
    wait "$pid"
    is "$2: exit" "$?" "$3"
    sleep 0.2 # another process would have had time to write
    is "$2: nothing is left" "$(cd "$work" && ls "$name"* 2>/dev/null)" ""
}
if [ -n "$(command -v ffmpeg)" ]; then
    ended gif TERM 143
    ended mp4 INT 130
else
    skip "a film that is stopped" "no ffmpeg"
fi

# What has the name of a file that is written for a while is left alone.
mkdir "$work/beside"
echo kept >"$work/beside/mine"
for name in look.svg.part look.svg.1-0.part; do
    cp "$work/beside/mine" "$work/beside/$name"
done
ln -s mine "$work/beside/look.png.part"
for kind in svg png pdf html; do
    run "$scanviz" "$trace" -e "$work/beside/look.$kind"
    is "$kind beside others: exit" "$code$out$err" 0
done
is "others are as they were" "$(cat "$work/beside/"*part "$work/beside/mine")" \
    "$(printf 'kept\nkept\nkept\nkept')"
six=''
for _ in 1 2 3 4 5 6; do
    "$scanviz" "$trace" -e "$work/beside/six.png" 2>>"$work/six" &
    six="$six $!"
done
for pid in $six; do wait "$pid" || echo "exit $?" >>"$work/six"; done
is "six at once" "$(cat "$work/six")" ""
cp "$work/beside/six.png" "$work/one.png"
"$scanviz" "$trace" -e "$work/beside/six.png"
ok "the picture is whole" cmp -s "$work/one.png" "$work/beside/six.png"
before=$(ls "$work/beside")
for kind in png svg pdf html; do
    refuses "$kind, no room" 1 "File too large" bash -c 'ulimit -f 1; "$@"' _ \
        "$scanviz" "$trace" -e "$work/beside/large.$kind"
done
is "nothing is left of them" "$(ls "$work/beside")" "$before"
chmod a-w "$work/beside/look.svg"
[ -w "$work/beside/look.svg" ] || refuses "a file that may not be written" 1 \
    "Permission denied" "$scanviz" "$trace" -e "$work/beside/look.svg"
ok "a link stays one" sh -c 'cd "$1" && ln -s look.svg to.svg && "$2" "$3" \
    -e to.svg && [ -L to.svg ]' - "$work" "$scanviz" "$trace"

# ---------------------------------------------------------------- bad traces

# bad NAME WORDS: $work/bad.json is refused in one line with these words.
bad() {
    run "$scanviz" "$work/bad.json" -e "$work/bad.png"
    is "$1: exit" "$code" 2
    is "$1: one line" "$(wc -l <<<"$err")" 1
    has "$1" "$err" "$2"
    ok "$1: no picture" test ! -e "$work/bad.png" \
        -a -z "$(compgen -G "$work/*part")"
}

echo 'no trace' >"$work/bad.json"
bad "not JSON" "line 1 is not JSON"
echo '{"traceEvents": [], "metadata": {"schema": "other"}}' >"$work/bad.json"
bad "another schema" "no schema 'scanlab-trace'"
echo '[1, 2]' >"$work/bad.json"
bad "another program's" "'traceEvents' or 'metadata' is missing"
head -c 20000 "$trace" >"$work/bad.json"
bad "cut off" "is not JSON"
sed 's/"schema_version": *[0-9]*/"schema_version": 9/' "$trace" >"$work/bad.json"
bad "a later version" "a different version"
sed '0,/"cat":"look"/s/"ts":[0-9.]*\(.*"cat":"look"\)/"ts":-5\1/' "$trace" \
    >"$work/bad.json"
bad "a negative time" "negative"
sed '0,/"cat":"look"/s/"ts":[0-9.]*\(.*"cat":"look"\)/"ts":0\1/' "$trace" \
    >"$work/bad.json"
bad "out of order" "after one at"
sed 's/"tile":3,/"tile":99999999,/' "$trace" >"$work/bad.json"
bad "a million tiles" "more than 1048576 tiles are not supported"
rm "$work/bad.json"
bad "no file" "No such file"

# Cut off in the middle of an event, and at the end of one: with its line.
cut=$(sed -n '40{p;q}' "$trace")
{ head -39 "$trace"; echo "${cut:0:30}"; } >"$work/bad.json"
bad "half an event" "line 40 is not JSON"
head -40 "$trace" >"$work/bad.json"
bad "no end" "line 41 is not JSON"
{ cat "$trace"; echo ','; } >"$work/bad.json"
bad "more than a trace" "end of file expected"
sed 's/^\],$/,],/' "$trace" >"$work/bad.json"
bad "a comma too many" "unexpected token near ']'"
sed 's/^\],$/], "traceEvents": [],/' "$trace" >"$work/bad.json"
bad "two times events" "a second array"

# The same, in another order and with other members.
{
    printf '{ "more" : [1, {"a": 2.5}],\n'
    sed -n '/^"metadata":/,$p' "$trace" | sed '$s/}$//'
    printf ', "traceEvents":\t[\r\n'
    sed '1d; /^\],$/,$d' "$trace"
    printf ' ] , "end": -1\n}\n\n'
} >"$work/look-ordered.json"
run "$scanviz" "$trace" --dump --at 50%
before=$out
run "$scanviz" "$work/look-ordered.json" --dump --at 50%
is "members in another order" "$code ${out//look-ordered/look}" "0 $before"

# A trace's words give no orders to a terminal.
sed 's/"ticket"/"\\u001b[31mticket\\nscene 9"/' "$trace" >"$work/bad.json"
run "$scanviz" "$work/bad.json" --dump --at 50%
lacks "no escapes in a dump" "$out$err" $'\e'
printf '{"a": \033[31m}' >"$work/bad.json"
run "$scanviz" "$work/bad.json" --dump
lacks "no escapes in an error" "$err" $'\e'
rm "$work/bad.json"

# A pipe or a device is refused: no run waits for it forever.
mkfifo "$work/pipe"
for path in "$work/pipe" /dev/zero /dev/null; do
    refuses "$path" 2 "$path: not a regular file" \
        timeout -k 5 20 "$scanviz" "$path" --dump
done
refuses "a folder" 2 "$work: Is a directory" "$scanviz" "$work" --dump

# ------------------------------------------------------------------- options

refused() { # NAME WORDS OPTION...
    local name=$1 words=$2
    shift 2
    run "$scanviz" "$@"
    is "$name: exit" "$code" 2
    has "$name" "$err" "$words"
}
refuses "an option that is not" 2 \
    "scanviz: unrecognized option '--bogus'" "$scanviz" --bogus
refuses "a letter that is not" 2 "invalid option -- 'x'" "$scanviz" -x "$trace"
refuses "no value" 2 "option '--export' requires" "$scanviz" "$trace" --export
refuses "half an option" 2 "is ambiguous" "$scanviz" "$trace" --s=1
refuses "a value too many" 2 "doesn't allow an argument" \
    "$scanviz" "$trace" --dump=3
run "$scanviz" --help
has "help" "$code $out" "0 Usage: scanviz [OPTION...] TRACE.json"
refused "two traces" "one file too many" "$trace" "$trace"
refused "a size" "like 1280x720" "$trace" -e "$work/x.png" --size 12
refused "a scene" "scenes are tiles, timeline" "$trace" --scene x
refused "a tile beyond the last" "there are 10 tiles" "$trace" --dump --follow 10
refused "half a tile" "a whole number from 0" "$trace" --dump --follow 1.5
refused "a time in hexadecimal" "like 60%" "$trace" --dump --at 0x10
refused "no time" "like 60%" "$trace" --dump --at ''
refused "no elements" "from 1 to 1048576" --live lookback -n 0
run "$scanviz" --live lookback:block=32,items=1,window=4 -n 2^8 --dump
has "a power of two elements" "$code $out" "of 256 elements of"
refused "a scene by its old name" "use timeline" "$trace" --scene lanes
refused "a theme" "light, dark and projector" "$trace" --theme x
refused "an ending" "what kind of picture" "$trace" -e "$work/x.bmp"
run "$scanviz" "$trace"
is "no display: exit" "$code" 3
has "no display" "$err" "--export FILE.png writes a picture without one"

run "$scanviz" "$trace" --benchmark
is "benchmark: exit" "$code$err" 0
has "benchmark: opening" "$out" "to the first frame"
is "benchmark: each scene that there is" \
    "$(grep -c "ms a frame played" <<<"$out")" 4

# -------------------------------------------------------------------- window

. tests/viz/window.sh
ok "a window opens" opens "$trace"
for key in Right Right Left Next Prior End Home Up Down 2 3 1 l p space space \
    Escape; do
    press $key
done
quits "all keys, then q: exit"
done_testing
