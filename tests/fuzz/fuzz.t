#!/bin/bash
# fuzz.t - each fuzzer for a second or two, from fixed seeds. What once
# broke a parser is put into tests/fuzz/kept/FUZZER-NAME and tried as well.
. "$(dirname "$0")/../end_to_end/tap.sh"

seconds=1 seeds=7 # address.t has seed 1, with sanitizers
[ -n "${TEST_ALL-}" ] && seconds=60 seeds="1 7"

for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    fuzzer=$PWD/$BUILD/tests/fuzz/$name
    for seed in $seeds; do
        ok "$name, seed $seed" sh -c 'cd "$1" && "$2" -s "$3" -t "$4"' - \
            "$work" "$fuzzer" $seed $seconds
        has "$name, seed $seed: it went through mutations" "$out" \
            "mutations passed"
    done
    for input in tests/fuzz/kept/"$name"-*; do
        [ ! -e "$input" ] || ok "$name on $input" "$fuzzer" -n 0 "$input"
    done
done
is "no input was kept" "$(find "$work" -name 'crash-*')" ""

done_testing
