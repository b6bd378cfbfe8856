#!/bin/bash
# mutants.t - each barrier, fence and atomic of our kernels is needed.
#
#     mutants.t [FILE]      of this file alone, e.g. lookback or entries.h
#
# The changes: mutate.sh, one at a time, in each algorithms/*/kernel.cu, in entries.h
# and gpu.h.
#
# The kernel is then run as shapes() below says, the likeliest shape first, until
# verify finds something wrong. What it never does must stand in equivalent.md, with
# the reason. Every second mutant is run; with TEST_ALL=1 all, those of equivalent.md,
# too, a barrier or fence removed where a weaker one is caught already, and the kernels
# without a change, which proofs.t proves.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh
. tests/museum/mutate.sh

export XDG_CACHE_HOME=$work/cache # mutants are of no use later

# Of a file: algorithm, then verify's options, a line for each run. Ragged ends,
# several sections, two levels of them; two warps, so that a barrier is not one
# for a warp. What is not given has its default (settle), so that a mutant is
# compiled for the shape alone. After a # stands a pattern: mutants in whose names
# it is meet this shape first.
shapes() {
    case $1 in
    kogge_stone)
        echo 'kogge_stone:block=64 -n 2,65,150'
        echo 'kogge_stone:double,block=64 -n 2,65,150' \
            '# writers of .from|scan_sections.*warp'
        ;;
    blelloch)
        echo 'blelloch:block=64 -n 3,128,129,300'
        echo 'blelloch:padded,block=64 -n 300'
        ;;
    brent_kung)
        echo 'brent_kung:block=128 -n 3,128,129,300'
        echo 'brent_kung:block=256,factor=4,sequential=4 -n 63,256,600' \
            '# thread 0 waits'
        ;;
    scan_propagate | three_kernel)
        echo "$1:block=64,items=2 -n 1,100,129,600"
        echo "$1:block=32,items=1 -n 1100 --schedule inorder,reverse"
        echo "$1:block=64,items=1 -n 4200 --schedule inorder" \
            '# scan_tiles_in_turn'
        ;;
    hierarchical)
        echo 'hierarchical:block=64,items=2 -n 1,100,129,600'
        echo 'hierarchical:syncwarp,block=64,items=2 -n 1,100,600 # scan_warp'
        echo 'hierarchical:syncwarp,block=32,items=1 -n 1100' \
            '--schedule inorder,reverse'
        echo 'hierarchical:block=64,items=1 -n 4200 --schedule inorder'
        echo 'hierarchical:block=32,items=2 -n 4200 --schedule inorder' \
            '# read the stretch'
        echo 'hierarchical:lockstep,block=32,items=1 -n 100,300 --lockstep'
        ;;
    lookback)
        echo 'lookback:block=64,items=2,window=4 -n 1,100,700'
        echo 'lookback:packed,block=64,items=2,window=4 -n 100,700 # words;'
        echo 'lookback:one_thread,block=32,items=1,window=4 -n 200 # join_row'
        echo 'lookback:one_thread,no_prefix,block=32,items=1,window=2 -n 200'
        echo 'lookback:block=32,items=1,window=4 -n 96 --schedule exhaustive'
        echo 'lookback:packed,bulk,by_block,no_predecessor,block=64,items=2,window=64 -n 100' \
            '# load_in_bulk|store_in_bulk.*syncthreads'
        echo 'lookback:packed,bulk,by_block,no_predecessor,no_prefix,block=64,items=1,window=64 -n 6500 --schedule inorder' \
            '# by_block|store_in_bulk.*syncwarp'
        echo 'lookback:bulk,no_tickets,block=64,items=2,window=4 -n 300 --schedule inorder' \
            '# expect_tile'
        echo 'lookback:by_block,no_predecessor,block=64,items=2,window=4,reused -n 300' \
            '# all have read'
        echo 'lookback:by_block,anchored,block=64,items=1,window=64 -n 4000 --schedule inorder' \
            '# look_back_to_anchor'
        ;;
    lookahead)
        echo 'lookahead:stream,items=1,strips=2,scanners=2,reducers=1,lookers=2,stages=2 -n 33,1100'
        echo 'lookahead:block=64 -n 1,600 # publish|scan_rows'
        echo 'lookahead:stream,gpus=2,items=1,strips=2,scanners=2,reducers=1,lookers=2,stages=2 -n 33,1100' \
            '# far_|look_near|look_far|join_gpus'
        echo 'lookahead:stream,items=3,strips=3,scanners=2,reducers=2,lookers=1,stages=4 -n 1500'
        ;;
    sequential) echo 'sequential -n 1,33' ;;
    folds) echo 'naive:block=64 -n 1,2,9,40' ;;
    *) echo "$1:block=32 -n 1,33,100" ;;
    esac
    if [ -n "${TEST_ALL-}" ]; then
        case $1 in
        lookback)
            echo 'lookback:block=32,items=1,window=4 -n 300' \
                '--schedule random:2,random:3,random:4,pct:2,pct:3'
            echo 'lookback:one_thread,block=32,items=1,window=4 -n 96' \
                '--schedule exhaustive'
            ;;
        folds | naive | hillis_steele | sequential) ;;
        *) echo "$1:block=128 -n 1000" ;;
        esac
    fi
}

