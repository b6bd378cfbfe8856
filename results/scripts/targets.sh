#!/bin/bash
# What a GPU's reference run came to, beside what was asked for, and what bounds
# each miss: from the CSVs and the bounds.md that gpu.sh and bounds.sh have made,
# into the README.md beside them, between its lines <!-- targets.sh --> and
# <!-- end -->.
#
#     results/scripts/targets.sh results/h200
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?which folder of results/}
table=$scratch/table
misses=$scratch/misses
: >"$misses"

# cell FILE ALGORITHM VARIANT N COLUMN: a variant stands in quotes, with commas.
cell() {
    awk -v a="$2" -v v="$3" -v n="$4" -v name="$5" '
        function cut(line,    i, c, quoted) {
            count = 1
            field[1] = ""
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (c == "\"")
                    quoted = !quoted
                else if (c == "," && !quoted)
                    field[++count] = ""
                else
                    field[count] = field[count] c
            }
        }
        { cut($0) }
        NR == 1 { for (i = 1; i <= count; i++) at[field[i]] = i; next }
        field[at["algorithm"]] == a && field[at["n"]] == n &&
            field[at["variant"]] == v { print field[at[name]]; exit }
        ' "$out/$1"
}

# judge SIGN FLOOR AIM GOT: what GOT keeps; SIGN is -1 where smaller is better.
judge() {
    awk -v sign="$1" -v floor="$2" -v aim="$3" -v got="$4" '
        function keeps(limit) {
            return limit != "" && sign * (got - limit) >= 0
        }
        BEGIN {
            if (keeps(aim))
                print "the aim"
            else if (keeps(floor))
                print "the floor"
            else if (floor != "")
                print "**neither**"
            else if (aim != "")
                print "no floor"
        }'
}

# row SIGN WHAT FLOOR AIM GOT SHOWN FILE: a line of the table, and one of
# the misses where there is an aim.
row() {
    local kept
    kept=$(judge "$1" "$3" "$4" "$5")
    printf '| %s | %s | %s | %s | %s | [%s](%s) |\n' "$2" "$3" "$4" "$6" \
        "$kept" "$7" "$7"
    [ -z "$4" ] || [ "$kept" = "the aim" ] ||
        echo "$2|$4|$6|$kept" >>"$misses"
}

# of_copy WHAT FLOOR AIM FILE ALGORITHM VARIANT N: larger is better
of_copy() {
    local got
    got=$(cell "$4" "$5" "$6" "$7" of_memcpy)
    row 1 "$1" "$2" "$3" "$got" "$(printf '%.3f (%.3f..%.3f)' "$got" \
        "$(cell "$4" "$5" "$6" "$7" of_memcpy_low)" \
        "$(cell "$4" "$5" "$6" "$7" of_memcpy_high)")" "$4"
}

over_cub() { # FILE ALGORITHM N: its time over CUB's
    awk -v a="$(cell "$1" "$2" '' "$3" median_ns)" \
        -v b="$(cell "$1" cub "$(newest_cub "$out/$1")" "$3" median_ns)" \
        'BEGIN { print a / b }'
}

# both ALGORITHM N FLOOR: time over CUB's, as called and replayed from a graph
both() {
    local called graph
    called=$(over_cub scan.csv "$1" $((1 << $2)))
    graph=$(over_cub graph.csv "$1" $((1 << $2)))
    printf '| %s, int32, n = 2^%s | %s | %.2f | %.2f | %s |\n' "$1" "$2" "$3" \
        "$called" "$graph" "$(judge -1 "$3" '' "$graph")"
}

table_head() {
    printf '\n%s\n\n' "$1"
    echo '| case | floor | aim | got | keeps | file |'
    echo '| --- | ---: | ---: | ---: | --- | --- |'
}

# A cell of bounds.md: bound CASE COLUMN.
bound() {
    awk -F ' *[|] *' -v which="$1" -v column="$2" \
        '$2 == which { print $column; exit }' "$out/bounds.md"
}
us() { # FILE ALGORITHM N: its median
    awk -v ns="$(cell "$1" "$2" '' "$3" median_ns)" 'BEGIN { printf "%.1f", ns / 1000 }'
}
gbps() { # N: of the copy
    printf %.0f "$(cell scan.csv memcpy '' "$1" gbps)"
}
busy() { # CASE
    echo "L2 is $(bound "$1" 7) % busy and DRAM $(bound "$1" 6) %" \
        "([bounds.md](bounds.md))"
}

# What bounds a miss, as far as it was measured: reason CASE.
reason() {
    case $1 in
    'float32, n = 2^28'*) echo 'As for int32; not profiled by itself' ;;
    'int64, n = 2^28'*) echo "At 2^27, $(busy 'lookahead add_i64 2^27'). As for int32" ;;
    'int32, n = 2^28'*)
        echo "$(busy 'lookahead add_i32 2^28'). Besides its 2n of data, L2" \
            'serves the aggregates, which all blocks read. A launch also has a' \
            'beginning and an end. How much each of these takes: not measured'
        ;;
    *cold*)
        echo "$(busy 'lookahead add_i32 2^24'): there are few generations, and" \
            "filling the ring and emptying it is not overlapped with anything." \
            "How much these two take: not measured"
        ;;
    *mss_i32*)
        echo "$(busy 'lookahead mss_i32 2^26'), less than for int32. With other" \
            "tiles, lookers, reducers and copies it takes no less time" \
            "([sweep](sweeps/lookahead-mss.csv)). What else bounds it: not known"
        ;;
    'int32, n = 2^22, warm')
        echo "The arrays fit into L2, where the copy reaches $(gbps $((1 << 22)))" \
            "GB/s ($(gbps $((1 << 28))) at 2^28). \`lookahead\` takes" \
            "$(us scan.csv lookahead $((1 << 22))) us where the copy takes" \
            "$(us scan.csv memcpy $((1 << 22))). There is one generation: a block" \
            "loads its tile, waits for all aggregates, then stores. The cost of" \
            "each step: not measured"
        ;;
    scan_propagate*)
        echo "Its traffic is 4n, so half of a copy is the most. Its two large" \
            "kernels keep DRAM" \
            "$(awk -F ' *[|] *' '$2 ~ /^scan_propagate/ && $4 > 100 {
                printf "%s%s", sep, $6; sep = " and " }' "$out/bounds.md") % busy"
        ;;
    *) echo 'not measured' ;;
    esac
}

