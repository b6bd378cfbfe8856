# shellcheck shell=bash disable=SC2034
# pieces.sh - the pieces of the museum, ready to be run. Sourced, at the
# repository's root, by museum.t and by results/museum.sh:
#
#     field NAME FILE      a field of the comments at the top of a piece
#     take_piece FILE      sets $piece, $name, $algorithm and $options, and makes
#                          $source, the kernel with the bug, and $mended, the
#                          one that must pass; fails when a sed script changes
#                          nothing any more
#     says SAID WORDS      WORDS, with "..." for anything, are in SAID
#
# What is made lands in $work/$name.
museum=tests/museum

field() { # NAME FILE
    sed -n "s/^\( \*\|#\) $1: //p" "$2"
}

take_piece() { # FILE
    piece=$1
    name=$(basename "${piece%.*}")
    algorithm=$(field algorithm "$piece")
    options=$(field options "$piece")
    source=$piece
    mended=algorithms/${algorithm%%:*}/kernel.cu
    case $piece in
    *.sed)
        source=$work/$name/kernel.cu
        mkdir -p "$work/$name"
        sed -f "$piece" "$mended" >"$source"
        ! cmp -s "$source" "$mended"
        ;;
    *)
        if grep -q MENDED "$piece"; then
            mkdir -p "$work/$name"
            mended=$work/$name/$name.cu
            { echo '#define MENDED' && cat "$piece"; } >"$mended"
        fi
        ;;
    esac
}

says() { # SAID WORDS
    local words=$2 pattern=''
    while [[ $words == *...* ]]; do
        pattern+=$(printf '%s' "${words%%...*}" |
            sed 's/[^A-Za-z0-9]/\\&/g')'*'
        words=${words#*...}
    done
    pattern+=$(printf '%s' "$words" | sed 's/[^A-Za-z0-9]/\\&/g')
    # shellcheck disable=SC2053  # a pattern
    [[ $1 == *$pattern* ]]
}
