#!/bin/bash
# drawn_inputs.t - bench --pattern: inputs of several shapes, a block of rows for each,
# named on the terminal, in the CSV and in the JSON; charts keep them apart, and files
# of before, without the column, are read. A pattern that says nothing is refused.
. "$(dirname "$0")/tap.sh"

# --------------------------------------------------------------------- blocks

patterns=half,none,all,runs,tenth,rare,power_law,empty
for name in segmented_scan segmented_scan_csr segmented_scan_regular mk_flags scatter rle; do
    run "$scanlab" bench $name -d cpu --threads 2 -n 999 --pattern $patterns \
        --time-limit 1s
    is "$name in all patterns" "$code" 0
    is "$name has a block for each, in the order that was asked for" \
        "$(sed -n 's/.*, pattern \([a-z_]*\),.*/\1/p' <<<"$out" | paste -sd,)" \
        $patterns
done
has "it says so before" "$err" "1 row at 1 size in 8 patterns, in about"

run "$scanlab" bench spmv -d cpu --threads 1,2 -n 16,999 --time-limit 2s \
    --pattern stencil,power_law,stencil -o "$work/spmv.csv"
is "a matrix of a stencil and one of a power law" "$code" 0
is "each in rows of its own, those named twice once" \
    "$(awk -F, '$2 == "spmv" { print $8, $9, $(NF - 1) }' "$work/spmv.csv" | paste -sd';')" \
    "16 1 stencil;16 1 power_law;999 1 stencil;999 1 power_law;16 2 stencil;16 2 power_law;999 2 stencil;999 2 power_law"
is "the last columns" "$(head -1 "$work/spmv.csv" | sed 's/.*sample,//')" \
    pattern,results
has "the JSON has it, too" "$(cat "$work/spmv.json")" '"pattern":"power_law"'

run "$scanlab" bench mk_flags -d cpu --threads 1 -n 100 --time-limit 1s \
    -o "$work/one.csv"
has "without the option it is half" "$out" "pattern half"
run "$scanlab" bench sequential -d cpu --threads 1 -n 100 --time-limit 1s \
    -o "$work/scan.csv"
lacks "a scan has none" "$out" pattern
is "nor a word for it" "$(tail -1 "$work/scan.csv" | sed 's/.*,//')" ""

run "$scanlab" bench spmv -d cpu --threads 1 -n 2^14 --time-limit 2s --runs 2 \
    --pattern half,stencil -o "$work/runs.csv"
is "in two runs each pattern keeps its own rows" \
    "$(awk -F, '$2 == "spmv" { print $32, $34 }' "$work/runs.csv" | paste -sd';')" \
    "half 2;stencil 2"
has "and a line of its own" "$out" "pattern stencil"
is "and its own samples" "$(awk -F, '$2 == "spmv" { print $35 }' "$work/runs.csv" |
    sort -u | wc -l)" 2

# ------------------------------------------------------------ run and measure

# A grid of 3 * 3 points: 33 nonzeros; its first row, a corner, its point in the middle.
run "$scanlab" run spmv -d cpu -n 33 --pattern stencil -o "$work/y.txt"
is "a stencil of 3 * 3 points" "$code" 0
is "has a row for each" "$(tr ' ' '\n' <"$work/y.txt" | grep -c .)" 9
run "$scanlab" run spmv -d cpu -n 13 --pattern stencil
has "its corners have three neighbours, edges four" "$out" "offsets  0 3 7 10 13"
has "which are its points'" "$out" "columns  0 1 3 0 1 2 4 1 2 5"
run "$scanlab" run mk_flags -d cpu -n 20 --pattern none
has "a segment alone" "$out" "flags    1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"
run "$scanlab" run mk_flags -d cpu -n 12 --pattern all
has "segments of one element" "$out" "flags    1 1 1 1 1 1 1 1 1 1 1 1"
run "$scanlab" measure spmv -d simt -n 33,1000,5000 --block 32 --items 2 --pattern stencil
is "a stencil is counted" "$code" 0
for pattern in ${patterns//,/ }; do
    run "$scanlab" measure mk_flags -d simt -n 999 --block 32 --items 2 --pattern "$pattern"
    is "flags are counted, $pattern" "$code" 0
done
"$scanlab" measure segmented_scan_csr -d cpu -n 5000 --pattern empty >"$work/empty.txt"
"$scanlab" measure segmented_scan_csr -d cpu -n 5000 --pattern none >"$work/none.txt"
ok "what is counted depends on it" sh -c '! cmp -s "$1" "$2"' - \
    "$work/empty.txt" "$work/none.txt"
for command in "run filter" "measure filter" "run lookback"; do
    # shellcheck disable=SC2086
    run "$scanlab" $command -d cpu -n 10 --pattern all
    is "$command: exit 2" "$code" 2
    has "$command has no pattern" "$err" "has no flags"
done
run "$scanlab" run mk_flags -i "$work/y.txt" --pattern all
has "of a file nothing is drawn" "$err" "--pattern is of no use with -i"

# --------------------------------------------------------------------- charts

run "$scanlab" plot "$work/spmv.csv" -o "$work/charts" --format svg
is "charts keep patterns apart" "$(find "$work/charts" -name 'fraction*.gp' |
    sed 's/.*i32-//' | LC_ALL=C sort | paste -sd' ')" \
    "power_law-n999.gp stencil-n999.gp"
has "each says which it is" "$(cat "$work"/charts/fraction*stencil*.gp)" \
    "pattern stencil"
run "$scanlab" plot "$work/spmv.csv" --pattern stencil -o "$work/single" --format svg
is "or one alone is drawn" "$(find "$work/single" -name '*.gp' | grep -c power)" 0
run "$scanlab" plot "$work/spmv.csv" --pattern stencli -o "$work/single"
has "a pattern that no row has" "$err" "did you mean 'stencil'?"
awk -F, -v OFS=, '$(NF - 1) == "stencil" || NR == 1 { NF -= 2; print }' "$work/spmv.csv" \
    >"$work/old.csv"
run "$scanlab" plot "$work/old.csv" -o "$work/old" --format svg
is "a file without the column is drawn" "$code" 0
run "$scanlab" plot results/h200/scan.csv -o "$work/published" --format svg
is "and so are those of before" "$code" 0

# ------------------------------------------------------------------- mistakes

refused() { # WHAT SENTENCE ARGUMENTS...
    run "$scanlab" bench -d cpu "${@:3}"
    is "$1: exit 2" "$code" 2
    is "$1: one line" "$(wc -l <<<"$err")" 1
    has "$1" "$err" "$2"
}
refused "a pattern with a mistake" "did you mean 'power_law'?" \
    mk_flags --pattern half,powerlaw -n 10
refused "no pattern" "no pattern ''" mk_flags --pattern half,, -n 10
refused "one that is far from all" "they are half, none, all" \
    mk_flags --pattern zebra -n 10
refused "a stencil without a matrix" "mk_flags has none" \
    mk_flags --pattern stencil -n 10
refused "a scan" "a scan has no flags" lookback --pattern half -n 10
refused "what a predicate decides" "filter has no flags" \
    filter --pattern half -n 10

done_testing
