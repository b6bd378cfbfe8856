#!/bin/bash
# How long until verify says that a kernel is wrong: processor time (user and
# system, all processes) of the whole command up to the finding, for the museum of
# bugs and for the mutants of every kernel (tests/museum).
#
#     make && results/scripts/first-verdict.sh          # into results/simt; minutes
#     results/scripts/first-verdict.sh FOLDER NAME...   # pieces or algorithms
#
# makes first-verdict.dat there: seconds, what found it, the kernel. "default" is
# `scanlab verify ALGORITHM --source FILE`; where that proves the kernel, "options"
# are those of the piece, or `--thorough` for a mutant. A sound kernel is proved
# first, so that the monoids and the compiler's self-test are warm; the wrong
# kernel itself is compiled, as it is for a student.
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:-results/simt}
shift
names=" $* "
. tests/pieces.sh
. tests/museum/mutate.sh
mkdir -p "$out"
work=$scratch
export XDG_CACHE_HOME=${XDG_CACHE_HOME:-$work/cache} LC_ALL=C
TIMEFORMAT='%U %S'

wanted() { # NAME
    [ "$names" = "  " ] || [[ $names == *" $1 "* ]]
}

# ask HOW NAME OPTION...: prints a line, and succeeds, when verify finds it wrong.
ask() {
    local how=$1 name=$2 used
    shift 2
    used=$({ time timeout 120 ./scanlab verify "$@" >"$work/said" 2>&1; } 2>&1)
    grep -q 'WRONG\.' "$work/said" || return 1
    awk -v what="$how $name" '{ printf "%.2f %s\n", $1 + $2, what }' <<<"$used"
}

./scanlab verify sequential -d simt >/dev/null 2>&1 # warm

pieces() {
    local file
    for file in "$museum"/*.cu "$museum"/*.sed; do
        wanted "$(basename "${file%.*}")" && take_piece "$file" || continue
        [ "$device" = simt ] || continue
        # shellcheck disable=SC2086  # a list of options
        ask default "$name" "${algorithm%%:*}" -d simt --source "$source" ||
            ask options "$name" "$algorithm" -d simt $options \
                --source "$source" || echo "- none $name"
    done
}

is_listed() { # FILE FUNCTION CHANGE TEXT
    grep -qF "| $1 | $2 | \`$4\` | $3 |" "$museum/equivalent.md"
}

mutants() {
    local file=$work/whole.cu algorithm line function change text what shared
    for algorithm in $(./scanlab list --names); do
        [ -f "algorithms/$algorithm/kernel.cu" ] && wanted "$algorithm" ||
            continue
        shared=
        [ "$algorithm" != three_kernel ] || shared=tile_scan.h
        [ "$algorithm" != lookback ] || shared=shared_tile.h
        whole "$algorithm" $shared >"$file"
        while IFS=$'\t' read -r line function change text; do
            ! is_listed "$algorithm" "$function" "$change" "$text" || continue
            mutate "$file" "$line" "$change" >"$work/kernel.cu"
            what="$algorithm, $function(), $change: $text"
            ask default "$what" "$algorithm" -d simt --source "$work/kernel.cu" ||
                ask options "$what" "$algorithm" -d simt --thorough \
                    --source "$work/kernel.cu" || echo "- none $what"
        done < <(sites "$file")
    done
}

{
    echo '# seconds, what found it, the kernel'
    pieces
    mutants
} | tee "$out/first-verdict.dat"
awk '/^#/ { next }
    { of++; kind[$2]++ }
    $2 == "default" { if ($1 <= 2) soon++; if ($1 <= 10) late++
        if ($1 > most) most = $1 }
    END { if (!of) exit
        printf "# of %d: by default %d, within 2 s %d, within 10 s %d, at most " \
            "%.2f s; with options %d; not found %d\n", of, kind["default"],
            soon, late, most, kind["options"], kind["none"] }' \
    "$out/first-verdict.dat"