{
    table_head 'Look-ahead, of a copy (larger is better):'
    of_copy 'int32, n = 2^28' 0.95 0.985 scan.csv lookahead '' 268435456
    of_copy 'float32, n = 2^28' 0.95 0.98 float.csv lookahead '' 268435456
    of_copy 'int64, n = 2^28' 0.95 0.98 add_i64.csv lookahead '' 268435456
    of_copy 'affine_u32, n = 2^27' 0.90 0.95 affine_u32.csv lookahead '' 134217728
    of_copy 'mss_i32, n = 2^26' 0.91 0.95 mss_i32.csv lookahead '' 67108864
    of_copy 'int32, n = 2^24, cold' 0.85 0.92 cold.csv lookahead '' 16777216
    of_copy 'int32, n = 2^22, warm' '' 0.80 scan.csv lookahead '' 4194304
    printf '\n%s\n\n' "Time over that of CUB $(newest_cub "$out/scan.csv") (smaller is better): as called, launch after launch from the host ([scan.csv](scan.csv)), and replayed from a CUDA graph, where the host's part is not in the time ([graph.csv](graph.csv)). The floor is for graphs. (Until 30 November 2026 the rows of 2^20 and 2^22 were judged as called.)"
    echo '| case | floor | as called | from a graph | keeps |'
    echo '| --- | ---: | ---: | ---: | --- |'
    for k in 10 11 12 13 14 16 18; do
        both lookahead $k 0.65
    done
    for k in 20 22; do
        both lookahead $k 0.8
    done
    both lookahead 24 ''
    for k in 10 12 14 16 18 20 22 23; do
        both lookback $k ''
    done
    both lookback 24 1.00
    printf '\n%s\n\n' "Single launches on a cold cache, time over that of CUB $(newest_cub "$out/cold.csv") (smaller is better; [cold.csv](cold.csv)):"
    echo '| case | cold |'
    echo '| --- | ---: |'
    for k in 10 16 20; do
        printf '| lookahead, int32, n = 2^%s | %.2f |\n' $k \
            "$(over_cub cold.csv lookahead $((1 << k)))"
    done
    table_head 'The others, of a copy (larger is better):'
    for case in scan:int32:28 float:float32:28 add_i64:int64:28 \
        affine_u32:affine_u32:27 mss_i32:mss_i32:26; do
        IFS=: read -r file what k <<<"$case"
        tiles=0.78 passes=0.62
        [ "$what" != affine_u32 ] || tiles=0.70
        [ "$what" != mss_i32 ] || tiles=0.60 passes=0.50
        n=$((1 << k))
        cub=$(newest_cub "$out/$file.csv")
        of_copy "lookback, $what, n = 2^$k" $tiles 0.85 "$file.csv" lookback '' $n
        of_copy "three_kernel, $what" $passes '' "$file.csv" three_kernel '' $n
        [ "$file" != scan ] ||
            of_copy "three_kernel, $what, exclusive" $passes '' exclusive.csv \
                three_kernel '' $n
        of_copy "cub $cub, $what" '' '' "$file.csv" cub "$cub" $n
        [ -z "$(cell "$file.csv" cub "$cub,lookahead" $n of_memcpy)" ] ||
            of_copy "cub $cub, its look-ahead, $what" '' '' "$file.csv" cub \
                "$cub,lookahead" $n
        shape="$cub,lookahead,warps=2,items=143,looks=5"
        [ -z "$(cell "$file.csv" cub "$shape" $n of_memcpy)" ] ||
            of_copy "cub $cub, its look-ahead in the best shape of those tried, $what" \
                '' '' "$file.csv" cub "$shape" $n
    done
    of_copy 'scan_propagate, n = 2^28' 0.45 0.50 scan.csv scan_propagate '' 268435456
} >"$table"

{
    printf '### Aims that were missed, and what bounds them\n\n'
    echo '| case | aim | got | keeps | what bounds it |'
    echo '| --- | ---: | ---: | --- | --- |'
    while IFS='|' read -r what aim got kept; do
        echo "| $what | $aim | $got | $kept | $(reason "$what") |"
    done <"$misses"
    printf '\n### All cases\n'
    cat "$table"
} >"$scratch/both"
cat "$scratch/both"
[ ! -f "$out/README.md" ] ||
    sed -i "/^<!-- targets.sh -->\$/,/^<!-- end -->\$/ {
        /^<!-- targets.sh/r $scratch/both
        /^<!--/!d
    }" "$out/README.md"
