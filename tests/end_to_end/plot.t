#!/bin/bash
# plot.t - charts of what explore writes: of model time, of derived scans, of times;
# lines, their names and their order; what is left out is counted; rooflines;
# wrong use.
. "$(dirname "$0")/tap.sh"

# Draws a file into a new folder; gnuplot is not needed for scripts and data.
plot() { # FILE.csv [OPTION...]
    rm -rf "$work/charts"
    run "$scanlab" plot "$@" -o "$work/charts" --format svg
}
chart() { cat "$work/charts"/explore-*"$1"; }
names() { chart .dat | sed -n 's/^# index [0-9]*: //p'; }

# ------------------------------------------------------------------- model time
ok "explore on simt" timeout 300 "$scanlab" explore brent_kung:block=64 -d simt -n 256 \
    --budget 250s --space block=32..128,factor=2,4 -o "$work/simt.csv"
plot "$work/simt.csv"
is "model time is drawn" "$code$err" 0
is "one chart, of kind explore" "$(find "$work/charts" -name '*.dat' -printf '%f ')" \
    "explore-brent_kung-interval-n256.dat "
is "a line for each factor, and the scan as named" "$(names)" \
    "default factor
factor=4
as named"
first=$(chart .dat | sed -n '/index 0/,/index 1/s/^ *\([0-9]\)/\1/p')
is "each block has its place" "$(awk '{printf "%s ", $1}' <<<"$first")" "32 64 128 "
cycles=$(perl -ne 'print $1 if /,block=32,simt.*?,(\d+),$/' "$work/simt.csv")
is "heights are elements per cycle" "$(awk 'NR == 1 {print $2}' <<<"$first")" \
    "$(awk -v c="$cycles" 'BEGIN {printf "%.9g", 256 / c}')"
is "the star is the scan as named" \
    "$(chart .dat | grep -A2 'as named' | awk 'END {print $1, $6}')" "64 block=64"
has "its height's name" "$(chart .gp)" "'elements per cycle of model time'"
has "its width's name" "$(chart .gp)" "'block size'"
has "its title" "$(chart .gp)" "'Brent-Kung: which settings are best? n = 2⁸'"

# ---------------------------------------------------------------- derived scans
ok "explore derived scans" timeout 300 "$scanlab" explore --derive \
    'scan_then_reduce(32..64); brent_kung(2); sequential(1..4)' -n 256 \
    --budget 250s -o "$work/derived.csv"
plot "$work/derived.csv"
is "derived scans are drawn" "$code$err" 0
is "their depth follows from the section: it parts no lines" "$(names)" \
    "no sequential
sequential=2
sequential=4
compared with"
has "their sections are the places" "$(chart .gp)" "'elements per section'"
has "what all lines have is said once" "$(chart .gp)" \
    "all lines: scan_then_reduce,brent_kung=2"

ok "explore a space of derived scans" timeout 300 "$scanlab" explore derived -n 64 \
    -d simt --budget 250s --space rules=1,section=8..16,totals=levels,factor=4 \
    -o "$work/space.csv"
plot "$work/space.csv"
has "too many lines for their points: by rank" "$(chart .gp)" "'rank of the setting'"
is "the first rank is the fastest setting" \
    "$(chart .dat | sed -n 's/^ *1 .*# //p' | head -1)" \
    "$(sed -n 's/.*best: \([a-z0-9_=,]*\) .*/\1/p' <<<"$(chart .gp)")"

