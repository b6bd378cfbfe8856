#!/bin/bash
# accepts.t - sound kernels as people write them (README.md): each is proved, and
# every third one is not with the mistake that its line `broken:` puts in. What a
# piece leaves open has its default, and T has 4 bytes. The commands printed for every
# sixth mistake are typed. TEST_ALL=1: every value, T and mistake.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh

# verify FILE
verify() {
    local scan options bytes=4
    scan=$(field algorithm "$1")
    options=$(field options "$1")
    if [ -z "${TEST_ALL-}" ]; then
        scan=$(settle "$scan")
        [[ $scan != *packed* ]] || bytes=4,16 # several words to a status
        [[ $options == *--bytes* ]] || options+=" --bytes $bytes"
    fi
    # shellcheck disable=SC2086  # a list of options
    run "$scanlab" verify "$scan" -d simt $options --source "$1"
}

at=-1
for piece in tests/accepts/*.cu; do
    at=$((at + 1))
    name=$(basename "$piece")
    verify "$piece"
    is "$name is proved" "$code $(grep -c ' proved for every ' <<<"$out")" "0 1"
    thorough || ((at % 3 == 0)) || continue
    sed "/broken:/!$(field broken "$piece")" "$piece" >"$work/$name"
    verify "$work/$name"
    is "$name, broken, is not" "$code $(grep -c ' WRONG[.] ' <<<"$out")" "1 1"
    ! { thorough || ((at % 6 == 0)); } || see_again "$name, broken"
done

done_testing
