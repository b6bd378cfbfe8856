#!/bin/bash
# shellcheck disable=SC2034
# lab.sh - what tests of labs share. After tap.sh:
#
#     lab_open FOLDER        sets lab, teacher, solution, skeleton and made_of
#     emptied FILE           without the lines between FILL and END
#     lines_of FILE          how many lines stand in each FILL
#     field NAME SED         what the comment of a wrong solution says
#     changed SED [FILE]     the solution with this change, as $work/my.cu
#     lab_check FILE [PROPERTY]
#                            types the lab's checks, up to the first that fails:
#                            $failed is its property, or empty, and $said what was
#                            printed (of a count, the columns outside of the limits)

lab_open() {
    lab=$1
    teacher=$lab/teacher
    solution=$(ls "$teacher"/solution.*)
    skeleton=$lab/skeleton.${solution##*.}
    my=$work/my.${solution##*.}
}

told() { perl tests/lab/checks.pl "$lab/lab.json" "$@"; }

# A comment may take several lines: what is filled in comes after it.
emptied() {
    awk '
        /FILL \[/ { fill = 1 }
        /END \[/ { fill = is_empty = 0 }
        !is_empty { print }
        fill && !is_empty && /\*\// { is_empty = 1; print "" }
        ' "$1"
}

lines_of() {
    awk '
        /END \[/ { printf "%d ", lines; fill = counting = 0 }
        fill && /\*\// { lines = -1; counting = 1; fill = 0 }
        counting { lines++ }
        /FILL \[/ { fill = 1; counting = 0 }
        ' "$1"
}

stated() { sed -n 's/.*(\([0-9]*\) lines*).*/\1/p' "$1" | tr '\n' ' '; }

field() { sed -n "s/^# $1: //p" "$2"; }

changed() {
    sed -f "$1" "${2-$solution}" >"$my"
    ! cmp -s "${2-$solution}" "$my" ||
        _fail "$1" "no line of ${2-$solution} fits it any more"
}

lab_check() {
    local file=$1 only=${2-} property words
    failed='' said=''
    while IFS=$'\t' read -r property words; do
        [ -z "$only" ] || [ "$property" = "$only" ] || continue
        IFS=$'\t' read -ra words <<<"$words"
        [ "${words[0]}" != measure ] || words+=(-o "$work/my.csv")
        run timeout 120 "$scanlab" "${words[@]}" --source "$file"
        said=$(head -1 <<<"$out")$err
        if [ "${words[0]}" = measure ]; then
            # A changed form says NOT, and ends with 1: the limits decide.
            said=$(told "$property" "$work/my.csv")
            [ -n "$said" ] || continue
        elif [ "$code" = 0 ]; then
            continue
        fi
        failed=$property
        return
    done < <(told)
}
