#!/bin/bash
# explore.t - a small sweep on the SIMT machine and on the processor: every point
# is proved, the default takes part, what cannot be has a reason; files, charts of
# them, Ctrl-C, bad spaces.
. "$(dirname "$0")/../end_to_end/tap.sh"

# column NAME FILE.csv: its cells, without the header. The text cells that have
# commas come after it, or have none in this test.
column() {
    perl -e '
        my ($name, $file) = @ARGV;
        open my $in, "<", $file or die;
        my $at = -1;
        while (<$in>) {
            chomp;
            my @cell;
            push @cell, defined $1 ? $1 : $2 while /\G(?:"([^"]*)"|([^,]*))(?:,|$)/gc;
            if ($at < 0) { ($at) = grep { $cell[$_] eq $name } 0 .. $#cell; next }
            print $cell[$at] // "", "\n";
        }' "$1" "$2"
}

# ------------------------------------------------------------------- model time

run timeout 300 "$scanlab" explore brent_kung -d simt -n 256 --budget 250s \
    --space block=32..128,factor=2,4,sequential=1,4 -o "$work/simt.csv"
is "12 points on simt" "$code" 0
has "its space is told" "$out" "a space of 12 points"
has "all are right" "$out" "13 right and timed in 1 stage, 0 refused, 0 failed, 0 wrong"
has "the default is among them" "$out" "  the default"
has "the best is named" "$out" "best: "
is "a row for each point and the default" \
    "$(column state "$work/simt.csv" | sort | uniq -c | tr -s ' ')" " 13 timed"
is "no two points are of one setting" \
    "$(column variant "$work/simt.csv" | sort | uniq -d)" ""
is "each was proved" "$(column verified "$work/simt.csv" | sort -u)" "1"
is "a model has no time in ns" "$(column median_ns "$work/simt.csv" | sort -u)" ""
is "all have model cycles" "$(column model_cycles "$work/simt.csv" | grep -c .)" 13
# The counts are those of measure.
"$scanlab" measure brent_kung:block=64,factor=4 -d simt -n 256 --wide \
    -o "$work/measured.csv" >/dev/null
is "counted as measure counts" \
    "$(paste -d, <(column variant "$work/simt.csv") \
        <(column counted_work "$work/simt.csv") \
        <(column barriers "$work/simt.csv") | grep '^block=64,factor=4,[0-9]')" \
    "block=64,factor=4,$(column work "$work/measured.csv"),$(
        column barriers "$work/measured.csv")"
first=$(grep '^best' <<<"$out")
run timeout 300 "$scanlab" explore brent_kung -d simt -n 256 --budget 250s --seed 2 \
    --space block=32..128,factor=2,4,sequential=1,4
is "another order of points, the same best" "$(grep '^best' <<<"$out")" "$first"
ok "plot draws model time" "$scanlab" plot "$work/simt.csv" -o "$work" --format svg

# --------------------------------------------------------- what cannot be, or is wrong

run timeout 300 "$scanlab" explore lookback:block=32,items=1 -d simt -n 64 \
    --budget 250s --space window=8,64
is "what is refused does not end a search" "$code" 0
has "it has a reason" "$out" "refused: 1, such as block=32,items=1,window=64: window: one warp looks at no more than 32"
run timeout 300 "$scanlab" explore hierarchical:block=64,items=1 -d simt -n 256 \
    --budget 250s --space wave=lockstep,syncwarp -o "$work/wrong.csv"
has "a race is found before anything is timed" "$out" "1 wrong"
has "in the words of verify" "$out" "inclusive, n = 2, T of 4 bytes)"
is "it has no time, and is no failure of the search" \
    "$code $(paste -d, <(column state "$work/wrong.csv") \
        <(column verified "$work/wrong.csv") | grep wrong)" "0 wrong,0"

# -------------------------------------------------------------------- real time

run timeout 300 "$scanlab" explore hierarchical -d cpu --threads 1 -n 2^12 \
    --budget 100s --space block=32..128,items=1,4,grain=8192 -o "$work/cpu.csv"
is "6 points on cpu" "$code" 0
has "each was timed" "$out" "7 right and timed in"
is "and the best again, if it is not the default" \
    "$(grep -cE "In another process:|best: the default" <<<"$out")" 1
has "the best is told with its interval, or that it is the default" \
    "$out" "best: "
is "each was proved and compared" \
    "$(column verified "$work/cpu.csv" | sort -u)" "1"
ok "plot draws it" "$scanlab" plot "$work/cpu.csv" -o "$work" --format svg
json() {
    perl -MJSON::PP -0777 -e '
    my $j = decode_json(<STDIN>);
    die unless @{$j->{points}} == 7;
    for (@{$j->{points}}) { die unless @{$_->{samples_ns}} && $_->{state} eq "timed" }
    die unless $j->{command} =~ /explore hierarchical/;' <"$work/cpu.json"
}
ok "the JSON has samples of all points" json
run timeout 100 "$scanlab" explore hierarchical -d cpu --threads 1 -n 2^12 \
    --budget 0.001s --space block=32..128
has "a budget that is too small is told" "$out" "not reached: increase --budget"
is "and the default still has its time" "$code" 0

# ----------------------------------------------------------------------- Ctrl-C

bash -c 'trap - INT; exec env --default-signal=INT "$@"' - "$scanlab" \
    explore hierarchical -d cpu --threads 1 -n 2^12 --budget 1h \
    -o "$work/stopped.csv" >"$work/stopped.txt" 2>"$work/stopped.err" &
pid=$!
for _ in $(seq 600); do
    sleep 0.1
    # The first points have been compiled into the cache: some are timed soon.
    [ "$(ps -o etimes= -p $pid | tr -d ' ')" -ge 8 ] && break
done
kill -INT $pid
wait $pid
is "Ctrl-C ends it by the signal" "$?" 130
has "it says that points are kept" "$(cat "$work/stopped.err")" "interrupted"
is "the file is whole" "$(tail -c1 "$work/stopped.csv" | od -An -c | tr -d ' ')" '\n'

# ------------------------------------------------------------------- bad use

explore=("$scanlab" explore brent_kung -d simt -o "$work/none.csv")
refuses "a value that is not legal" 2 "block=0 is not a value of block" \
    "${explore[@]}" --space block=0
refuses "a word for a number" 2 "sequential=x is not a value of sequential" \
    "${explore[@]}" --space sequential=x
refuses "an unknown parameter" 2 "no parameter 'seq' on simt" \
    "${explore[@]}" --space seq=1
refuses "an empty space" 2 "has no '='" "${explore[@]}" --space ''
refuses "two sizes" 2 "explore takes one -n" "${explore[@]}" -n 8,16
refuses "n = 0" 2 "there is nothing to time" "${explore[@]}" -n 0
refuses "a time that is none" 2 "--budget soon: want 90s, 5m or 1h" \
    "${explore[@]}" --budget soon
refuses "two algorithms" 2 "explore takes one algorithm" "${explore[@]}" blelloch
refuses "an application" 2 "filter is an application" "$scanlab" explore filter -d simt
refuses "nothing to explore" 2 "sequential has no parameters to explore on simt" \
    "$scanlab" explore sequential -d simt
refuses "a monoid without time" 2 "counts on the interval monoid" \
    "${explore[@]}" -m max_i32
refuses "another ending" 2 "must end in .csv or .json" \
    "$scanlab" explore brent_kung -d simt -o "$work/none.txt"
is "no file is left" "$(ls "$work"/none* 2>/dev/null)" ""
done_testing
