#!/bin/bash
# museum.t - every bug of this folder is found, in the right words; of those that were
# made up, and met in no text, every third one (TEST_ALL=1: all).
#
#     museum.t [PIECE...]     these alone, e.g. museum.t warp-31
#     museum.t --table        prints the table of README.md
#
# What a piece is: tests/pieces.sh.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh

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
    echo '| piece | what is wrong | found in | the message |'
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

pieces=()
for name in "$@"; do
    pieces+=("$museum/$name".*)
done
[ $# -gt 0 ] || pieces=("$museum"/*.cu "$museum"/*.sed)
check_pieces plain "${pieces[@]}"

if [ $# -eq 0 ]; then
    is "README.md has the table of museum.t --table" \
        "$(sed -n '/^| piece |/,$p' "$museum/README.md")" "$(table)"
fi

done_testing