# in_order ALGORITHM MUTANT: its shapes, those first that name it.
in_order() {
    shapes "$1" | mutant=$2 awk -F ' # ' '
        $2 != "" && ENVIRON["mutant"] ~ $2 { print $1; next }
        { others = others $1 "\n" }
        END { printf "%s", others }'
}

# run_shapes FILE [OPTION...]: true when verify proves all shapes of standard input.
# One process each: a second one would compile what the first has found wrong.
run_shapes() {
    local scan options
    while read -r scan options; do
        # shellcheck disable=SC2086  # a list of options
        run timeout 100 "$scanlab" verify "$(settle "$scan")" $options -d simt \
            --jobs 1 --source "$1" "${@:2}"
        [ "$code" = 0 ] || return 1
    done
}

# is_proved ALGORITHM FILE MUTANT: at all shapes, with T of 4 bytes, which has most
# of the findings; then with every T.
is_proved() {
    run_shapes "$2" --bytes 4 < <(in_order "$1" "$3") &&
        run_shapes "$2" < <(in_order "$1" "$3")
}

# prove_whole NAME ALGORITHM FILE: without a mutation it must be proved; else what is
# found in its mutants says nothing.
prove_whole() {
    if [ -n "${TEST_ALL-}" ]; then
        is_proved "$2" "$3" ''
    else
        run_shapes "$3" --bytes 4 < <(in_order "$2" '')
    fi
    if [ "$code" = 0 ]; then
        _pass "$1: whole, it is proved"
    else
        _fail "$1: whole, it is not proved" "$out" "$err"
    fi
}

# A finding, and no sentence of a compiler.
is_caught() {
    [ "$code" = 1 ] && [[ $out == *WRONG.* && $err != *error:* ]]
}

# In equivalent.md?
is_listed() { # FILE FUNCTION CHANGE TEXT
    grep -qF "| $1 | $2 | \`$4\` | $3 |" "$museum/equivalent.md"
}

caught=0 equivalent=0 caught_at=
declare -A listed_once

# backwards FILE: its sites; of a line, the weaker barrier before none at all.
backwards() {
    sites "$1" | tac
}

# Is it the removal of what is missed already when it is weaker?
is_repeated() { # LINE CHANGE
    [ -z "${TEST_ALL-}" ] && [ "$2" = removed ] && [ "$1" = "$caught_at" ]
}

# judge FILE FUNCTION CHANGE TEXT ALGORITHM SOURCE: true when it is caught.
judge() {
    local name="$1, $2(), $3: $4" listed=
    if is_listed "$1" "$2" "$3" "$4"; then
        listed=listed
        listed_once["| $1 | $2 | \`$4\` | $3 |"]=1
        if [ -z "${TEST_ALL-}" ]; then
            skip "$name" "equivalent.md has it: make check-all"
            return 1
        fi
    fi
    taken 3 || return 0
    if is_proved "$5" "$6" "$name"; then
        equivalent=$((equivalent + 1))
        if [ -n "$listed" ]; then
            _pass "$name: equivalent, as equivalent.md says"
        else
            _fail "$name: verify does not notice" \
                'a weak machine, or a line for equivalent.md:' \
                "| $1 | $2 | \`$4\` | $3 | why |"
        fi
    elif ! is_caught; then
        _fail "$name: exit $code" "$out" "$err"
    elif [ -n "$listed" ]; then
        _fail "$name: is in equivalent.md, and needed" "$out"
    else
        caught=$((caught + 1))
        _pass "$name"
        return
    fi
    return 1
}

