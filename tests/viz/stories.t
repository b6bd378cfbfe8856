#!/bin/bash
# stories.t - each story opens, from anywhere; what is committed is what
# make.sh records, apart from versions; the README's times hold.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh

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
    # Ops of one tile alone, and stores without loads, are no whole computation.
    case $name in one-thread | warp | partition | radix) continue ;; esac
    ok "$name: a trace by the rules" "$BUILD/tests/traces/check_trace" \
        "viz/stories/$name.json"
done
for name in chain lookback; do
    ok "film/$name: as make.sh records it" same "viz/stories/film/$name.json" \
        "$work/new/film/$name.json"
done
ok "film/growth.txt: as make.sh makes it" cmp viz/stories/film/growth.txt \
    "$work/new/film/growth.txt"
for name in $names; do
    run env -C / "$scanviz" --story="$name" --export "$work/$name.png" --at 50%
    is "$name: a picture, made elsewhere" "$code$out$err" 0
done

# Installed, far from the checkout.
mkdir -p "$work/bin" "$work/share/scanlab/viz"
cp "$scanviz" "$work/bin"
run "$work/bin/scanviz" --story deep --dump
is "without its stories: exit" "$code" 2
has "without its stories" "$err" "viz/stories was found near"
cp -R viz/stories "$work/share/scanlab/viz"
run "$work/bin/scanviz" --story deep --dump
is "installed: exit" "$code$err" 0

