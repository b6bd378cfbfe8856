#!/bin/bash
# museum.t - every bug of this folder is found, and told in the right words.
#
#     museum.t [PIECE...]     these alone, e.g. museum.t warp-31
#     museum.t --table        prints the table of README.md
#
# A piece is a kernel.cu with a bug, or a sed script that puts one into the
# kernel that we ship:
#
#     algorithm: kogge_stone:block=32     whose plan launches it, and how
#     options: -n 96 --schedule reverse   of verify
#     passes: -n 64                       more options, with which the bug does
#                                         not show; or all, from the algorithm
#     says: race on cell[...] which       what verify must say; ... is anything
#     clang says: undeclared              in its place, where the words are the
#                                         compiler's and that is clang++
#     found in: a vendor's sample         where the bug was met
#     todo: why                           the machine does not see it yet
#
# in comments at its top, each on a line of its own. A kernel with the word
# MENDED in it is proved when that is defined; in place of any other, the kernel
# that we ship must pass the same command.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/museum/pieces.sh

# What is wrong with a piece: its first words, up to a full stop or a colon.
about() { # FILE
    case $1 in
    *.cu) sed -n '1s|^/\* [^ ]* - ||p' "$1" ;;
    *) sed -n '/^# found in: /q; s/^# //p' "$1" | tr '\n' ' ' ;;
    esac | sed 's/[.:] .*//; s/[. ]*$//'
}

# One row each; those that were met in a text first.
table() {
    local file
    echo '| piece | what is wrong | found in | what is said |'
    echo '| --- | --- | --- | --- |'
    for file in "$museum"/*.cu "$museum"/*.sed; do
        # shellcheck disable=SC2016  # a backquote is one
        printf '| [%s](%s) | %s | %s | %s |\n' \
            "$(basename "${file%.*}")" "$(basename "$file")" \
            "$(about "$file")" "$(field 'found in' "$file")" \
            "$(field says "$file" | sed 's/.*/`&`/' | paste -sd' ')$(
                [ -z "$(field todo "$file")" ] || echo ': not yet')"
    done | awk '/\| made up/ { last = last $0 "\n"; next } { print }
        END { printf "%s", last }'
}

if [ "${1-}" = --table ]; then
    table
    exit
fi

# verify FILE ALGORITHM OPTION...: keeps what it says on either side in $said.
verify() {
    local file=$1 algorithm=$2
    shift 2
    run timeout 60 "$scanlab" verify "$algorithm" -d simt "$@" --source "$file"
    said=$({ head -c 20000 "$work/.out" && tail -c 20000 "$work/.err"; } |
        tr '\n' ' ')
}

compiler=$("${SCANLAB_CXX:-c++}" --version 2>&1)
# What verify must say of $piece, a line each.
wanted() {
    local own=''
    [[ $compiler != *clang* ]] || own=$(field 'clang says' "$piece")
    echo "${own:-$(field says "$piece")}"
}

# A sound kernel passes what the broken one fails; each is asked once.
declare -A asked
check_mended() {
    [ -z "${asked[$mended $algorithm $options]-}" ] || return 0
    asked[$mended $algorithm $options]=1
    # shellcheck disable=SC2086  # lists of options
    verify "$mended" "$algorithm" $options
    if [ "$code" = 0 ]; then
        _pass "$name: mended, it is proved"
    else
        _fail "$name: mended, it is not proved" "exit $code" "$said"
    fi
}

check_passes() {
    local passes
    passes=$(field passes "$piece")
    case $passes in
    '') return ;;
    -*) passes="$algorithm $options $passes" ;;
    esac
    # shellcheck disable=SC2086  # lists of options
    verify "$source" $passes
    if [ "$code" = 0 ]; then
        _pass "$name: not seen with $(field passes "$piece")"
    else
        _fail "$name: seen with $(field passes "$piece") too" "$said"
    fi
}

check_caught() {
    local words todo
    todo=$(field todo "$piece")
    # shellcheck disable=SC2086  # lists of options
    verify "$source" "$algorithm" $options
    while read -r words; do
        if [ -n "$todo" ]; then
            tests=$((tests + 1))
            [ "$code" = 1 ] && says "$said" "$words" || printf 'not '
            echo "ok $tests - $name: $words # TODO $todo"
        elif [ "$code" = 1 ] && says "$said" "$words"; then
            _pass "$name: $words"
        else
            _fail "$name: $words" "exit $code" "$said"
        fi
    done < <(wanted)
}

pieces=()
for name in "$@"; do
    pieces+=("$museum/$name".*)
done
[ $# -gt 0 ] || pieces=("$museum"/*.cu "$museum"/*.sed)

for file in "${pieces[@]}"; do
    if ! take_piece "$file"; then
        _fail "$name" "no line of $algorithm's kernel.cu fits $piece any more"
        continue
    fi
    check_caught
    check_passes
    check_mended
done

if [ $# -eq 0 ]; then
    is "README.md has the table of museum.t --table" \
        "$(sed -n '/^| piece |/,$p' "$museum/README.md")" "$(table)"
fi

done_testing
