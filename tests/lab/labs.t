#!/bin/bash
# labs.t - each lab holds what it says: the skeleton is the solution without its
# lines; the sheet says how it is graded, quotes the skeleton's finding and explains
# the messages; `scanlab lab test` hands in every file of teacher/. `labs.t NAME...`
# tests these labs alone.
#
# In `make check` one file of each kind is handed in, all in `make check-all`.
# UPDATE=1 writes the section "How it is graded" into the sheets.
. "$(dirname "$0")/../end_to_end/tap.sh"

told() { tests/lab/sheet.pl "$lab/lab.json" "$@"; }

# A comment may take several lines: what is filled in comes after it.
emptied() {
    awk '
        /FILL \[/ { fill = 1 }
        /END \[/ { fill = is_empty = 0 }
        !is_empty { print }
        fill && !is_empty && /\*\// { is_empty = 1; print "" }
        ' "$1"
}

# How many lines stand in each FILL.
lines_of() {
    awk '
        /END \[/ { printf "%d ", lines; fill = counting = 0 }
        /FILL \[/ { fill = 1; counting = 0 }
        fill && /\*\// { lines = -1; counting = 1; fill = 0 }
        counting { lines++ }
        ' "$1"
}

stated() { sed -n 's/.*(\([0-9]*\) lines*).*/\1/p' "$1" | tr '\n' ' '; }
some() { ls "$teacher/$1"/*.sed "$teacher/$1"/*.fill 2>/dev/null | wc -l; }

names=" $* "
all=$(cat lectures/README.md)

for sheet in lectures/*/labs/*/README.md; do
    lab=${sheet%/README.md} name=$(basename "$(dirname "$sheet")")
    teacher=$lab/teacher
    [ $# -eq 0 ] || [[ $names == *" $name "* ]] || continue
    solution=$(echo "$teacher"/solution.*)
    skeleton=$lab/skeleton.${solution##*.}
    [ -z "${UPDATE-}" ] || told "$sheet"
    text=$(cat "$sheet")

    has "$name: the sheet says how it is graded, as lab.json has it" "$text" "$(told)"
    is "$name: 100 points" "$(perl -MJSON::PP -0ne \
        '$p += $_->{points} for @{decode_json($_)->{checks}}; print $p' "$lab/lab.json")" 100
    is "$name: three hints" "$(told hints | wc -l)" 3
    has "$name: stands in the table of all labs" "$all" "(${lab#lectures/}/README.md)"
    for kind in also_right:5 wrong:5 partial:1; do
        ok "$name: ${kind#*:} files in ${kind%:*}" test "$(some "${kind%:*}")" -ge "${kind#*:}"
    done
    if [ "${skeleton##*.}" != txt ]; then
        is "$name: the skeleton is the solution without its lines" \
            "$(emptied "$solution")" \
            "$(if [ "$(told mend)" ]; then emptied "$skeleton"; else cat "$skeleton"; fi)"
        lines=$(lines_of "$solution")
        is "$name: as many lines as the comments say" "$lines" "$(stated "$solution")"
        lines=$(awk '{ for (i = 1; i <= NF; i++) sum += $i; print sum }' <<<"$lines")
        is "$name: and as lab.json says" "$(told lines)" "$lines"
        ok "$name: 20 lines at most" test "$lines" -le 20
        has "$name: the sheet says how many" "$text" "**$lines line"
        has "$name: the skeleton, too" "$(tr '\n' ' ' <"$skeleton" | sed "s/1 is enough/1 are enough/")" "$lines are enough"
    fi

    sample=--sample
    ! thorough && [ $# -eq 0 ] || sample=''
    run timeout 600 "$scanlab" lab test "$name" $sample
    is "$name: each file gets what it is meant to get" "$(grep -A2 'NOT OK' <<<"$out")$err" ""
    heard=$out
    # shellcheck disable=SC2016  # backquotes of Markdown
    quoted=$(sed -n '/For the skeleton it prints$/,$s/^    //p' "$sheet" | head -1)
    quoted=${quoted#...}
    has "$name: the sheet quotes the skeleton's finding" \
        "$(grep ' skeleton ' <<<"$heard")" "${quoted%...}"
    # The first words of each row of the table of messages.
    [ -z "$sample" ] || continue
    while IFS= read -r words; do
        has "$name: the sheet explains: $words" "$heard" "$words"
    done < <(sed -n '/^| it says/,/^$/s/^| `\([^`]*\)`.*/\1/p' "$sheet")
done
done_testing
