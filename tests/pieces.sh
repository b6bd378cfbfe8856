# shellcheck shell=bash disable=SC2034
# pieces.sh - mistakes, each with the sentence that `verify` must say of it: the
# pieces of tests/museum and tests/broken. Sourced, at the repository's root, by
# museum.t, broken.t, mutants.t and results/scripts/museum.sh.
#
# A piece is a kernel with a bug, NAME.cu, or NAME.sed, a script that puts one
# into a source that we ship. Comments at its top, each on a line of its own,
# say:
#
#     algorithm: kogge_stone:block=32     whose plan launches it, and how
#     device: cpu                         it changes cpu.c (default: simt, and
#                                         kernel.cu with the algorithm's headers)
#     kernel: listings/sweeps.cu          it changes this kernel, in the folder of
#                                         the piece, which is no piece itself
#     file: chunks.h                      it changes this header beside cpu.c, or
#                                         one in applications/
#     options: -n 96 --schedule reverse   of verify
#     build: thread                       ThreadSanitizer alone sees it
#     passes: -n 64                       more options, with which the bug does
#                                         not show; or all, from the algorithm on
#     verdict: not judged                 it is not run: exit 3 (default: WRONG, 1)
#     says: race on cell[...] is          what verify must say; ... is anything
#     clang says: undeclared              in its place, where the words are the
#                                         compiler's and that is clang++
#     found in: a vendor's sample         where the bug was met
#     todo: why                           the machine does not see it yet
#
# A kernel with the word MENDED in it is proved when that is defined; in place
# of any other piece, the source that we ship must pass the same command.
#
# It has these words:
#
#     field NAME FILE      a field of a piece
#     take_piece FILE      sets $piece, $name, $algorithm, $device and $options,
#                          and makes $source, with the bug, and $mended, which
#                          must pass, in $work; fails when a sed script changes
#                          nothing any more
#     says SAID WORDS      WORDS, with "..." for anything, are in SAID
#     folder ALGORITHM     where it lies, below algorithms/
#     whole ALGORITHM [HEADER]
#                          prints its kernel.cu with its own headers in it, and
#                          with that one
#     settle SCAN          the scan with the default of each parameter of a kernel
#                          that it leaves open: verify does not vary it then
#     small ALGORITHM      options of its cpu.c: few elements are many tiles then
#     check_pieces BUILD FILE...
#                          after tap.sh: each piece of that build (plain, or
#                          thread) must be found, and told in the right words
museum=tests/museum
. tests/end_to_end/again.sh

field() { # NAME FILE
    sed -n "s/^\( \*\|#\) $1: //p" "$2"
}

# Its folder, below algorithms/.
folder() { # ALGORITHM
    [ -d "algorithms/$1" ] || printf applications/
    echo "$1"
}