mutate_kernel() { # ALGORITHM
    local file=$work/whole.cu line function change text shared=
    local places=$work/places
    # What several kernels share is in one of them.
    [ "$1" != three_kernel ] || shared=tile_scan.h
    [ "$1" != lookback ] || shared=shared_tile.h
    whole "$1" $shared >"$file"
    [ -z "${TEST_ALL-}" ] || prove_whole "$1" "$1" "$file"
    backwards "$file" >"$places"
    caught_at=
    while IFS=$'\t' read -r line function change text; do
        is_repeated "$line" "$change" && continue
        mutate "$file" "$line" "$change" >"$work/kernel.cu"
        judge "$1" "$function" "$change" "$text" "$1" "$work/kernel.cu" &&
            caught_at=$line
    done <"$places"
}

# A scan made of folds, so that reduce_tiles() is watched as well: out[i] is
# what it makes of in[0..i].
folds() {
    cat <<'END'
#include "gpu.h"
__global__ void copy_input(const T *in, T *copy, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        copy[i] = in[i];
}
__global__ void reduce_prefixes(const T *in, T *out, uint64_t n)
{
    for (uint64_t i = 0; i < n && blockIdx.x == 0; i++) {
        reduce_tiles(in, out + i, i + !EXCLUSIVE, 2048);
        __syncthreads();
    }
}
END
}

# Headers that every kernel includes belong to the house: one house each for
# the scan `naive` and for the folds, with their own gpu.h and entries.h.
build_houses() {
    local house
    for house in naive folds; do
        rm -rf "${work:?}/$house"
        mkdir -p "$work/$house"
        cp -r algorithms harness "$work/$house"
    done
    cp algorithms/naive/kernel.cu "$work/naive.cu"
    folds >"$work/folds.cu"
}

mutate_header() { # entries.h or gpu.h
    local file=algorithms/gpu/$1 line function change text places=$work/places
    backwards "$file" >"$places"
    caught_at=
    [ -s "$places" ] || [ -n "${TEST_ALL-}" ] || return
    build_houses
    as_function
    for algorithm in naive folds; do
        export SCANLAB_HOME=$work/$algorithm
        prove_whole "$1, $algorithm" $algorithm "$work/$algorithm.cu"
    done
    while IFS=$'\t' read -r line function change text; do
        is_repeated "$line" "$change" && continue
        cp algorithms/gpu/{gpu,entries}.h "$work/naive/algorithms/gpu"
        mutate "$file" "$line" "$change" >"$work/naive/algorithms/gpu/$1"
        as_function
        algorithm=naive
        [ "$function" != reduce_tiles ] || algorithm=folds
        export SCANLAB_HOME=$work/$algorithm
        judge "$1" "$function" "$change" "$text" $algorithm \
            "$work/$algorithm.cu" && caught_at=$line
    done <"$places"
    unset SCANLAB_HOME
}

# reduce_tiles() as a function of folds' kernel, for blocks of any size.
as_function() {
    cp "$work/naive/algorithms/gpu/gpu.h" "$work/folds/algorithms/gpu"
    sed 's/__global__ void reduce_tiles/DEVICE void reduce_tiles/
        s/ENTRY_WARPS = [^}]*/ENTRY_WARPS = BLOCK \/ WARP /' \
        "$work/naive/algorithms/gpu/entries.h" >"$work/folds/algorithms/gpu/entries.h"
}

files=("$@")
if [ $# -eq 0 ]; then
    files=(entries.h gpu.h)
    for kernel in algorithms/*/kernel.cu; do
        files+=("$(basename "$(dirname "$kernel")")")
    done
fi
for file in "${files[@]}"; do
    case $file in
    *.h) mutate_header "$file" ;;
    *) mutate_kernel "$file" ;;
    esac
done

if [ $# -eq 0 ]; then
    while read -r row; do
        key=$(cut -d'|' -f1-5 <<<"$row")'|'
        [ -n "${listed_once[$key]-}" ] ||
            _fail "equivalent.md: no mutant survives like this: $row"
    done < <(grep '^| [a-z_.]* | [a-z_-]* | `' "$museum/equivalent.md")
fi
echo "# $caught mutants caught, $equivalent equivalent"
done_testing
