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
run env SCANLAB_HOME="$home" "${bench[@]}" -n 2^18
is "an early return after calls that are not timed: exit" "$code" 1
has "it has no time, either" "$out" "WRONG. out["
run env SCANLAB_HOME="$home" "$scanlab" run sequential -n 1000
is "which a single run cannot see" "$code" 0
run "${bench[@]}" -n 1000 -o "$work/b.csv"
is "the real one: exit" "$code" 0
has "intervals are of this run" "$err" "within this run"
has "what its numbers are" "$err" "GB/s: n elements read and n written"
has "the load is kept" "$(cat "$work/b.json")" '"load":'

# The spread from run to run, which samples of one run know nothing of.
run "${bench[@]}" -n 1000,2000 --runs 3 -o "$work/runs.csv"
is "three runs: exit" "$code" 0
has "each is told" "$err" "run 3 of 3"
has "both spreads" "$out" "between +-"
has "and what they are not" "$err" "a few runs say little about the next one"
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
has "it is told, and why" "$out" "  sequential               WRONG in run 1. out["
has "in the field of its size and mode" "$out" \
    "n = 1000, add_i32, inclusive, 1 thread, warm: 2 runs"
refuses "no runs" 2 "--runs 0: want 1 to 64" "${bench[@]}" --runs 0

# A machine that is busy, whose clock moves, or that stops for a while all the
# time: what the C library says of it is made up here.
cat >"$work/odd.c" <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int getloadavg(double load[], int n)
{
    load[0] = atof(getenv("ODD_LOAD"));
    return n > 0;
}
FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
    static int khz = 2000000;
    static char text[32];
    if (!strstr(path, "scaling_cur_freq"))
        return real(path, mode);
    snprintf(text, sizeof text, "%d\n", khz += atoi(getenv("ODD_KHZ")));
    return fmemopen(text, strlen(text), mode);
}
int clock_gettime(clockid_t clock, struct timespec *now)
{
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    static _Thread_local unsigned random = 7;
    static _Thread_local long long more; /* of some us to some ms each time */
    const int code = real(clock, now);
    random = random * 1664525 + 1013904223;
    if (getenv("ODD_STOPS"))
        more += 4096ll << (random >> 16) % 12;
    const long long ns = now->tv_nsec + more;
    now->tv_sec += ns / 1000000000;
    now->tv_nsec = ns % 1000000000;
    return code;
}
C
cc -shared -fPIC -w -o "$work/odd.so" "$work/odd.c" -ldl
odd() { # LOAD KHZ [NAME=VALUE]
    run env -C "$work" LD_PRELOAD=./odd.so ODD_LOAD="$1" ODD_KHZ="$2" ${3+"$3"} \
        "${bench[@]}" -n 1000,2000 "${@:4}"
}
if [ -n "${SANITIZED-}" ]; then
    skip "odd machines" "a sanitizer comes first"
else
    odd 99.5 0
    has "a busy machine" "$err" "this machine is busy: a load of 99.5 on "
    lacks "its clock is steady" "$err" "clock moved"
    odd 0 500000
    has "a clock that moves" "$err" "the clock varied during the run, 2500 to 3000 MHz"
    lacks "not busy" "$err" "busy"
    odd 0 0 ODD_STOPS=1 --time-limit 1s # by its own clock, which is fast
    is "noise: exit" "$code" 0
    has "noise is no number" "$out" "  sequential               too noisy: +-"
    lacks "not even a ratio" "$(grep sequential <<<"$out")" "of memcpy"
    odd 0 0 ODD_STOPS=1 --time-limit 2s --runs 2
    has "noise in several runs" "$out" "  sequential               too noisy: +-"
    lacks "is no number either" "$(grep sequential <<<"$out")" "of memcpy"
fi

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
sed '$s/,[^,]*,\([^,]*,[^,]*\)$/,7,\1/' "$work/edited.csv" >"$work/other.csv"
mv "$work/other.csv" "$work/edited.csv"
refuses "with other numbers, too" 2 "edited.csv:4: the same row" "${plot[@]}"
median=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++)
    if ($i == "median_ns") c = i } NR == 3 { print $c }' "$work/b.csv")
edit ci_high_ns "$(awk "BEGIN { print $median * 5 }")"
run "${plot[@]}"
has "noise" "$err" "1 row left out: too noisy"
sed 's/^[^,]*,/another,/' "$work/b.csv" >"$work/edited.csv"
refuses "an n that no row has" 2 "no row has n = 77" \
    "$scanlab" plot "$work/b.csv" -n 77 -o "$work/charts"
refuses "a row of two runs in two files" 2 \
    "b.csv and $work/edited.csv both have sequential at n = 1000: a chart shows one" \
    "$scanlab" plot "$work/b.csv" "$work/edited.csv" -o "$work/charts"
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
