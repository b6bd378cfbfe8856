#!/bin/bash
# mutants.t - each barrier, fence and atomic of our kernels is needed.
#
#     mutants.t [FILE]      of this file alone, e.g. lookback or entries.h
#
# The changes: mutate.sh, one at a time, in each algorithms/*/kernel.cu, in entries.h
# and gpu.h.
#
# The kernel is then run as shapes() below says, until verify finds something
# wrong. What it never does must stand in equivalent.md, with the reason.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh
. tests/museum/mutate.sh

export XDG_CACHE_HOME=$work/cache # mutants are of no use later

# Of a file: algorithm, then verify's options, a line for each run. Ragged ends,
# several sections, two levels of them; two warps, so that a barrier is not one
# for a warp. What is not given has its default (settle), so that a mutant is
# compiled for the shape alone.
shapes() {
    case $1 in
    kogge_stone)
        echo 'kogge_stone:block=64 -n 2,65,150'
        echo 'kogge_stone:double,block=64 -n 2,65,150'
        ;;
    blelloch)
        echo 'blelloch:block=64 -n 3,128,129,300'
        echo 'blelloch:padded,block=64 -n 300'
        ;;
    brent_kung)
        echo 'brent_kung:block=128 -n 3,128,129,300'
        echo 'brent_kung:block=256,factor=4,sequential=4 -n 63,256,600'
        ;;
    scan_propagate | three_kernel)
        echo "$1:block=64,items=2 -n 1,100,129,600"
        echo "$1:block=32,items=1 -n 1100 --schedule inorder,reverse"
        echo "$1:block=64,items=1 -n 4200 --schedule inorder"
        ;;
    hierarchical)
        echo 'hierarchical:block=64,items=2 -n 1,100,129,600'
        echo 'hierarchical:syncwarp,block=64,items=2 -n 1,100,600'
        echo 'hierarchical:syncwarp,block=32,items=1 -n 1100' \
            '--schedule inorder,reverse'
        echo 'hierarchical:block=64,items=1 -n 4200 --schedule inorder'
        echo 'hierarchical:block=32,items=2 -n 4200 --schedule inorder'
        echo 'hierarchical:lockstep,block=32,items=1 -n 100,300 --lockstep'
        ;;
    lookback)
        echo 'lookback:block=64,items=2,window=4 -n 1,100,700'
        echo 'lookback:packed,block=64,items=2,window=4 -n 100,700'
        echo 'lookback:one_thread,block=32,items=1,window=4 -n 200'
        echo 'lookback:one_thread,no_prefix,block=32,items=1,window=2 -n 200'
        echo 'lookback:block=32,items=1,window=4 -n 96 --schedule exhaustive'
        echo 'lookback:packed,bulk,by_block,no_predecessor,block=64,items=2,window=64 -n 100'
        echo 'lookback:packed,bulk,by_block,no_predecessor,no_prefix,block=64,items=1,window=64 -n 6500 --schedule inorder'
        echo 'lookback:bulk,no_tickets,block=64,items=2,window=4 -n 300 --schedule inorder'
        ;;
    lookahead)
        echo 'lookahead:block=64 -n 1,600'
        echo 'lookahead:stream,items=1,strips=2,scanners=2,reducers=1,lookers=2,stages=2 -n 33,1100'
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

# run_shapes ALGORITHM FILE [OPTION...]: true when verify proves all of them. One
# process each: a second one would compile what the first has found wrong.
run_shapes() {
    local scan options
    while read -r scan options; do
        # shellcheck disable=SC2086  # a list of options
        run timeout 100 "$scanlab" verify "$(settle "$scan")" $options -d simt \
            --jobs 1 --source "$2" "${@:3}"
        [ "$code" = 0 ] || return 1
    done < <(shapes "$1")
}

# is_proved ALGORITHM FILE [listed]: at all shapes, with T of 4 bytes, which has
# most of the findings; then with every T, unless it may be taken for granted,
# since it is listed, and TEST_ALL is not set.
is_proved() {
    run_shapes "$1" "$2" --bytes 4 || return 1
    [ -z "${TEST_ALL-}" ] && [ "${3-}" = listed ] || run_shapes "$1" "$2"
}

# A finding, and no sentence of a compiler.
is_caught() {
    [ "$code" = 1 ] && [[ $out == *WRONG.* && $err != *error:* ]]
}

# In equivalent.md?
is_listed() { # FILE FUNCTION CHANGE TEXT
    grep -qF "| $1 | $2 | \`$4\` | $3 |" "$museum/equivalent.md"
}

caught=0 equivalent=0
declare -A listed_once

# judge FILE FUNCTION CHANGE TEXT ALGORITHM SOURCE
judge() {
    local name="$1, $2(), $3: $4" listed=
    ! is_listed "$1" "$2" "$3" "$4" || listed=listed
    if is_proved "$5" "$6" $listed; then
        equivalent=$((equivalent + 1))
        listed_once["| $1 | $2 | \`$4\` | $3 |"]=1
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
    fi
}

mutate_kernel() { # ALGORITHM
    local file=$work/whole.cu line function change text shared=
    # What several kernels share is in one of them.
    [ "$1" != three_kernel ] || shared=tile_scan.h
    [ "$1" != lookback ] || shared=shared_tile.h
    whole "$1" $shared >"$file"
    if is_proved "$1" "$file" listed; then
        _pass "$1: whole, it is proved"
    else
        _fail "$1: whole, it is not proved" "$out" "$err"
    fi
    while IFS=$'\t' read -r line function change text; do
        mutate "$file" "$line" "$change" >"$work/kernel.cu"
        judge "$1" "$function" "$change" "$text" "$1" "$work/kernel.cu"
    done < <(sites "$file")
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
    local file=algorithms/$1 line function change text
    build_houses
    as_function
    for algorithm in naive folds; do
        export SCANLAB_HOME=$work/$algorithm
        if is_proved $algorithm "$work/$algorithm.cu" listed; then
            _pass "$1: whole, $algorithm is proved"
        else
            _fail "$1: whole, $algorithm is not proved" "$out" "$err"
        fi
    done
    while IFS=$'\t' read -r line function change text; do
        cp algorithms/gpu.h algorithms/entries.h "$work/naive/algorithms"
        mutate "$file" "$line" "$change" >"$work/naive/algorithms/$1"
        as_function
        algorithm=naive
        [ "$function" != reduce_tiles ] || algorithm=folds
        export SCANLAB_HOME=$work/$algorithm
        judge "$1" "$function" "$change" "$text" $algorithm "$work/$algorithm.cu"
    done < <(sites "$file")
    unset SCANLAB_HOME
}

# reduce_tiles() as a function of folds' kernel, for blocks of any size.
as_function() {
    cp "$work/naive/algorithms/gpu.h" "$work/folds/algorithms"
    sed 's/__global__ void reduce_tiles/DEVICE void reduce_tiles/
        s/ENTRY_WARPS = [^}]*/ENTRY_WARPS = BLOCK \/ WARP /' \
        "$work/naive/algorithms/entries.h" >"$work/folds/algorithms/entries.h"
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
