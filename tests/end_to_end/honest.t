#!/bin/bash
# honest.t - numbers that are none: a scan that returns early in a bench, rows of
# a CSV that contradict themselves or each other, noise.
. "$(dirname "$0")/../end_to_end/tap.sh"

# A scan that takes what stands in its output for its own, if the last element
# is what it was.
home=$work/house
mkdir "$home"
cp -r algorithms harness "$home"
perl -0pi -e 's/(void native_scan.*?\n\{\n)(.*?)(    size_t i = 0;)/
    "static T last;\nstatic int known;\n\n$1$2    T *const end = &out[call->n - 1];\n\n" .
    "    if (known && memcmp(end, &last, sizeof last) == 0)\n        return;\n$3"/se;
    s/(\n\}\n)$/\n    last = *end;\n    known = 1;$1/; s/#include "cpu.h"/#include "cpu.h"\n#include <string.h>/' \
    "$home/algorithms/sequential/cpu.c"
bench=("$scanlab" bench sequential --threads 1 --no-libraries --time-limit 0.1s)
run env SCANLAB_HOME="$home" "${bench[@]}" -n 1000
is "an early return: exit" "$code" 1
has "it has no time" "$out" "WRONG. out["
run env SCANLAB_HOME="$home" "$scanlab" run sequential -n 1000
is "which a single run cannot see" "$code" 0
run "${bench[@]}" -n 1000 -o "$work/b.csv"
is "the real one: exit" "$code" 0
has "intervals are of this run" "$err" "within this run"
has "the load is kept" "$(cat "$work/b.json")" '"load":'

# The spread from run to run, which samples of one run know nothing of.
run "${bench[@]}" -n 1000,2000 --runs 3 -o "$work/runs.csv"
is "three runs: exit" "$code" 0
has "each is told" "$err" "run 3 of 3"
has "both spreads" "$out" "between +-"
is "as columns" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
    NR > 1 { ok += $c["runs"] == 3 && $c["runs_low_ns"] > 0 &&
        $c["runs_low_ns"] <= $c["runs_median_ns"] &&
        $c["runs_median_ns"] <= $c["runs_high_ns"] } END { print ok }' \
    "$work/runs.csv")" 4
is "the samples of all are in the JSON" \
    "$(grep -o '"run_id"' "$work/runs.json" | wc -l)" 3
run "$scanlab" plot "$work/runs.csv" -o "$work/charts"
is "plot draws them" "$code" 0
run env SCANLAB_HOME="$home" "${bench[@]}" -n 1000 --runs 2
is "a wrong one: exit" "$code" 1
has "it is told" "$out" "WRONG in one of the runs"
refuses "no runs" 2 "--runs 0: want 1 to 64" "${bench[@]}" --runs 0

# edit COLUMN TEXT: of the second row, in $work/edited.csv
edit() {
    awk -F, -v OFS=, -v name="$1" -v text="$2" 'NR == 1 {
        for (i = 1; i <= NF; i++) if ($i == name) column = i }
        NR == 3 { $column = text } { print }' "$work/b.csv" \
        >"$work/edited.csv"
}
plot=("$scanlab" plot "$work/edited.csv" -o "$work/charts")
edit verified abc
refuses "verified=abc" 2 "edited.csv:3: verified is 'abc'" "${plot[@]}"
edit ci_low_ns 1e9
refuses "an interval from above" 2 "edited.csv:3: ci_low_ns is 1e+09, above" \
    "${plot[@]}"
edit of_memcpy_high 1e-9
refuses "of the ratio, too" 2 "edited.csv:3: of_memcpy_low is " "${plot[@]}"
(cat "$work/b.csv" && tail -1 "$work/b.csv") >"$work/edited.csv"
refuses "a row twice" 2 "edited.csv:4: the same row as line 3: sequential" \
    "${plot[@]}"
sed '$s/,[^,]*$/,7/' "$work/edited.csv" >"$work/other.csv"
mv "$work/other.csv" "$work/edited.csv"
refuses "with other numbers, too" 2 "edited.csv:4: the same row" "${plot[@]}"
median=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++)
    if ($i == "median_ns") c = i } NR == 3 { print $c }' "$work/b.csv")
edit ci_high_ns "$(awk "BEGIN { print $median * 5 }")"
run "${plot[@]}"
has "noise" "$err" "1 row left out: too noisy"
for file in results/*/*.csv; do
    [ -e "$file" ] || continue
    head -1 "$file" | grep -q 'gbps\|work' || continue
    run env PATH=/nowhere "$scanlab" plot "$file" -o "$work/charts"
    lacks "$file has none of these" "$err" "$file:"
done

# A plot that is stopped, with or without gnuplot, leaves nothing.
mkdir "$work/bin" "$work/stopped"
printf '#!/bin/sh\ntouch "%s/started"\nsleep 20\n' "$work" >"$work/bin/gnuplot"
chmod +x "$work/bin/gnuplot"
for signal in INT TERM HUP; do
    rm -f "$work/started"
    env --default-signal=INT,HUP PATH="$work/bin:$PATH" "$scanlab" plot \
        "$work/b.csv" -o "$work/stopped" >/dev/null 2>&1 &
    pid=$!
    for _ in {1..400}; do
        [ ! -e "$work/started" ] || break
        sleep 0.05
    done
    kill -$signal $pid
    wait $pid 2>/dev/null
    is "plot, $signal: ends by it" $? $((128 + $(kill -l $signal)))
    is "plot, $signal: nothing is left" "$(ls -A "$work/stopped")" ""
done

done_testing