# ------------------------------------------------------------------------ times
head='run_id,algorithm,variant,device,monoid,elem_bytes,kind,n,threads,block,mode,verified,median_ns,ci_low_ns,ci_high_ns,gbps,of_memcpy,of_memcpy_low,of_memcpy_high,stage,state,faster,counted_n,model_cycles,why'
row() { # VARIANT BLOCK FRACTION STATE VERIFIED FASTER
    local time=,,, of=,, stage=
    [ -z "$3" ] || time=100,99,101,5 of=$3,$3,$3 stage=1
    echo "1,brent_kung,\"$1\",cpu,add_i32,4,inclusive,65536,2,$2,warm,$5,$time,$of,$stage,$4,$6,,,"
}
{
    echo "$head"
    echo '1,memcpy,libc,cpu,add_i32,4,inclusive,65536,2,,warm,1,50,49,51,10,1,1,1,0,,,,,'
    row '' 256 0.4 timed 1 1
    for factor in 2 4 8 16 32 64 128 256 512 1024; do
        row "block=64,factor=$factor" 64 "0.$((9000 - factor))" timed 1 1.5
        row "block=128,factor=$factor" 128 "0.$((8000 - factor))" timed 1 1.5
    done
    row block=32,factor=2 32 '' refused '' ''
    row block=32,factor=4 32 '' refused '' ''
    row block=32,factor=8 32 '' wrong 0 ''
    row block=32,factor=16 32 '' waiting '' ''
} >"$work/times.csv"
plot "$work/times.csv"
is "times are drawn, and what was not timed is no warning" "$code$err" 0
is "the best eight lines, by their numbers" "$(names | head -8 | tr '\n' ' ')" \
    "factor=2 factor=4 factor=8 factor=16 factor=32 factor=64 factor=128 factor=256 "
is "and the default" "$(names | tail -n +9)" "the default"
has "what is left out is counted" "$(chart .gp)" \
    "21 timed, 2 refused, 1 wrong, 1 not reached"
has "lines that are left out are counted" "$(chart .gp)" "the best 8 of 10 lines"
has "the best is named" "$(chart .gp)" "best: block=64,factor=2"
has "its height's name" "$(chart .gp)" "fraction of memcpy''s throughput"

# -------------------------------------------------------------------- one size
grep -v block=128 "$work/times.csv" >"$work/one.csv"
plot "$work/one.csv"
has "one block size: points by rank" "$(chart .gp)" "'rank of the setting'"
is "the best comes first" "$(chart .dat | sed -n 3p)" \
    "  1  0.8998  0.8998  0.8998  # block=64,factor=2"
is "in one line" "$(names | wc -l)" 2

# ------------------------------------------------------------------- as a table
run "$scanlab" plot "$work/times.csv" --table md
has "a table names each setting" "$out" "| block=64,factor=2 | 64 | 0.9 | 0.9 | 0.9 |"

# -------------------------------------------------------------------- wrong use
grep -v ',timed,' "$work/times.csv" >"$work/none.csv"
refuses "no point was timed" 2 "was timed; see the columns state and why" \
    "$scanlab" plot "$work/none.csv" -o "$work/no"
cp "$work/times.csv" "$work/again.csv"
refuses "two searches of one name" 2 "have the same algorithm, monoid and n" \
    "$scanlab" plot "$work/times.csv" "$work/again.csv" -o "$work/no"
refuses "points of another n" 2 "no row that can be shown has n = 4096" \
    "$scanlab" plot "$work/times.csv" --kind explore -n 2^12 -o "$work/no"
ok "nothing is half-written" test ! -e "$work/no"

