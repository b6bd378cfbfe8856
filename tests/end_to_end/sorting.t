#!/bin/bash
# sorting.t - what looks at keys: histogram, radix_sort, rle. Worked examples on cpu
# and simt, 100,000 elements beside sort, uniq and awk, costs, and proofs that miss what
# is taken away (of rle: application_proofs.t).
. "$(dirname "$0")/tap.sh"
. tests/pieces.sh # settle

# example NAME ARGUMENTS WANT: on both devices; the output goes to stdout
example() {
    local name=$1 want=${*: -1} device
    shift
    for device in cpu simt; do
        is "$name, $device" "$("$scanlab" run "${@:1:$#-1}" -q -d $device 2>&1 |
            paste -sd' ')" "$want"
    done
}

# ------------------------------------------------------------------ examples

echo -2 -1 0 1 2 >"$work/five.txt"
example "the report's example, by value" radix_sort -i "$work/five.txt" -o - "-2 -1 0 1 2"
example "integers by their bits" radix_sort -i "$work/five.txt" -o - --key bits \
    "0 1 2 -2 -1"
example "the report's example, by bits" radix_sort -i "$work/five.txt" -o - -m add_f32 \
    --key bits "0 1 2 -1 -2"
echo 2.5 -0.5 -1024 0 -0.0 >"$work/floats.txt"
for monoid in add_f32 add_f64; do
    is "floats in total order, $monoid" "$("$scanlab" run radix_sort -q -o - -m $monoid \
        -i "$work/floats.txt" -d simt 2>&1 | paste -sd' ' | sed 's/e+30/e30/')" \
        "-1024 -0.5 -0 0 2.5"
done
echo 3 nan -1 -nan inf -inf >"$work/nans.txt"
example "NaNs before and after all numbers, by their sign" radix_sort -m add_f32 \
    -i "$work/nans.txt" -o - "-nan -inf -1 3 inf nan"
refuses "but where elements are joined, NaN is none" 2 "'nan'" "$scanlab" run reduce \
    -m add_f32 -i "$work/nans.txt"
example "one element" radix_sort -n 1 -o - "$("$scanlab" run sequential -n 1 -q -o -)"
example "no element" radix_sort -n 0 -o - ""
echo 'enum { KEY_BITS = 1 }; DEVICE uint64_t key(T x) { return x.b & 1; }' >"$work/odd.h"
echo 2 1 3 2 4 3 1 4 >"$work/pairs.txt"
example "stable: pairs by a key of one's own" radix_sort -i "$work/pairs.txt" -o - \
    -m affine_u32 --key "$work/odd.h" \
    "(1, 2) (1, 2) (1, 4) (1, 4) (1, 1) (1, 3) (1, 3) (1, 1)"
echo 513 2 256 1 >"$work/bytes.txt"
example "the low byte alone" radix_sort -i "$work/bytes.txt" -o - --num_bits 8 \
    "256 513 1 2"

echo 3 1 4 1 5 9 2 6 >"$work/digits.txt"
example "a histogram" histogram -i "$work/digits.txt" -o counts=- --bins 16 \
    "0 2 1 1 1 1 1 0 0 1 0 0 0 0 0 0"
example "of nothing" histogram -n 0 -o counts=- --bins 16 \
    "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"
example "how many bins" histogram -n 5 -o bins=- --bins 1024 1024

echo 7 7 7 1 1 1 5 5 5 5 5 5 >"$work/runs.txt"
example "values of runs" rle -i "$work/runs.txt" -o values=- "7 1 5"
example "lengths of runs" rle -i "$work/runs.txt" -o lengths=- "3 3 6"
example "how many runs" rle -i "$work/runs.txt" -o runs=- 3
example "no runs" rle -n 0 -o runs=- 0
example "a single run" rle -n 100 --pattern none -o lengths=- 100
runs=$("$scanlab" run rle -q -n 10000 --pattern tenth -o runs=- | paste -sd' ')
ok "of a tenth of the elements, $runs" test "$runs" -gt 800 -a "$runs" -lt 1200

# ---------------------------------------------------------------- many elements

seq 1 100000 | awk '{ print ($1 * 7919 * 104729) % 65521 - 20000 }' >"$work/many.txt"
sort -n "$work/many.txt" >"$work/sorted.txt"
for how in "radix_sort -d cpu" "radix_sort -d cpu --bits 11 --threads 2 --grain 1" \
    "radix_sort -d simt" "radix_sort:scan -d simt"; do
    # shellcheck disable=SC2086  # several words
    ok "many, $how" timeout 100 "$scanlab" run $how -i "$work/many.txt" -o "$work/out.txt"
    is "many, $how: as sort has them" \
        "$(tr ' ' '\n' <"$work/out.txt" | cmp - "$work/sorted.txt" 2>&1)" ""
done
uniq -c "$work/sorted.txt" | awk '{ print $1 }' >"$work/lengths.txt"
awk '{ count[($1 + 65536) % 64]++ } END { for (k = 0; k < 64; k++) print count[k] + 0 }' \
    "$work/many.txt" >"$work/counts.txt"
for how in "rle -d cpu" "rle -d simt" "rle:look_ahead -d simt"; do
    # shellcheck disable=SC2086  # several words
    is "lengths as uniq has them, $how" "$("$scanlab" run $how -i "$work/sorted.txt" \
        -q -o lengths=- 2>&1 | tr ' ' '\n' | cmp - "$work/lengths.txt" 2>&1)" ""