whole() { # ALGORITHM [HEADER]
    awk -v folder=algorithms -v own="$(folder "$1")/" -v also="${2-}" '
    function is_there(file,    line, read) {
        read = (getline line <(folder "/" file))
        close(folder "/" file)
        return read > 0
    }
    function put(file,    line, name) {
        while ((getline line <(folder "/" file)) > 0) {
            name = line
            gsub(/^#include "|".*$/, "", name)
            if (line ~ /^#include/)
                name = is_there(own name) ? own name : \
                    is_there("gpu/" name) ? "gpu/" name : name
            gsub(/BULK_COPIES/, 1, line) # a header may ask that, a kernel not
            if (line !~ /^#include/ || (index(name, own) != 1 && name != also && name != "gpu/" also))
                print line
            else if (!seen[name]++)
                put(name)
        }
        close(folder "/" file)
    }
    BEGIN { put(own "kernel.cu") }'
}

# change FROM TO: by the piece's script; fails when nothing is changed.
change() {
    sed -f "$piece" "$1" >"$2" && ! cmp -s "$1" "$2"
}

# The kernel that the script changes is one file.
take_kernel() {
    local header
    mkdir -p "$work/$name"
    source=$work/$name/kernel.cu
    mended=algorithms/$(folder "${algorithm%%:*}")/kernel.cu
    case $piece in
    *.sed)
        if [ -n "$(field kernel "$piece")" ]; then
            mended=${piece%/*}/$(field kernel "$piece")
            change "$mended" "$source"
            return
        fi
        header=$(field file "$piece")
        whole "${algorithm%%:*}" "${header:-tile_scan.h}" \
            >"$work/$name/whole.cu"
        change "$work/$name/whole.cu" "$source"
        ;;
    *)
        source=$piece
        if grep -q MENDED "$piece"; then
            mended=$work/$name/$name.cu
            { echo '#define MENDED' && cat "$piece"; } >"$mended"
        fi
        ;;
    esac
}

# Copies of cpu.c and of all headers that it may include, so that a mistake in
# one of those is found as well. The same copies without it must pass.
take_cpu() {
    local file changed='' own folder
    own=algorithms/$(folder "${algorithm%%:*}")
    source=$work/$name/cpu.c
    mended=$work/sound/${algorithm%%:*}/cpu.c
    for folder in "${source%/*}" "${mended%/*}"; do
        mkdir -p "$folder/applications"
        cp algorithms/{cpu,elements}/*.h "$own"/*.[ch] "$folder"
        cp -r algorithms/applications/{compaction,segments} "$folder/applications"
    done
    for file in $(field file "$piece" | grep . ||
        (cd "$work/$name" && echo cpu.c *.h)); do
        ! change "${mended%/*}/$file" "$work/$name/$file" || changed=$file
        [ -z "$changed" ] || break
    done
    [ -n "$changed" ]
}

take_piece() { # FILE
    piece=$1
    name=$(basename "${piece%.*}")
    algorithm=$(field algorithm "$piece")
    options=$(field options "$piece")
    device=$(field device "$piece")
    device=${device:-simt}
    if [ "$device" = cpu ]; then
        take_cpu
    else
        take_kernel
    fi
}

# parameters ALGORITHM: of its kernel, a line each: name, default, names of values.
# As the list has them:
#
#     --look   what folds a window: 0 (one_thread) 1 (warp)*
parameters() {
    [ -s "$work/.verbose" ] ||
        "${scanlab:-./scanlab}" list --verbose >"$work/.verbose"
    awk -v algorithm="$1" '/^  [a-z]/ { is = $1 == algorithm }
        /^Monoids/ { exit }
        $1 == "cpu" || $1 == "gpu" { device = $1 }
        is && device == "gpu" && $1 ~ /^--[a-z_]+$/ {
            names = ""
            for (i = 2; i <= NF; i++) {
                if ($i ~ /^[0-9]+[*]?$/) value = $i
                if ($i ~ /[*]$/) { usual = value; sub(/[*]$/, "", usual) }
                if ($i ~ /^\([a-z_]+\)[*]?$/ && $(i - 1) ~ /^[0-9]+$/) {
                    name = $i
                    gsub(/[()*]/, "", name)
                    names = names " " name
                }
            }
            print substr($1, 3), usual, names
        }' "$work/.verbose"
}

settle() { # SCAN
    local scan=$1 parameter usual names name given=
    [[ $scan != *:* ]] || given=,${scan#*:},
    while read -r parameter usual names; do
        [[ $given != *",$parameter="* ]] || continue
        for name in $names; do
            [[ $given != *",$name,"* ]] || continue 2
        done
        [[ $scan == *:* ]] && scan+=, || scan+=:
        scan+=$parameter=$usual
    done < <(parameters "${scan%%:*}")
    echo "$scan"
}

small() { # ALGORITHM
    case $1 in
    sequential) ;;
    lookback | lookahead) echo --tile 64 ;;
    brent_kung) echo --block 8 --factor 4 --sequential 2 --grain 1 ;;
    kogge_stone | blelloch) echo --block 8 --grain 1 ;;
    hierarchical) echo --block 4 --items 1 --grain 1 ;;
    three_kernel | scan_propagate) echo --block 4 --grain 1 ;;
    *) echo --grain 1 ;;
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

# ------------------------------------------------------------------ the runner

# Of a kernel: what verify says, its beginning on one side, its end on the other.
# Of a cpu.c: the verdict alone. A race may have spoilt the result as well, which
# is then told first.
gather_words() {
    if [ "$device" = simt ]; then
        said=$({ head -c 20000 "$work/.out" && tail -c 20000 "$work/.err"; } |
            tr '\n' ' ')
        return
    fi
    local verdict="^${algorithm%%:*}  *WRONG\. "
    said=$(grep -E "$verdict|^  Case: " <<<"$out")
    if [ -n "$said" ] && grep -q '^WARNING.*data race' <<<"$err"; then
        said+=' ThreadSanitizer saw a data race'
    fi
}

# verify FILE ALGORITHM OPTION...: keeps what it says in $said. One process, since
# mostly the first module that it compiles is wrong.
verify() {
    local file=$1 algorithm=$2
    shift 2
    run timeout "$(thorough && echo 900 || echo 120)" \
        "$scanlab" verify "$algorithm" -d "$device" "$@" \
        --jobs 1 --source "$file"
    gather_words
}

compiler=$("${SCANLAB_CXX:-c++}" --version 2>&1)
# What verify must say of $piece, a line each.
wanted() {
    local own=''
    [[ $compiler != *clang* ]] || own=$(field 'clang says' "$piece")
    echo "${own:-$(field says "$piece")}"
}

# `make check` types the commands of these findings too, and of every twelfth of the
# others: a default that was given, one that is not the small value, T of 8 bytes,
# flags left by an earlier size; races with flags and without.
typed=' compaction-by-atomics full-window torn-aggregate wrapped-tag '
typed+=' flag-first lockstep tree-scans-partials '

check_caught() {
    local words todo try want=1
    todo=$(field todo "$piece")
    [ "$(field verdict "$piece")" != 'not judged' ] || want=3
    # ThreadSanitizer sees a race as it happens, and not in each run.
    for try in 1 2 3; do
        # shellcheck disable=SC2086  # lists of options
        verify "$source" "$algorithm" $options
        [ "$(field build "$piece")" = thread ] || break
        ! says "$said" "$(wanted | head -1)" || break
    done
    while read -r words; do
        if [ -n "$todo" ]; then
            tests=$((tests + 1))
            [ "$code" = $want ] && says "$said" "$words" || printf 'not '
            echo "ok $tests - $name: $words # TODO $todo"
        elif [ "$code" = $want ] && says "$said" "$words"; then
            _pass "$name: $words"
        else
            _fail "$name: $words" "exit $code" "${said:-$out$err}"
        fi
    done < <(wanted)
    if [ "$device" = simt ] &&
        { [[ $typed == *" $name "* ]] || taken 12; }; then
        see_again "$name"
    fi
}

# The broken source passes where its mistake does not show. That is asked of what
# changes more than n; TEST_ALL=1: of all, and with every T.
check_passes() {
    local bytes='' passes
    passes=$(field passes "$piece")
    [ -n "${TEST_ALL-}" ] || [[ $passes != '-n '* ]] || return
    case $passes in
    '') return ;;
    -*) passes="$algorithm $options $passes" ;;
    esac
    if [ -z "${TEST_ALL-}" ]; then
        [[ $passes == *--bytes* ]] || bytes=--bytes=4
        [ "$device" != simt ] ||
            passes="$(settle "${passes%% *}") ${passes#"${passes%% *}"}"
    fi
    # shellcheck disable=SC2086  # lists of options
    verify "$source" $passes $bytes
    if [ "$code" = 0 ]; then
        _pass "$name: not seen with $(field passes "$piece")"
    else
        _fail "$name: seen with $(field passes "$piece") too" "$said"
    fi
}

# A sound source passes what the broken one fails; each is asked once. What the
# piece leaves open has its default, and T has 4 bytes. A kernel that we ship is not
# asked, since proofs.t and application_proofs.t prove it; a cpu.c by one piece: of
# those, whose modules take long, `sequential` and `lookback`, and those that
# ThreadSanitizer watches. TEST_ALL=1: by every piece, every value, every T.
declare -A asked
mended_kernels=0 made_up=0
check_mended() {
    local bytes='' scan=$algorithm once="$mended $algorithm $options"
    if [ -z "${TEST_ALL-}" ]; then
        [[ $options == *--bytes* ]] || bytes=--bytes=4
        [ "$device" != simt ] || scan=$(settle "$algorithm")
        [[ $device != simt || $mended != algorithms/* ]] || return 0
        [[ $piece != *.sed ]] || once=$mended
        [[ $device$build != cpuplain ||
            $algorithm == @(sequential|lookback) ]] || return 0
    fi
    [ -z "${asked[$once]-}" ] || return 0
    asked[$once]=1
    # Of kernels with MENDED in them each third: sound ones are in tests/accepts.
    [ "$device" != simt ] || thorough || ((mended_kernels++ % 3 == 0)) || return 0
    # shellcheck disable=SC2086  # lists of options
    verify "$mended" "$scan" $options $bytes
    if [ "$code" = 0 ]; then
        _pass "$name: mended, it passes"
    else
        _fail "$name: mended, it does not pass" "exit $code" "$out" "$err"
    fi
}

check_pieces() { # BUILD FILE...
    local build=$1 file needs
    shift
    for file in "$@"; do
        needs=$(field build "$file")
        [ "${needs:-plain}" = "$build" ] || continue
        # Of those that were made up, and met in no text, every third.
        if [ $# -gt 60 ] && ! thorough &&
            [ "$(field 'found in' "$file")" = 'made up' ] &&
            [[ $typed != *" $(basename "${file%.*}") "* ]]; then
            ((++made_up % 3 == 1)) || continue
        fi
        if ! take_piece "$file"; then
            _fail "$name" "no line of $algorithm fits $piece any more"
            continue
        fi
        check_caught
        check_passes
        check_mended
    done
}