# -------------------------------------------------------------------- roofline
# lookback: 1000 operations on 8192 bytes in 100 ns; of the copy's 100 GB/s, 12.2
# Gop/s are possible.
columns=algorithm,variant,device,monoid,elem_bytes,kind,n,threads,block,items
cat >"$work/bench.csv" <<END
$columns,mode,verified,median_ns,ci_low_ns,ci_high_ns,gbps,of_memcpy
memcpy,libc,cpu,add_i32,4,inclusive,1024,2,,,warm,1,82,82,82,100,1
memcpy,nt,cpu,add_i32,4,inclusive,1024,2,,,warm,1,91,91,91,90,1
memcpy,libc,cpu,add_i32,4,inclusive,2048,2,,,warm,1,164,164,164,100,1
lookback,,cpu,add_i32,4,inclusive,1024,2,,64,warm,1,100,90,125,82,.8
lookback,,cpu,add_i32,4,inclusive,2048,2,,64,warm,1,200,190,210,82,.8
kogge_stone,,cpu,add_i32,4,inclusive,1024,2,16,,warm,1,200,200,200,41,.4
brent_kung,,cpu,add_i32,4,inclusive,1024,2,256,,warm,1,200,200,200,41,.4
blelloch,,cpu,add_i32,4,inclusive,1024,2,16,,warm,1,200,200,200,41,.4
END
cat >"$work/counts.csv" <<END
$columns,work,work_form,depth,depth_form,read_bytes,write_bytes,bytes_form
lookback,,cpu,interval,4,inclusive,1024,1,,64,1,1,9,9,4096,4096,1
lookback,,cpu,interval,4,inclusive,1024,2,,,1000,1000,9,9,4096,4096,1
lookback,,cpu,interval,4,inclusive,4096,2,,64,4000,4000,9,9,4096,4096,1
kogge_stone,block=16,cpu,interval,4,inclusive,1024,2,16,,4000,4000,9,9,,,16384
brent_kung,,cpu,interval,4,inclusive,1024,2,512,,4000,4000,9,9,1,1,1
blelloch,,simt,interval,4,inclusive,1024,2,16,,4000,4000,9,9,1,1,1
END
run "$scanlab" plot "$work/bench.csv" "$work/counts.csv" --kind roofline \
    -o "$work/roof" --format svg
is "a roofline" "$code$err" 0
points() { # SERIES: x and y
    awk -v name=": $1" '/^# index/ {here = index($0, name)}
        here && /^ / {printf "%.5g %.5g\n", $1, $2}' "$work/roof"/roofline-*.dat
}
is "at the largest n of both files" "$(ls "$work/roof"/*.dat)" \
    "$work/roof/roofline-add_i32-n1024.dat"
is "operations per byte, and per ns" "$(points lookback)" "0.12207 10"
is "closed form of the bytes, block in the name" "$(points kogge_stone)" "0.24414 20"
is "the roof is the fastest copy" \
    "$(points memcpy | awk '{printf "%.3g ", $2 / $1}')" "100 100 "
is "whiskers" "$(awk '$2 == 10 {print $3, $4}' "$work/roof"/*.dat)" "8 11.1111111"
has "other blocks are another scan" "$(grep -A1 'left out' "$work/roof"/*.gp)" \
    "Brent-Kung"
is "a processor is not the simulated GPU" "$(points blelloch)" ""
run "$scanlab" plot "$work/bench.csv" "$work/counts.csv" --kind roofline --table md
has "as a table" "$out" "| decoupled look-back | 0.122 | 10 | 12.21 | 0.819 |"
run "$scanlab" plot "$work/bench.csv" "$work/counts.csv" -o "$work/all" --format svg
is "only by name" "$code $(find "$work/all" -name 'roofline*' | wc -l)" "0 0"
paste -d, "$work/bench.csv" <(echo work_form,bytes_form; yes 1000,8000 | head -8) \
    >"$work/forms.csv"
run "$scanlab" plot "$work/forms.csv" --kind roofline -n 2^10 --table md
has "closed forms beside the times" "$out" "| Brent-Kung | 0.125 | 5 | 12.5 | 0.400 |"
roofline() { # NAME PART FILE...
    refuses "$1" 2 "nothing to draw for --kind roofline: $2" \
        "$scanlab" plot "${@:3}" --kind roofline -o "$work/no"
}
roofline "without counts" "there are no counts of work and bytes; add" "$work/bench.csv"
roofline "without times" "there are no times; add" "$work/counts.csv"
grep -v ^memcpy "$work/bench.csv" >"$work/bare.csv"
roofline "without a copy" "there is no memcpy row" "$work/bare.csv" "$work/counts.csv"
sed 's/,1024,/,512,/' "$work/counts.csv" >"$work/small.csv"
roofline "nothing in common" "no scan has a time, counts and a memcpy row at one n" \
    "$work/bench.csv" "$work/small.csv"
ok "nothing is half-written" test ! -e "$work/no"

done_testing
