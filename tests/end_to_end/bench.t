#!/bin/bash
# bench.t - a short bench of everything, its files, charts of them, Ctrl-C.
# Nothing here depends on how fast the machine is.
. "$(dirname "$0")/../end_to_end/tap.sh"

run "$scanlab" bench -d cpu -n 2^10..2^12 --threads 2 --time-limit 2s \
    -o "$work/bench.csv"
is "bench of everything: exit 0" "$code" 0
for name in $("$scanlab" list --names) memcpy; do
    is "$name has a row for each size" \
        "$(cut -d, -f2 "$work/bench.csv" | grep -c "^$name\$" |
            sed 's/^[3-9]$/enough/')" enough
done
has "columns" "$(head -1 "$work/bench.csv")" \
    "run_id,algorithm,variant,device,monoid,elem_bytes,kind,n,threads,block,items,mode,seed,verified,samples,discarded,min_ns,q1_ns,median_ns,q3_ns,max_ns,ci_low_ns,ci_high_ns,bytes,gbps,elems_per_s,of_memcpy,of_memcpy_low,of_memcpy_high,stop_reason"
is "every row was verified" \
    "$(tail -n +2 "$work/bench.csv" | cut -d, -f14 | sort -u)" 1
is "every row has as many cells as the header" \
    "$(awk -F, '{ print NF }' "$work/bench.csv" | sort -u | wc -l)" 1
is "quantiles are in order" "$(tail -n +2 "$work/bench.csv" | awk -F, \
    '$17 <= $18 && $18 <= $19 && $19 <= $20 && $20 <= $21 &&
     ($22 == "" || ($22 <= $19 && $19 <= $23)) { next } { print }')" ""
for word in host processor compiler samples; do
    has "the JSON beside it says $word" "$(cat "$work/bench.json")" "\"$word"
done
lacks "no progress bar without a terminal" "$err" $'\r'
has "it said how long it would take" "$err" \
    " at 3 sizes, in about 2 s (--time-limit)"
copy=$BUILD/harness/bench/copy.o
if [ "$(uname -m)" = x86_64 ] && [ -e "$copy" ] && command -v objdump >/dev/null; then
    code_of=$(objdump -d "$copy")
    has "the roof prefetches" "$code_of" prefetcht0
    has "and streams" "$code_of" movnt
else
    skip "the roof prefetches and streams" "no objdump, or not x86-64"
fi
# Plain bench takes minutes: the line is there before it starts.
"$scanlab" bench </dev/null >"$work/plain.out" 2>"$work/plain.err" &
bench=$!
for _ in {1..1200}; do
    [ ! -s "$work/plain.err" ] || break
    sleep 0.05
done
kill -KILL $bench
wait $bench 2>/dev/null
has "plain bench says it first" "$(head -1 "$work/plain.err")" \
    " sizes, in about 5 min (--time-limit)"
lacks "before any row" "$(cat "$work/plain.out")" "GB/s"

# What it will do, before it starts: so many rows and sizes, and how long.
estimate='^scanlab: [0-9]+ rows? at [0-9]+ sizes?, in about [0-9.]+ (s|min) \(--time-limit\)'
is "it says how long it may take" "$(grep -cE "$estimate" <<<"$err")" 1
run "$scanlab" bench sequential lookback -n 1000,2000 --threads 1 \
    --time-limit 1s
has "of the rows, sizes and time that were asked for" "$err" \
    "scanlab: 2 rows at 2 sizes, in about 1 s (--time-limit); Ctrl-C"
run "$scanlab" bench sequential -n 1000 -m seg_add_i32 --exclusive \
    --threads 1,2 --time-limit 1s
is "an exclusive scan of segments is timed" "$code" 0
is "and warned of once, by what it is not" \
    "$(grep -c 'is not the exclusive segmented scan' <<<"$err")" 1

run "$scanlab" bench sequential lookback -n 1000 -m affine_u32,add_f64 \
    --exclusive --mode cold --time-limit 1s --threads 1,2 -o "$work/b.json"