# says STORY TIME TILE WORDS: what the README sends the class to.
says() {
    run "$scanviz" --story "$1" --at "$2" --follow "${3:-none}" --dump
    has "$1 at $2" "$out" "caption: $4"
}
says predecessor 1.9 3 "Tile 3 adds the inclusive prefix of tile 2"
says deep 1472 15 "Tile 15 sees that tile 14 has an aggregate but no prefix yet"
says deep 1607 15 "Tile 15 adds the aggregates of tiles 14 to 11: 9 + 7 + 9 + 8 = 33."
says deep 1657 15 "Tile 15 adds the aggregates of tiles 10 to 7: 33 + 5 + 3 + 5 + 6 = 52."
says deep 1745 15 "Tile 15 adds the aggregates of tiles 6 to 3"
says deep 1775 15 "Tile 15 adds the inclusive prefix of tile 2: 69 + 8 = 77."
says deep 941 0 "Tile 0 publishes P, its inclusive prefix: 3"
says waiting 1100 8 "Tile 8 waits for tile 7"
says waiting 1182 8 "Tile 8 waits for tile 7"
says waiting 1297 7 "Tile 7 publishes its aggregate: A = 6"
says waiting 1321 8 "Tile 8 adds the aggregate of tile 7 and the inclusive prefix"
says cut 1380 "" "Tile 3 publishes its inclusive prefix: P = "
for meets in 1505,5 1538,7 1640,6 1642,8 1705,4; do
    says cut ${meets%,*} ${meets#*,} "Tile ${meets#*,} adds"
    has "it is the prefix of tile 3" "$out" "the inclusive prefix of tile 3"
done
says tickets 193 1 "Tile 1 publishes A, its aggregate: 1"
says tickets 208 1 "Tile 1 publishes its inclusive prefix: P = 3 + 1 = 4."
says fence 1780 5 "Tile 5 sees the P of tile 4, but reads an older value: not the 14 that was published."
says fence 1785 5 "Tile 5 publishes what should be its inclusive prefix: P = 9."
says fence 100% 5 "Every result from tile 5 on is 14 too low: a fence is missing."
has "fence: the finding" "$(cat viz/stories/fence.json)" \
    "out[20] is [20,20], want [0,20]: elements 0..19 are missing"
# A race ends the run, and with it the blocks that have not ended.
cp -R algorithms/lookback "$work/racing"
sed -i '/__threadfence(); \/\* \[1\]/d' "$work/racing/descriptors.h"
"$scanlab" trace lookback:items=1,block=4,window=4 --source "$work/racing/kernel.cu" \
    -i viz/stories/tiles.txt --schedule timed -o "$work/race.json" >"$work/race.out" 2>&1
run "$scanviz" "$work/race.json" --scene tiles --at 100% --dump
has "a race" "$out" "caption: race on prefixes[0]: descriptors.h:"
has "blocks that the end of the run has cut off stay as they were" "$out" "middle 18: look"
run "$scanviz" --story hang --at 100% --dump
has "hang: at the end the tiles wait as before" "$out" ": for 13"
lacks "no tile publishes nothing" "$out" "-: done"
says three-kernels 1 "" "reduce_full_tiles has ended; so far 3584 bytes read, 28 written: 0.9n."
says three-kernels 5.601 "" "All 8 tiles are done after 5.601 us. Global memory: 7736 bytes read, 4152 written: 2.9n."
run "$scanlab" measure three_kernel:block=32,items=4 -n 1024 -d simt
has "measure counts the same bytes" "$out" "2.902n"
says one-pass 2.146 "" "All 8 tiles are done"
for words in "4344 bytes read" "4232 written" "together 2.1n"; do
    has "it reads once: $words" "$out" ": $words"
done
for counts in kogge-stone:49:4 blelloch:30:7 brent-kung:26:6; do
    IFS=: read -r name ops depth <<<"$counts"
    run "$scanlab" measure "${name//-/_}:block=32" -n 16
    has "$name: measure counts $ops ops, depth $depth" "$(tr -s ' ' <<<"$out")" \
        " $ops = $ops $depth = $depth "
    run "$scanviz" --story "$name" --at 100% --dump
    has "$name: its story too" "$out" "work $ops of $ops, depth $depth of $depth"
done
# Three recordings, one picture: the same moment of each, and the first one asks.
run "$scanviz" --story networks --at 0.429 --export "$work/three.html"
is "networks: exit" "$code$err" 0
is "networks: three parts" "$(grep -c '<section' "$work/three.html")" 3
while read -r name words; do
    run "$scanviz" --story "$name" --at 0.429 --dump
    has "networks: $name" "$out" "$words"
done <<'EOF'
networks work 49 of 49, depth 4 of 4
blelloch work 15 of 30, depth 4 of 7
brent-kung work 19 of 26, depth 5 of 6
EOF
sed 's/"with":\["blelloch"/"with":["..\/secret"/' viz/stories/networks.json >"$work/odd.json"
refuses "a partner that is no story" 2 "no story '../secret'" "$scanviz" "$work/odd.json" --dump
# What a look has read stands above its ways, whatever the tile has published since.
"$scanviz" --story cut --at 1640 --dump >"$work/read"
is "cut: what tile 6 has read" "$(sed -n 's/^text .*: \([XAP] [0-9]*\)$/\1/p' "$work/read")" "A 9
A 5
P 9
A 4"
has "cut: what tile 5 has published since" "$(cat "$work/read")" "tile 5: P 23"
run "$scanviz" --story radix --subtitles --export "$work/radix.gif"
is "radix: the last question comes before the end" \
    "$(grep -o '^\(Question\|Answer\|Sorted by\)' "$work/radix.vtt" | tail -3 | tr '\n' ' ')" \
    "Question Answer Sorted by "
# right TILE: what its prefix should be.
right() {
    awk '/^[0-9]/ && tile++ <= '"$1"' { for (k = 1; k <= NF; k++) sum += $k } END { print sum }' \
        viz/stories/tiles.txt
}
for name in hang fence; do
    run "$scanviz" --story "$name" --dump
    has "$name begins at the beginning, not at what is found" "$out" "scene tiles, at 0 of"
done
"$scanviz" --story fence --at 2697 --dump >"$work/wrong"
is "fence: what each wrong prefix is not" "$(sed -n '/: not$/{n;s/^text .*: //p}' "$work/wrong")" \
    "$(for k in $(seq 5 14); do right "$k"; done)"
is "fence: wrong ones have the colour of a warning" \
    "$(grep '^fill warn: ' "$work/wrong" | head -1 | grep -o '[0-9]x[0-9]' | wc -l)" 10
lacks "chained: no prefix is wrong" "$("$scanviz" --story chained --at 8.083 --dump)" "fill warn: "
is "look-ahead: what lies before the tiles that have read all" \
    "$("$scanviz" --story look-ahead --at 6255 --dump |
        sed -n 'N; s/^text [^\n]*: \([0-9]*\)\n.*: before$/\1/p; D')" \
    "$(for k in 1 2 3 5 6 8 11 12 13 15; do right "$((k - 1))"; done)"
