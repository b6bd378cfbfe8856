#!/bin/bash
# What a GPU's reference run came to, beside what was asked for: from the CSVs
# that gpu.sh has made, into the README.md beside them, between its lines
# <!-- targets.sh --> and <!-- end -->.
#
#     results/scripts/targets.sh results/h200
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?which folder of results/}
table=$scratch/table

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

# of_copy WHAT FLOOR AIM FILE ALGORITHM VARIANT N: larger is better
of_copy() {
    printf '| %s | %s | %s | %.3f (%.3f..%.3f) | %s |\n' "$1" "$2" "$3" \
        "$(cell "$4" "$5" "$6" "$7" of_memcpy)" \
        "$(cell "$4" "$5" "$6" "$7" of_memcpy_low)" \
        "$(cell "$4" "$5" "$6" "$7" of_memcpy_high)" "$4"
}

# of_cub WHAT FLOOR AIM FILE N: time over CUB's; smaller is better
of_cub() {
    printf '| %s | %s | %s | %.2f | %s |\n' "$1" "$2" "$3" "$(awk \
        -v a="$(cell "$4" lookahead '' "$5" median_ns)" \
        -v b="$(cell "$4" cub "$(newest_cub "$out/$4")" "$5" median_ns)" 'BEGIN { print a / b }')" "$4"
}

{
    echo '| case | floor | aim | got | file |'
    echo '| --- | --- | --- | --- | --- |'
    of_copy 'lookahead, int32, n = 2^28, of memcpy' 0.95 0.98 scan.csv lookahead '' 268435456
    of_copy 'float32, n = 2^28' 0.95 0.98 float.csv lookahead '' 268435456
    of_copy 'int64, n = 2^28' 0.95 0.98 add_i64.csv lookahead '' 268435456
    of_copy 'int32, n = 2^24, cold' 0.85 0.92 cold.csv lookahead '' 16777216
    of_copy 'affine_u32, n = 2^27' 0.90 0.95 affine_u32.csv lookahead '' 134217728
    of_copy 'mss_i32, n = 2^26' 0.90 0.95 mss_i32.csv lookahead '' 67108864
    for k in 10 12 14 16 18; do
        of_cub "int32, n = 2^$k, time over CUB's" 0.65 0.5 scan.csv $((1 << k))
    done
    for k in 20 22; do
        of_cub "int32, n = 2^$k, warm, time over CUB's" 0.8 0.6 scan.csv $((1 << k))
    done
    for k in 10 16 20; do
        of_cub "int32, n = 2^$k, cold, time over CUB's" '' '' cold.csv $((1 << k))
    done
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
        of_copy "cub $cub, $what" '' '' "$file.csv" cub "$cub" $n
        [ -z "$(cell "$file.csv" cub "$cub,lookahead" $n of_memcpy)" ] ||
            of_copy "cub $cub, its look-ahead, $what" '' '' "$file.csv" cub \
                "$cub,lookahead" $n
    done
    of_copy 'scan_propagate, n = 2^28' 0.45 0.50 scan.csv scan_propagate '' 268435456
} >"$table"
cat "$table"
[ ! -f "$out/README.md" ] ||
    sed -i "/^<!-- targets.sh -->\$/,/^<!-- end -->\$/ {
        /^<!-- targets.sh/r $table
        /^<!--/!d
    }" "$out/README.md"