is "two monoids, two thread counts, cold, as JSON: exit 0" "$code" 0
has "the JSON has the rows" "$(cat "$work/b.json")" '"lookback"'
run "$scanlab" bench sequential lookback -n 1000 --no-libraries --threads 1 \
    --mode warm,cold --time-limit 2s -o "$work/cold.csv"
is "a cold sample is one call, however short; a warm one is many" \
    "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        { print $c["mode"], $c["calls_per_sample"] == 1 ? "one" : "many" }' \
        "$work/cold.csv" | sort | uniq -c | tr -s ' \n' ' ')" \
    " 3 cold one 3 warm many "

# What is copied beside it has 16 bytes for each of its 4.
run "$scanlab" bench mssp -n 2^20 --threads 1 --time-limit 1s
is "an application with numbers that become elements is timed" "$code" 0

# -------------------------------------------------------------------- charts

run "$scanlab" measure all -n 2^4..2^8 --threads 1,2 -o "$work/measure.csv"
run "$scanlab" plot "$work/bench.csv" "$work/measure.csv" -o "$work/charts" \
    --format svg,png,pdf
is "plot: exit 0" "$code" 0
for kind in throughput fraction work depth; do
    for ending in gp dat svg png pdf; do
        ok "a $kind chart as .$ending" sh -c \
            'for f in "$1"/$2*.$3; do test -s "$f" || exit 1; done' - \
            "$work/charts" $kind $ending
    done
done
gp=$(find "$work/charts" -name 'throughput*.gp' | head -1)
ok "the script draws it again" sh -c 'cd "$1" && gnuplot "$(basename "$2")"' \
    - "$work/charts" "$gp"
run "$scanlab" plot "$work/bench.csv" --kind fraction --table md
has "a table in Markdown" "$out" "| "
run "$scanlab" bench lookback sequential -m add_f32 -n 5000 --rounding \
    --threads 1 --no-libraries --time-limit 1s -o "$work/bits.csv"
run "$scanlab" plot "$work/bits.csv" --kind fraction --table md
has "a table says how many different results there were" "$out" \
    "| different results | of samples |"
is "a row's, of as many runs as it had samples" \
    "$(grep -cE '^\| [a-z -]+ \|( [0-9.]+ \|){3} 1 \| [0-9]+ \|$' <<<"$out")" 2
run "$scanlab" plot "$work/bits.csv" --kind fraction -o "$work/bits" \
    --format svg
has "and the chart, at the end of a bar" \
    "$(cat "$work"/bits/fraction-add_f32-n5000.gp)" "set label '1 result' at graph 1, "
run "$scanlab" plot "$work/bench.csv" --kind fraction --table latex
has "a table in LaTeX" "$out" '\begin{tabular}'
for kind in throughput work depth traffic; do
    run "$scanlab" plot "$work/bench.csv" "$work/measure.csv" --kind $kind \
        --table latex
    captions=$(grep '^.caption{' <<<"$out")
    has "$kind has a caption" "$captions" caption
    is "each with a unit: $kind" "$(grep -v \
        'Values: .*\(GB/s\|op applications\|units of\)' <<<"$captions")" ""
done
mkdir "$work/bin"
ln -s "$(command -v sh)" "$work/bin/sh"
run env PATH="$work/bin" "$scanlab" plot "$work/bench.csv" -o "$work/bare" \
    --format svg
has "without gnuplot it says so" "$err" "gnuplot is not installed"
ok "and writes the scripts all the same" sh -c 'ls "$1"/*.gp "$1"/*.dat' - "$work/bare"

# -------------------------------------------------------------------- Ctrl-C

# signalled SIGNAL PATTERN FILE: the process in the background, as soon as the file
# has a line like that.
signalled() {
    local process=$! turns=0
    while ! grep -q "$2" "$3" && [ $turns -lt 2400 ]; do
        sleep 0.05
        turns=$((turns + 1))
    done
    kill -"$1" $process
    wait $process
    code=$?
}