says look-ahead 6255 15 "Tile 15 adds the aggregates of tiles 14 to 0: 9 + 7 + 9 + 8 + ... + 3 = 77. That covers every tile before it."
says segmented 0.534 1 "Tile 1 publishes its inclusive prefix: P = 23."
says segmented 1.04 2 "Tile 2 publishes its inclusive prefix: P = 23 + 32 = 55."
says chained 4 "" "Tile 7 adds the inclusive prefix of tile 6"
# moved HEIGHT: the numbers of that row of the scene `ways`, from left to right.
moved() {
    awk -v height="$1" '/^text [0-9]+,[0-9]+ middle 20: [0-9]+$/ {
        split($2, at, ",")
        if (at[2] == height)
            print at[1], $NF
    }' | sort -n | awk '{ print $2 }'
}
numbers=$(for k in $(seq 0 47); do echo $((10 + k * 29 % 61)); done)
odd_first=$(for last in 1 0; do
    for number in $numbers; do
        ((number % 2 != last)) || echo "$number"
    done
done)
"$scanviz" --story partition --at 100% --dump >"$work/ways"
"$scanviz" --story partition --at 5.511 --dump >"$work/half"
has "partition: how far it is" "$(cat "$work/half")" \
    "caption: 48 of 48 elements are in place."
has "partition: what each tile has counted" "$(cat "$work/half")" "tile 1: A = 9"
"$scanviz" --story tickets --at 15 --dump >"$work/drawn"
is "tickets: 15 tiles without a ticket have not started" \
    "$(grep -c ': later$' "$work/drawn")" 15
is "tickets: tile 0 is of block 15, the others of none" \
    "$(sed -n 's/^text.*: block /block /p' "$work/drawn")" "block 15"
is "partition: in" "$(moved 153 <"$work/ways")" "$numbers"
is "partition: out, the odd ones first" "$(moved 582 <"$work/ways")" "$odd_first"
is "partition: nothing has moved at 5" \
    "$("$scanviz" --story partition --at 5 --dump | moved 582)" ""
"$scanviz" --story radix --at 100% --dump >"$work/ways"
is "radix: in" "$(moved 153 <"$work/ways")" "$numbers"
is "radix: after pass 1, by the last digit" "$(moved 368 <"$work/ways")" \
    "$(sort -s -k1.2,1.2 <<<"$numbers")"
is "radix: after pass 2, by both" "$(moved 582 <"$work/ways")" "$(sort -n <<<"$numbers")"
# places COLUMN: for each digit there, how many have it, and how many have a smaller one.
places() {
    cut -c"$1" <<<"$numbers" | sort | uniq -c |
        awk '{ printf "%s: %d, at %d\n", $2, $1, sum; sum += $1 }'
}
"$scanviz" --story radix --at 100% --size 1900x720 --dump >"$work/wide"
is "radix: counts and places of the last digits" \
    "$(sed -n 's/^text [0-9]*,323 [^:]*: //p' "$work/wide")" "$(places 2)"
is "radix: ... of the first digits; one has room for the digit alone" \
    "$(sed -n 's/^text [0-9]*,538 [^:]*: \(digit \)\?//p' "$work/ways")" \
    "$(places 1 | sed 's/^7: .*/7/')"
run "$scanviz" --story radix --at 181.881 --dump
lacks "radix: no places while they are asked for" "$out" ": 5, at "
"$scanviz" --story radix --at 188.5 --dump >"$work/half"
has "radix: the pass has its number" "$(cat "$work/half")" \
    "caption: Pass 1: 32 of 48 elements are in place."
is "radix: in pass 1 nothing is in the last row" "$(moved 582 <"$work/half")" ""
# Without what pass 2 has read nothing is known of the middle.
grep -v '"reads elements between passes\[7\]"' viz/stories/radix.json >"$work/unread.json"
run "$scanviz" "$work/unread.json" --scene ways --at 100% --dump
is "radix, an element that is not known: one pass" \
    "$(moved 368 <<<"$out")$(moved 582 <<<"$out")" "$(sort -n <<<"$numbers")"
# Nor where a cell is written twice: there are more passes than two.
awk '{ print } /"writes elements between passes\[7\]"/ { print }' viz/stories/radix.json \
    >"$work/twice.json"
run "$scanviz" "$work/twice.json" --scene ways --at 100% --dump
is "radix, a cell written twice: one pass" \
    "$(moved 368 <<<"$out")$(moved 582 <<<"$out")" "$(sort -n <<<"$numbers")"
