#!/bin/bash
# labs.t - each lab holds what it says: the skeleton is the solution without its
# lines, and fails; the solution passes every check; each wrong solution fails with
# the message that is meant for it. `labs.t NAME...` tests these labs alone, with
# all their wrong solutions.
#
# In `make check` one wrong solution of each lab is tried, the first by name; all
# of them in `make check-all`. The commands printed for every third are typed.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/lab/lab.sh
. tests/end_to_end/again.sh

names=" $* "
all=$(cat lectures/README.md)

for sheet in lectures/*/labs/*/README.md; do
    lab_open "${sheet%/README.md}"
    name=${lab##*/}
    [ $# -eq 0 ] || [[ $names == *" $name "* ]] || continue
    text=$(cat "$sheet")

    is "$name: the skeleton is the solution without its lines" \
        "$(emptied "$solution")" \
        "$(if [ "$(told mend)" ]; then emptied "$skeleton"; else cat "$skeleton"; fi)"
    is "$name: as many lines as the comments say" \
        "$(lines_of "$solution")" "$(stated "$solution")"
    lines=$(lines_of "$solution" | awk '{ for (i = 1; i <= NF; i++) sum += $i; print sum }')
    is "$name: and as lab.json says" "$(told lines)" "$lines"
    ok "$name: 20 lines at most" test "$lines" -le 20
    has "$name: the sheet says how many" "$text" "**$lines line"
    has "$name: the skeleton, too" "$(tr '\n' ' ' <"$skeleton")" "$lines at most"
    is "$name: three hints" "$(told hints | wc -l)" 3
    is "$name: 100 points" "$(perl -MJSON::PP -0ne \
        '$p += $_->{points} for @{decode_json($_)->{checks}}; print $p' "$lab/lab.json")" 100
    has "$name: stands in the table of all labs" "$all" "(${lab#lectures/}/README.md)"

    while IFS= read -r typed; do
        has "$name: the sheet tells to type: ${typed%% -d*}" "$text" "$typed"
    done < <(told | awk -F '\t' '$2 != "run" { $1 = "./scanlab"; print }' |
        if [ "$name" = kogge-stone ]; then :; else cat; fi)

    lab_check "$skeleton"
    ok "$name: the skeleton fails" test -n "$failed"
    quoted=$(sed -n '/^Of the skeleton it says$/,$s/^    //p' "$sheet" | head -1)
    if [ -n "$quoted" ]; then
        has "$name: with the message of the sheet" "$said" "${quoted%...}"
    fi
    lab_check "$solution"
    is "$name: the solution passes" "$failed${failed:+: $said}" ""

    tried=0 heard=$said$'\n'
    ok "$name: at least four wrong solutions" \
        test "$(ls "$teacher"/wrong/*.sed | wc -l)" -ge 4
    for wrong in "$teacher"/wrong/*.sed; do
        thorough || [ $# -gt 0 ] || [ $tried -eq 0 ] || break
        tried=1
        breaks=$(field breaks "$wrong")
        from=$(field from "$wrong")
        changed "$wrong" ${from:+"$lab/$from"}
        lab_check "$my"
        heard+=$said$'\n'
        is "$name, $(basename "$wrong" .sed): fails" "$failed" "${breaks:-right}"
        has "$name, $(basename "$wrong" .sed): is told" "$said" "$(field says "$wrong")"
        if taken 5; then
            see_again "$name, $(basename "$wrong" .sed)"
            see_lab_again "$name, $(basename "$wrong" .sed)" "$name" "$my"
        fi
    done
    # The first words of each row of the table of messages. Kogge-Stone's are
    # compared by lab_kogge_stone.t, with those of its further tasks.
    if { thorough || [ $# -gt 0 ]; } && [ "$name" != kogge-stone ]; then
        while IFS= read -r words; do
            has "$name: the sheet explains: $words" "$heard" "$words"
        done < <(sed -n '/^| it says/,/^$/s/^| `\([^`]*\)`.*/\1/p' "$sheet")
    fi
    for also in "$teacher"/also_right/*.sed; do
        [ -f "$also" ] || continue
        thorough || [ $# -gt 0 ] || break
        changed "$also"
        lab_check "$my"
        is "$name, $(basename "$also" .sed): passes" "$failed" ""
    done
done
done_testing
