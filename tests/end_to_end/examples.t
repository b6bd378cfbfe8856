#!/bin/bash
# examples.t - every scan example that the texts print, inclusive and exclusive:
# the lecture's through every algorithm, the others through two (TEST_ALL=1: through
# every one); and the steps as `run` shows them.
#
# examples/NAME.txt is the input with a line "# monoid: M", NAME.inclusive and
# NAME.exclusive are what must come out.
. "$(dirname "$0")/../end_to_end/tap.sh"

examples=tests/end_to_end/examples

# A file of elements, one a line, without comments.
elements() {
    sed 's/#.*//' "$1" | sed 's/, */,/g' | tr -s ' \n' '\n\n' | sed '/^$/d'
}

# A section of 8, so that a tree is seen in so few elements.
section() {
    case $1 in kogge_stone | blelloch | brent_kung) echo "--block=8" ;; esac
}

for input in $examples/*.txt; do
    name=$(basename "$input" .txt)
    monoid=$(sed -n 's/^# monoid: //p' "$input")
    algorithms=$("$scanlab" list --names)
    [ "$name" = lecture ] || thorough || algorithms="sequential lookback"
    for algorithm in $algorithms; do
        for kind in inclusive exclusive; do
            flag=''
            [ $kind = exclusive ] && flag=--exclusive
            # shellcheck disable=SC2046,SC2086  # none or one word each
            run "$scanlab" run "$algorithm" -i "$input" -m "$monoid" \
                -o "$work/out.txt" --threads 1 -q $flag $(section "$algorithm")
            is "$name $algorithm $kind" "$(elements "$work/out.txt") $err" \
                "$(elements $examples/"$name".$kind) "
        done
    done
done

# ------------------------------------------------------------ the sandwich

run "$scanlab" run sequential -i $examples/sandwich.txt --threads 1
has "61 inches are cut, 39 of 100 are left" "$out" "last is $((100 - 39))"

# --------------------------------------------------------------- the steps

run "$scanlab" run kogge_stone -i $examples/lecture.txt --threads 1
is "kogge_stone shows each stride" "$(sed -n '/^  in /,$p' <<<"$out")" \
    "  in        3   1   7   0   4   1   6   3 
  step 1    3   4'  8'  7'  4'  5'  7'  9'
  step 2    3   4  11' 11' 12' 12' 11' 14'
  step 3    3   4  11  11  15' 16' 22' 25'
  out       3   4  11  11  15  16  22  25 "
has "and counts them" "$out" "17 operations, depth 3."

run "$scanlab" run sequential -i $examples/lecture.txt --threads 1
has "sequential takes seven steps" "$out" "7 operations, depth 7."
has "the last of which is 25" "$out" \
    "  step 7    3   4  11  11  15  16  22  25'"

run "$scanlab" run blelloch --block 8 -i $examples/lecture.txt --threads 1
has "blelloch: 2(n-1) operations" "$out" "14 operations"

# ------------------------------------------------- listing 8 and its misprints

numbers=$(elements $examples/block_sum.txt)
right=$(elements $examples/block_sum.exclusive | tr '\n' ' ' | sed 's/ $//')
listing() {
    awk -v mended="$1" -f $examples/block_sum.awk <<<"$numbers"
}
run "$scanlab" run brent_kung --block 16 --factor 2 --sequential 4 --exclusive \
    -i $examples/block_sum.txt --threads 1 -o - --format text -q
is "brent_kung with the listing's parameters" \
    "$(tr '\n' ' ' <<<"$out" | sed 's/ $//')" "$right"
is "listing 8, mended, gives the same" "$(listing 2)" "$right"
ok "as printed it does not" test "$(listing 0)" != "$right"
ok "with the loop variables mended alone, neither" \
    test "$(listing 1)" != "$right"

done_testing