done
for device in cpu simt; do
    is "counts as awk has them, $device" "$("$scanlab" run histogram --bins 64 -q --key bits \
        -i "$work/many.txt" -d $device -o counts=- 2>&1 | tr ' ' '\n' |
        cmp - "$work/counts.txt" 2>&1)" ""
done

# ---------------------------------------------------------------- wrong words

refuses "more bits than a key has" 2 "the key has fewer bits" \
    "$scanlab" run radix_sort -n 4 --num_bits 64
refuses "a digit of 3 bits" 2 "bits" "$scanlab" run radix_sort -n 4 --bits 3
refuses "no such form" 2 "sweep" "$scanlab" run radix_sort:sweep -n 4 -d simt
refuses "ten bins" 2 "bins" "$scanlab" run histogram -n 4 --bins 10
refuses "a tile too large" 2 "a tile needs" \
    "$scanlab" run radix_sort:block=512,items=28 -d simt -n 4 -m mat2_u32
refuses "a tile of runs too large" 2 "a tile takes" \
    "$scanlab" run rle:block=1024,items=16 -d simt -n 4
refuses "no such key" 2 "no key 'valu': did you mean 'value'?" \
    "$scanlab" run rle -n 4 --key valu

# --------------------------------------------------------------------- proofs

# proves NAME FILE|-: small, and few sizes; with another kernel, or the shipped one
proves() {
    local source=() name=$1
    shift
    [ "$1" = - ] || source=(--source "$1")
    [[ $name == *:* ]] && name+=,items=2 || name+=:items=2
    [[ $name == *[:,]block=* ]] || name+=,block=32
    run timeout 200 "$scanlab" verify "$(settle "$name")" -d simt --bytes 4,8 -n 1,65,300 \
        "${source[@]}"
}

# without NAME FILE EDIT: a copy of the application in which FILE is edited
without() {
    taken 12 || return 0
    local name=${1%%:*} copy
    copy=$work/copy
    rm -rf "$copy"
    cp -r "algorithms/applications/$name" "$copy"
    sed -i "s|applications/$name/||" "$copy"/*.cu
    cp "$copy/$2" "$work/before"
    sed -i "$3" "$copy/$2"
    is "$1: the edit $3" "$(cmp -s "$work/before" "$copy/$2" && echo nothing)" ""
    proves "$1" "$copy/kernel.cu"
    is "$1, $3: exit" "$code" 1
    has "$1, $3" "$out" "WRONG. "
}

few=count_block=32,count_room=4096
for choice in histogram:bins=16,blocks=2,block=64 radix_sort:bits=4,blocks=2,num_bits=0,words=32,$few \
    radix_sort:bits=2,scan,num_bits=0,$few \
    radix_sort:bits=8,blocks=2,words=64,single_sweep,num_bits=0,block=128,$few; do
    proves "$choice" -
    is "$choice: exit" "$code" 0
    has "$choice is proved" "$out" "proved for every"
done
sweep=radix_sort:bits=2,single_sweep,words=32,blocks=2,num_bits=0,$few
warps=radix_sort:bits=8,single_sweep,words=32,blocks=2,num_bits=0,block=128,$few
scan=radix_sort:bits=2,scan,num_bits=0,$few
while IFS='|' read -r name file edit; do
    without "${name/#sweep/$sweep}" "$file" "$edit"
done <<ROWS
histogram:bins=16,blocks=2,block=64|kernel.cu|s/__syncthreads(); .. \[1\].*//
histogram:bins=16,blocks=2,block=64|kernel.cu|s/__syncthreads(); .. \[2\].*//
histogram:bins=16,blocks=2,block=64|kernel.cu|s/atomicAdd(\\(&table.*\\), 1u)/++*(\\1)/
sweep|ranked_tile.h|s/__syncwarp(); .. \[1\].*//
$warps|ranked_tile.h|s/__syncthreads(); .. \[2\].*//
$warps|ranked_tile.h|s/__syncthreads(); .. \[3\].*//
sweep|ranked_tile.h|s/__syncwarp(); .. \[4\].*//
sweep|ranked_tile.h|s/__syncwarp(); .. \[5\].*//
$warps|ranked_tile.h|s/__syncthreads(); .. \[6\].*//
$warps|ranked_tile.h|s/__syncthreads(); .. \[7\].*//
sweep|ranked_tile.h|s/atomicAdd(\\(&of_warp.*\\), 1u)/++*(\\1)/
sweep|ranked_tile.h|s/upto - 1/upto/
sweep|single_sweep.h|s/atomicAdd(cell, 1u)/++*cell/
sweep|single_sweep.h|s/wait_for_launch_before();//
$scan|three_kernels.h|s/__syncthreads(); .. \[8\].*//
$scan|three_kernels.h|s/__syncthreads(); .. \[9\].*//
sweep|single_sweep.h|s/__syncthreads(); .. \[12\].*//
sweep|single_sweep.h|s/__syncthreads(); .. \[13\].*//
sweep|single_sweep.h|s/__syncthreads(); .. \[14\].*//
sweep|single_sweep.h|s/sweep->next\[.*\] = 0;//
sweep|single_sweep.h|s/status\[k\] = 0;//
sweep|single_sweep.h|s/before\[k\] + own->total\[k\]/before[k]/
sweep|single_sweep.h|s/goes_on && state_of(word\[k\]) != 0/goes_on/
sweep|single_sweep.h|s/ = state_of(word\[k\]) == STATE_P/ = true/
ROWS

done_testing