# A bench of minutes, stopped as soon as it has told its first size.
interrupt() {
    : >"$work/cut.out"
    # In the background bash ignores Ctrl-C for its children: set it back.
    bash -c 'trap - INT; exec env --default-signal=INT,HUP "$@"' - "$scanlab" \
        bench sequential lookback -n 2^10,2^22,2^23,2^24 --threads 1 \
        --time-limit 10m --no-libraries -o "$work/cut.csv" \
        >"$work/cut.out" 2>"$work/cut.err" </dev/null &
    signalled "$1" sequential "$work/cut.out"
}
for signal in INT TERM HUP; do
    interrupt $signal
    ok "$signal ends the bench by a signal" test "$code" -gt 128
    has "it says that rows are kept" "$(cat "$work/cut.err")" "are kept in"
    has "and they are there" "$(cut -d, -f2,8 "$work/cut.csv")" "lookback,1024"
    is "whole" "$(awk -F, '{ print NF }' "$work/cut.csv" | sort -u | wc -l)" 1
    is "and no temporary file" "$(find "$work" -name '*.tmp')" ""
    rm -f "$work"/cut.*
done

# The same in several runs: what the first has measured is kept, and the rows
# that the second has.
interrupt_runs() { # SIGNAL PATTERN LIMIT: when a line of stderr fits
    rm -rf "$work/cut".* "$work/cut-cache"
    : >"$work/cut.err"
    bash -c 'trap - INT; exec env --default-signal=INT,HUP "$@"' - \
        env XDG_CACHE_HOME="$work/cut-cache" "$scanlab" bench sequential \
        -n 2^10,2^22 --threads 1 --time-limit "$3" --no-libraries --runs 2 \
        -o "$work/cut.csv" >"$work/cut.out" 2>"$work/cut.err" </dev/null &
    signalled "$1" "$2" "$work/cut.err"
}
for signal in INT TERM HUP; do
    interrupt_runs $signal "run 2 of 2" 1s
    is "$signal in the second run: ends by it" "$code" \
        $((128 + $(kill -l $signal)))
    has "it says that rows are kept" "$(cat "$work/cut.err")" \
        "interrupted in run 2 of 2; the finished rows are kept in $work/cut.csv"
    is "$signal: both sizes of the first run" \
        "$(cut -d, -f2,8 "$work/cut.csv" | grep -c '^sequential,')" 2
    # Rows that the second run has not: no spread between runs, and it is said.
    is "$signal: rows of one run" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++)
        c[$i] = i } NR > 1 && $c["runs"] == 1 && $c["runs_low_ns"] == "" &&
        $c["within_low_ns"] > 0' "$work/cut.csv" | wc -l)" \
        "$(cut -d, -f34 "$work/cut.csv" | grep -c '^1$')"
    is "$signal: nothing is left" "$(find "$work/cut-cache" -name 'run-*')" ""
done
is "the JSON has its samples" "$(grep -c samples_ns "$work/cut.json")" 1
run "$scanlab" plot "$work/cut.csv" -o "$work/cut-charts"
is "it can be drawn" "$code" 0
# The first run is stopped with rows or before its first, as it happens: both are
# right.
interrupt_runs HUP "run 1 of 2" 10m
is "HUP in the first run: ends by it" "$code" 129
if [ -e "$work/cut.csv" ]; then
    has "its rows are of one run" "$(cat "$work/cut.out")" ": 1 run"
    has "and it says so" "$(cat "$work/cut.err")" "the finished rows are kept"
else
    has "it says that it has none" "$(cat "$work/cut.err")" \
        "in run 1 of 2; no row was finished"
fi

# Each row is compared with the plain loop for its own parameters.
for rows in "histogram:bins=16 histogram:bins=4096" "radix_sort:num_bits=8 radix_sort" \
    "histogram:bins=64 histogram:bins=16,grain=1024 histogram:bins=64,grain=1024 histogram:bins=16"; do
    # shellcheck disable=SC2086
    run "$scanlab" bench $rows -n 2^12 --threads 2 --time-limit 1s --no-libraries \
        -o "$work/rows.csv"
    is "bench $rows: exit" "$code" 0
    is "bench $rows: all right" \
        "$(cut -d, -f14 "$work/rows.csv" | tail -n +2 | sort -u)" 1
done

done_testing