# A kernel's name may be longer than a sentence; bytes, more than a sum can hold.
NAME=$(printf 'k%.0s' $(seq 2000)) perl -pe 's/reduce_full_tiles|scan_totals/$ENV{NAME}/g;
    s/"reads":\d+/"reads":999999999999999/; s/"elem_bytes": 4/"elem_bytes": 1/; s/"n": 1024/"n": 1/' \
    viz/stories/three-kernels.json >"$work/huge.json"
run "$scanviz" "$work/huge.json" --at 5.3 --export "$work/huge.png"
is "long names, many bytes: a picture" "$code$out$err" 0
run "$BUILD/tests/viz/say_captions" "$work/huge.json" views
is "long names, many bytes: sentences" "$code$err" 0
# Of two that are alike none can tell which went where.
sed '/"name": "in"/,/\]/s/"68"/"10"/' viz/stories/partition.json >"$work/alike.json"
run "$scanviz" "$work/alike.json" --scene ways --dump
has "two elements alike: no ways" "$out" "no two of them alike"

# Three side by side play by event, too: each question over all of them, then its answer.
run "$scanviz" --story networks --subtitles --export "$work/three.gif"
is "networks: what the film asks and answers" \
    "$(grep -o '^\(Question\|Answer\): .*' "$work/three.vtt")" \
    "$(sed -n '/^networks follows/,/^kogge-stone follows/{s/^? /Question: /p;s/^! /Answer: /p}' \
        viz/stories/stops.txt)"
has "networks: the other two go on when the first one is done" "$(cat "$work/three.vtt")" \
    "elements 0 to 14: 77, at depth 7."

# rows STORY: how many rows of bars its ops have, each at its height.
rows() {
    "$scanviz" --story "$1" --at 1.3 --follow 15 --dump |
        awk '/^fill scan: / { split($3, at, ","); print at[2] }' | sort -u | wc -l
}
is "one-thread: a row for each of 13 ops" "$(rows one-thread)" 13
is "warp: 13 ops in four rows" "$(rows warp)" 4
says one-thread 1.3 15 "An op combines elements 0 to 239: 77, at depth 18."
says warp 1.3 15 "An op combines elements 0 to 239: 77, at depth 8."
says hang 140 "" "Tile 14 waits for tile 13"
says hang 153 "" "Tile 15 waits for tile 13"
says hang 200 "" "Both blocks wait forever"

# tells STORY TILE EVENT: it is in the file, at the time that the README names.
tells() {
    has "$1: $3" "$(grep "\"tile\":$2," "viz/stories/$1.json")" "$3"
}
tells deep 15 '"first":2,"flags":"PPP","found":2,"values":["8"'
tells waiting 8 '"first":7,"flags":"XPPP"'
tells cut 2 '"ts":2068,"pid":1,'
tells one-thread 15 '"flags":"AAAAAAAAAAAAAPP"'
for name in predecessor deep waiting cut chained lookback; do
    has "$name: 64 elements in tiles of 4" "$(cat "viz/stories/$name.json")" \
        '"tile":15,"begin":60,"count":4}'
done
has "chained ends at 8.1" "$(cat viz/stories/chained.json)" '"duration_us": 8.0'
has "lookback at 2.6" "$(cat viz/stories/lookback.json)" '"duration_us": 2.5'

# Stops that are none; a question that is longer than a caption may be.
sed 's/"answer":/"reply":/' viz/stories/deep.json >"$work/none.json"
refuses "a stop without an answer" 2 "a stop of a story lacks its time, question or answer" \
    "$scanviz" "$work/none.json" --dump
perl -pe 's/("stops":\[)(\{.*?\})/$1 . join ",", ($2) x 9/e' viz/stories/deep.json >"$work/none.json"
refuses "nine stops" 2 "a story with more than 8 stops" "$scanviz" "$work/none.json" --dump
LETTERS=$(printf '\303\251%.0s' $(seq 400)) perl -pe 's/("question":")/$1$ENV{LETTERS}/' \
    viz/stories/deep.json >"$work/long.json"
run "$BUILD/tests/viz/say_captions" "$work/long.json" views
is "a long question: exit" "$code$err" 0
ok "a long question: whole letters" iconv -f UTF-8 -t UTF-16 "$work/.out"

done_testing
