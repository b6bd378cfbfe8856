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
    --budget 100s --space block=32..128,items=1,4,grain=8192 -o "$work/cpu.csv" \
    --kernel-tuner "$work/cache.json" --t4 "$work/t4.json"
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
# The formats of other tuners, by their schemas (Kernel Tuner 1.5 replays its search
# from the first): 6 configurations, the default not among them.
cache() {
    perl -MJSON::PP -0777 -e '
    my $j = decode_json(<STDIN>);
    die unless $j->{schema_version} eq "1.1.0" && $j->{problem_size} == 4096;
    die unless join(" ", @{$j->{tune_params_keys}}) eq "block items grain";
    die unless "@{[sort { $a <=> $b } @{$j->{tune_params}{items}}]}" eq "1 4";
    die unless keys %{$j->{cache}} == 6;
    for my $key (keys %{$j->{cache}}) {
        my $c = $j->{cache}{$key};
        die unless $key eq join(",", map { $c->{$_} } @{$j->{tune_params_keys}});
        die unless $c->{time} > 0 && @{$c->{times}};
        for (qw(compile_time verification_time benchmark_time strategy_time
            framework_time timestamp)) { die $_ unless defined $c->{$_} }
    }' <"$work/cache.json"
}
t4() {
    perl -MJSON::PP -0777 -e '
    my $j = decode_json(<STDIN>);
    die unless $j->{schema_version} eq "1.0.0" && @{$j->{results}} == 6;
    for (@{$j->{results}}) {
        die unless $_->{invalidity} eq "correct" && $_->{correctness} == 1;
        die unless $_->{configuration}{block} && @{$_->{times}{runtimes}};
        die unless $_->{measurements}[0]{unit} eq "ms";
    }' <"$work/t4.json"
}
ok "a cache file of Kernel Tuner" cache
ok "a results file of T4" t4
refuses "model time is no time for them" 2 "--t4: its times are measured ones" \
    "$scanlab" explore brent_kung -d simt --t4 "$work/none.json"

# A search goes on where an earlier one has ended.
resume=("$scanlab" explore hierarchical -d cpu --threads 1 --once --budget 20s)
run timeout 100 "${resume[@]}" -n 2^12 --space block=32..128,items=1,4,grain=8192 \
    --resume "$work/cpu.json"
is "--resume: exit" "$code" 0
has "--resume: nothing is proved again" "$out" "6 known from an earlier search"
run timeout 100 "${resume[@]}" -n 2^12 --space block=32..128,items=1,2,4,grain=8192 \
    --resume "$work/cpu.json"
has "--resume: in a larger space" "$out" "; 6 known from an earlier search"
refuses "--resume: another n" 2 "it is of another search" \
    "${resume[@]}" -n 2^13 --resume "$work/cpu.json"
refuses "--resume: another file" 2 "want a JSON that explore -o has written" \
    "${resume[@]}" -n 2^12 --resume "$work/t4.json"
run timeout 200 "$scanlab" explore brent_kung -d simt -n 256 --budget 250s \
    --space block=32..128,factor=2,4,sequential=1,4 --resume "$work/simt.json" -o "$work/again.csv"
has "--resume: model time" "$out" "12 known from an earlier search"
is "--resume: the same counts" "$(column model_cycles "$work/again.csv" | sort)" \
    "$(column model_cycles "$work/simt.csv" | sort)"

run timeout 100 "$scanlab" explore hierarchical -d cpu --threads 1 -n 2^12 \
    --budget 0.001s --space block=32..128
has "a budget that is too small is told" "$out" "not reached: increase --budget"
is "and the default still has its time" "$code" 0

# ----------------------------------------------------------------- applications

run timeout 300 "$scanlab" explore filter:form=one_pass -d simt -n 2^12 \
    --space block=64..256,items=4,16 --predicate odd -o "$work/filter.csv"
is "filter on simt" "$code$err" 0
has "each of its points is right" "$out" "6 right and timed in 1 stage, 0 refused, 0 failed, 0 wrong"
"$scanlab" measure filter:form=one_pass,block=64,items=4 -d simt -n 2^12 --wide \
    -o "$work/measured.csv" >/dev/null
is "filter is counted as measure counts" \
    "$(paste -d, <(column variant "$work/filter.csv") \
        <(column barriers "$work/filter.csv") | grep '^block=64,items=4,')" \
    "block=64,items=4,$(column barriers "$work/measured.csv")"
run timeout 300 "$scanlab" explore segmented_scan_csr -d simt -n 2^10 \
    --space block=64,128 --pattern rare
has "a pattern of segments" "$out" "pattern rare, n = 2^10"
run timeout 300 "$scanlab" explore spmv -d cpu --threads 2 -n 2^14 --budget 60s \
    -o "$work/spmv.csv"
is "spmv on cpu" "$code" 0
is "each point was proved and compared" "$(column verified "$work/spmv.csv" | sort -u)" 1
# The bytes that any code must move: a value and a column for each nonzero, ...
ok "its traffic is that of bench" test "$("$scanlab" bench spmv -d cpu --threads 2 \
    -n 2^14 --no-libraries --time-limit 1s -o "$work/bench.csv" >/dev/null 2>&1
    column bytes "$work/bench.csv" | sort -un)" = \
    "$(column bytes "$work/spmv.csv" | sort -un)"
refuses "a pattern that does not apply" 2 "a scan has no flags" \
    "$scanlab" explore kogge_stone -d simt --pattern rare

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
refuses "nothing to explore" 2 "sequential has no parameters to explore on simt" \
    "$scanlab" explore sequential -d simt
refuses "a monoid without time" 2 "counts on the interval monoid" \
    "${explore[@]}" -m max_i32
refuses "another ending" 2 "must end in .csv or .json" \
    "$scanlab" explore brent_kung -d simt -o "$work/none.txt"
is "no file is left" "$(ls "$work"/none* 2>/dev/null)" ""
done_testing
