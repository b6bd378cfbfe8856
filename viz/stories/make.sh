#!/bin/bash
# make.sh - records the stories again.
#
#     viz/stories/make.sh [FOLDER]      into this folder, or another one
#
# Each is a trace of scanlab with the story's questions (stops.txt), without the parts
# that a story does not need:
#
#   - op events, except those with which tile 15 combines the values that it saw in
#     `warp` and `one-thread`; all wait events, which the looks repeat; all loads and
#     stores, except those that move elements in `partition` and `radix`, and the loads
#     of counts in `radix`
#   - the bytes that blocks read and write, unless the story is about them
#   - in `hang`, the steps in which every tile looks in vain: events later than HANGS
#     are moved to that time
set -euo pipefail
folder=$(realpath "${1-"$(dirname "$0")"}")
here=$(cd "$(dirname "$0")" && pwd)
scanlab=$(realpath "${SCANLAB:-$here/../../scanlab}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/tiles.txt" "$here/stops.txt" "$work"
cd "$work"

NEVER=1e18 HANGS=200

# told NAME: the entry of this story in stops.txt, as JSON.
told() {
    perl -MJSON::PP -ne 'BEGIN { $name = shift; %key = qw(? question ! answer - says) }
        $in = $1 eq $name, $follow = $2, $blocks = $3, @with = split " ", $4 // ""
            if /^(\S+) follows (\d+|none)( and shows blocks)?(?: with (.*))?$/;
        next unless $in;
        %story = (%story, follow => $follow eq "none" ? -1 : $follow + 0, stops => \@stops,
            $blocks ? (blocks => JSON::PP::true) : (), @with ? (with => [@with]) : ());
        $story{end} = $1 if /^= (.*)/;
        push @stops, {at => $_ + 0} if /^\d/;
        $stops[-1]{$key{$1}} = $2 if /^([?!-]) (.*)/;
        END { print JSON::PP->new->canonical->encode(\%story) if %story }' \
        "$1" stops.txt
}

# thin OPS LATEST STORY: keeps `op` events that match OPS; LATEST ends all. Each event is
# on a line, and all except the last end with a comma.
thin() {
    awk -v ops="$1" -v latest="$2" -v story="$3" -v traffic="${traffic-}" \
        -v ways="${ways-}" '
        # The number after a key of the event, or -1.
        function number(key) {
            if (!match($0, "\"" key "\":[0-9.]+"))
                return -1
            return substr($0, RSTART + length(key) + 3,
                          RLENGTH - length(key) - 3) + 0
        }
        function put(key, value) {
            if (match($0, "\"" key "\":[0-9.]+"))
                $0 = substr($0, 1, RSTART - 1) "\"" key "\":" value \
                     substr($0, RSTART + RLENGTH)
        }
        function cut(  at, over) {
            at = number("ts")
            over = at + number("dur") - latest
            if (number("dur") >= 0 && over > 0)
                put("dur", number("dur") - over)
            if (at > latest)
                put("ts", latest)
            if (number("until") > latest)
                put("until", latest)
        }
        /^\{"ph":/ {
            sub(/,$/, "")
            if (/"cat":"wait"/ || (/"cat":"op"/ && $0 !~ ops) ||
                (/"cat":"access"/ && !(ways && (/"name":"(writes out|(reads|writes) elements between passes)\[/ ||
                  (/"name":"reads histograms\[/ && !/"value":"0"/)))))
                next
            if (!traffic)
                sub(/,"reads":[0-9]+,"writes":[0-9]+/, "")
            cut()
            if (last != "")
                print last ","
            last = $0
            if (!/"ph":"[Msf]"/)
                events++
            next
        }
        last != "" { # the events are over
            print last
            last = ""
        }
        /^"metadata":\{$/ && story != "" { $0 = $0 "\n \"story\": " story "," }
        /^ "events": / { sub(/[0-9]+/, events) }
        /^ "duration_us": / && $2 + 0 > latest { sub(/[0-9.]+/, latest) }
        # Elements, 16 to a line.
        /^    "[0-9]+",?$/ {
            sub(/^    /, row++ % 16 ? " " : "    ")
            printf "%s%s", $0, row % 16 ? "" : "\n"
            next
        }
        { row = 0; print }'
}

# record NAME OPS SCAN OPTION...   Fails if the run is wrong.
record() {
    local name=$1 ops=$2 scan=$3 wrong=0
    shift 3
    case $scan in *:*) ;; *) scan=lookback:items=1,$scan ;; esac
    "$scanlab" trace "$scan" "$@" -o "$name.json" \
        >"$name.out" || wrong=$?
    thin "$ops" $NEVER "$(told "$name")" <"$name.json" >"$folder/$name.json"
    return $wrong
}

none='^$'
tiles=block=4,window=4
record predecessor "$none" $tiles -i tiles.txt --schedule timed --resident 2
record deep "$none" $tiles -i tiles.txt --schedule random:292
record waiting "$none" $tiles -i tiles.txt --schedule random:25 --resident 4
record cut "$none" $tiles -i tiles.txt --schedule random:115
record chained "$none" $tiles,chained -i tiles.txt --schedule timed
record lookback "$none" $tiles -i tiles.txt --schedule timed

# A window of 16 takes 16 lanes: tiles of 16, whose other elements are 0.
awk '/^[0-9]/ { print $0 "   0 0 0 0 0 0 0 0 0 0 0 0" }' tiles.txt >wide.txt
wide=block=16,window=16
# Elements 0 to 239 are those before tile 15.
ops='"tile":15,.*"high":([0-9]|[0-9][0-9]|1[0-9][0-9]|2[0-3][0-9]),'
record warp "$ops" $wide -i wide.txt --schedule timed
record one-thread "$ops" $wide,one_thread -i wide.txt --schedule timed

# Tiles of 64, whose other elements are 0.
awk '/^[0-9]/ { printf "%s", $0; for (k = 0; k < 60; k++) printf " 0"; print "" }' tiles.txt \
    >long.txt
echo "multiprocessors 16" >machine.txt # a block for each
record look-ahead "$none" lookahead:block=32 -m add_i64 -i long.txt --schedule random:8 \
    --machine machine.txt

# The same elements in three launches, then in one.
traffic=yes
record three-kernels "$none" three_kernel:block=32,items=4 -n 1024 --schedule timed
record one-pass "$none" lookback:block=32,items=4,window=4 -n 1024 \
    --schedule timed
traffic=

# Networks: the sums of the tiles as elements, in one tile.
awk '/^[0-9]/ { for (k = 1; k <= NF; k += 4) print $k + $(k + 1) + $(k + 2) + $(k + 3) }' \
    tiles.txt >digits.txt
for network in kogge_stone blelloch brent_kung; do
    record "${network//_/-}" . $network:block=32 -i digits.txt --schedule timed
done
record networks . kogge_stone:block=32 -i digits.txt --schedule timed

# The paths of 48 numbers, which all differ.
awk 'BEGIN { for (k = 0; k < 48; k++) print 10 + k * 29 % 61 }' >numbers.txt
ways=yes
record partition "$none" partition2:block=32,items=1 -i numbers.txt --predicate odd \
    --schedule timed
cp "$here/decimal.h" .
record radix "$none" radix_sort:block=32,items=1 -i numbers.txt --key decimal.h \
    --schedule timed
ways=

# 160 ones, in five segments.
for ((k = 0; k < 160; k++)); do
    echo 1 >>ones.txt
    case $k in 0 | 7 | 36 | 41 | 100) echo 1 ;; *) echo 0 ;; esac >>heads.txt
done
record segmented "$none" segmented_scan:block=32,items=1 -i in=ones.txt \
    -i flags=heads.txt --schedule timed

# The film's two runs: windows of 4 from the first look on. The last of the 17 tiles
# publishes nothing, and 16 are shown.
mkdir -p film "$folder/film"
cp "$here/film/tiles.txt" film
looks=$tiles,no_predecessor
record film/chain "$none" $tiles,chained -i film/tiles.txt --schedule timed \
    --resident 17
record film/lookback "$none" $looks -i film/tiles.txt --schedule timed \
    --resident 17

# steps TILES SCAN: for each step, how many tiles get their P in it. A step begins when no
# tile has got one for 0.4 of the longest such gap. The last tile publishes no P: its
# time is the end of its look-back.
steps() {
    "$scanlab" trace "lookback:items=1,$2" -n $((4 * $1)) --schedule timed \
        --resident "$1" -o growth.json >growth.out
    awk -v last=$(($1 - 1)) '
        function number(key) {
            match($0, "\"" key "\":[0-9.]+")
            return substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0
        }
        /"cat":"publish".*"state":"P"/ { at[number("tile")] = number("ts") }
        /"name":"look back"/ && number("tile") == last { at[last] = number("ts") + number("dur") }
        END {
            for (tile in at)
                print at[tile]
        }' growth.json | sort -n | awk '
            { at[NR] = $1 }
            NR > 1 && at[NR] - at[NR - 1] > longest { longest = at[NR] - at[NR - 1] }
            END {
                for (k = 1; k <= NR; k++) {
                    if (k > 1 && at[k] - at[k - 1] > 0.4 * longest) {
                        print count
                        count = 0
                    }
                    count++
                }
                print count
            }'
}

{
    echo "# Made by ../make.sh: tiles; steps of the chain, of look-back with one tile per"
    echo "# look, and with four; for each step of these two, how many tiles get their P."
    for count in 8 16 32 64; do
        steps $count $tiles,chained >chain.steps
        steps $count block=4,window=1,no_predecessor >one.steps
        steps $count $looks >looks.steps
        echo "$count $(wc -l <chain.steps) $(wc -l <one.steps) $(wc -l <looks.steps)" \
            "$(paste -sd ' ' one.steps looks.steps | paste -sd ' ')"
    done
} >"$folder/film/growth.txt"

# The partner of `hang`: the blocks start in the same order.
record tickets "$none" $tiles -i tiles.txt --resident 2 --schedule reverse

# Both runs are wrong, and have a finding.
cp -R "$here/../../algorithms/lookback" fence
# Flag and value in two words, with the word of the value cleared first.
sed -i -f "$here/../../tests/museum/split-word.sed" fence/descriptors.h
sed -i 's/half\[0\] = word_of(&value, k);/half[0] = word_of(\&none, k); &/
    s/^    const uint64_t tag = .*/    const T none = identity();\n&/' fence/descriptors.h
if record fence "$none" $tiles,chained,packed --source fence/kernel.cu -i tiles.txt \
    --schedule random:35 2>fence.err; then
    echo "make.sh: no fence is missing" >&2
    exit 1
fi
if "$scanlab" verify lookback:no_tickets,block=4,items=1,window=4 -d simt \
    -n 64 --resident 2 --schedule reverse --trace hang.json >hang.out 2>&1; then
    echo "make.sh: nothing hangs" >&2
    exit 1
fi
thin "$none" $HANGS "$(told hang)" <hang.json >"$folder/hang.json"
