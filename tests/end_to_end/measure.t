#!/bin/bash
# measure.t - work and depth as counted are the closed forms.
. "$(dirname "$0")/../end_to_end/tap.sh"

algorithms=$("$scanlab" list --names)
calls="1,inclusive 3,exclusive"
! thorough || calls=$(echo {1,2,3},{inclusive,exclusive})
for call in $calls; do
    threads=${call%,*} kind=${call#*,} flag=''
    [ "$kind" = inclusive ] || flag=--exclusive
    # shellcheck disable=SC2086  # none or one
    run "$scanlab" measure all -d cpu -n 2^4..2^16,0,1,2,3,1000,12345 \
        --threads "$threads" $flag
    is "all equal or within bounds, $kind, $threads threads" "$code$err" 0
    lacks "nothing differs" "$out" " NOT "
    lacks "no form is missing" "$out" "(no form)"
    lacks "no number is none" "${out,,}" "nan"
    [ "$kind" = inclusive ] || continue
    for name in $algorithms; do
        has "$name is there" "$out" "
$name "
    done
done

run "$scanlab" measure all -n 0,1,100 -d simt --wide
lacks "no number is none on simt" "${out,,}" "nan"
run "$scanlab" measure lookback -n 0 -d simt
has "no traffic for no elements" "$out" " 0n = form"
large=2^17
! thorough || large=2^20
run "$scanlab" measure lookback three_kernel kogge_stone -n $large -d simt
is "on simt lines fit into 100 columns" \
    "$(grep -v '^  ' <<<"$out" | awk 'length($0) > 100')" ""
lacks "conflicts are for --wide" "$out" "conflicts"
run "$scanlab" measure kogge_stone -n 2^12 -d simt --wide
is "--wide has all counts" "$(head -1 <<<"$out" | tr -s ' ' | cut -d' ' -f8-)" \
    "launches barriers atomics fences sectors shared conflicts"
run "$scanlab" measure kogge_stone:block=64 -n 64 -d simt --wide \
    --source algorithms/kogge_stone/kernel.cu
has "of a source, the line that has most of a count" "$(tail -1 <<<"$out")" \
    "  most of it: barriers kernel.cu:"
line() { sed -n "$1p" algorithms/kogge_stone/kernel.cu; }
named=$(sed -n 's/.* work kernel.cu:\([0-9]*\) .*/\1/p' <<<"$out")
has "the line with most work calls op()" "$(line "$named")" "op("
named=$(sed -n 's/.* depth kernel.cu:\([0-9]*\) (6).*/\1/p' <<<"$out")
has "the line of the deepest element, too: 6 of 64" "$(line "$named")" "op("
run "$scanlab" measure three_kernel -n 2^10,2^20 -d cpu --threads 2
has "a scan too small for two threads is told" "$out" \
    "three_kernel: up to n = 2^10, one thread did all the work."
# Sizes at which stores are streamed, on most machines.
run "$scanlab" measure lookback lookahead three_kernel -d cpu -n 2^20,2^22 --threads 2,3
is "streamed: within bounds" "$code$err" 0

# One thread and n - 1 = 1023 ops: W/1 <= T <= W/1 + D.
run "$scanlab" measure sequential -n 2^10 --threads 1
has "Brent's bounds" "$out" "1023 <= T <= 2046"
run "$scanlab" measure sequential -n 2^10 --threads 4
has "Brent's bounds on 4 threads" "$out" "256 <= T <= 1279"

# What the textbooks print, at one section of 256: n log n - (n-1) and 2(n-1).
run "$scanlab" measure kogge_stone:block=256 -n 256 --threads 1
has "Kogge-Stone: 8 * 256 - 255 ops in 8 steps" "$out" "1793 = 1793"
run "$scanlab" measure blelloch:block=256 -n 256 --threads 1
has "Blelloch: 2 * 255 ops" "$out" "510 = 510"
run "$scanlab" measure brent_kung:block=256 -n 256 --threads 1
has "Brent-Kung: 2 * 255 - 8 ops" "$out" "502 = 502"

# Small parameters: several tiles and blocks in few elements.
run "$scanlab" measure all -n 1..70,255..257,1025 --threads 3 --block 8 \
    --grain 1 --factor 4 --sequential 2 --tile 64
is "forms hold for small parameters" "$code$err" 0

run "$scanlab" measure all -n 2^4..2^6 --threads 2 -o "$work/m.csv"
is "the CSV has a row for each size" "$(wc -l <"$work/m.csv")" \
    $((1 + 3 * $(wc -l <<<"$algorithms")))
has "and begins with its columns" "$(head -1 "$work/m.csv")" \
    "run_id,algorithm,variant,device,monoid,kind,n,threads,block,items,work,work_form,depth,depth_form,read_bytes,write_bytes,bytes_form,launches,barriers"

# The last column says how an application's inputs were drawn.
for drawn in half none; do
    run "$scanlab" measure segmented_scan spmv -d simt -n 2^6 --pattern $drawn \
        -o "$work/drawn.csv"
    is "inputs of pattern $drawn: the CSV says so" \
        "$(awk -F, '{ print $(NF - 2) }' "$work/drawn.csv" | paste -sd' ')" "pattern $drawn $drawn"
done
run "$scanlab" measure lookback filter -d simt -n 2^6 -o "$work/drawn.csv"
is "a scan and a filter have no pattern" "$(awk -F, '{ print $(NF - 2) }' "$work/drawn.csv" | paste -sd' ')" \
    "pattern  "

done_testing
