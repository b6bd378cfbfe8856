#!/bin/bash
# accepts.t - sound kernels as people write them (README.md): each is proved, and
# it is not with the mistake that its line `broken:` puts in.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh

# verify FILE
verify() {
    # shellcheck disable=SC2046  # a list of options
    run "$scanlab" verify "$(field algorithm "$1")" -d simt \
        $(field options "$1") --source "$1"
}

for piece in tests/accepts/*.cu; do
    name=$(basename "$piece")
    verify "$piece"
    is "$name is proved" "$code $(grep -c ' proved for every ' <<<"$out")" "0 1"
    sed "/broken:/!$(field broken "$piece")" "$piece" >"$work/$name"
    verify "$work/$name"
    is "$name, broken, is not" "$code $(grep -c ' WRONG[.] ' <<<"$out")" "1 1"
done

done_testing
