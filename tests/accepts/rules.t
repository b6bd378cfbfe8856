#!/bin/bash
# rules.t - a value that stands for a rule is asked of a kernel that knows the
# rule: others take it for a number of elements.
. "$(dirname "$0")/../end_to_end/tap.sh"

kernel=tests/accepts/items_are_numbers.cu
asked='lookback:block=32,window=4,arrays -d simt -n 65 --bytes 4'
asked+=' --schedule inorder'

# shellcheck disable=SC2086  # a list of options
run "$scanlab" verify $asked --source "$kernel"
is "a number of elements" "$code $(grep -c ' proved for every ' <<<"$out")" "0 1"
has "all numbers are tried" "$out" "each value of items"

sed 's/ITEMS,/ITEMS == BY_COMPILER ? 1 : ITEMS,/
    s/"gpu.h"/&\n#define BY_COMPILER -1/' "$kernel" >"$work/knows.cu"
# shellcheck disable=SC2086
run "$scanlab" verify $asked --source "$work/knows.cu"
is "a file with the rule's word is asked" "$code" 1
has "... for it" "$out" "items=0"

done_testing
