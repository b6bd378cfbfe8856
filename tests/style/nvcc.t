#!/bin/bash
# nvcc.t - nvcc takes every kernel.cu without a warning, for the oldest and the newest
# of the GPUs that we name in turn, as PTX; and again between the looks at the clock of
# timed.cu. Every sixth of the named forms of applications. With TEST_ALL=1 for all
# generations, down to the GPU's own code, both kinds of an element and of a wide one,
# every named variant, and the looks at the clock for two generations: else nvrtc.t has
# these, by another front end of the same compiler.
. "$(dirname "$0")/../end_to_end/tap.sh"

# The SIMT machine takes plain C++, which is more than CUDA is.
if [ -z "$(command -v nvcc)" ]; then
    skip "every kernel.cu" "no nvcc on the PATH"
    done_testing
fi

made=compute
[ -z "${TEST_ALL-}" ] || made=sm
# gpus NUMBER...: the options that compile for them, in one go.
gpus() {
    local gpu
    for gpu; do
        echo "-gencode arch=compute_$gpu,code=${made}_$gpu"
    done
}

includes=(-Ialgorithms{/gpu,/elements,,/elements/monoids})

# compiles NAME SOURCE MONOID EXCLUSIVE GPUS OPTION...
compiles() {
    local name=$1 source=$2 monoid=$3 exclusive=$4 of
    read -ra of <<<"$(tr '\n' ' ' <<<"$5")"
    shift 5
    run timeout 120 nvcc -std=c++17 -Werror all-warnings -fatbin "${of[@]}" \
        -o "$work/out" "${includes[@]}" \
        -DMONOID="\"$monoid.h\"" -DEXCLUSIVE="$exclusive" "$@" "$source"
    is "$source, $monoid, $name" "$code$out$err" 0
}

# variants ALGORITHM: lines of "parameter value name", by what the list shows:
#     --look   what folds a window: 0 (one_thread) 1 (warp)*
variants() {
    awk -v algorithm="$1" '/^  [a-z]/ { is = $1 == algorithm }
        /^Monoids/ { exit }
        $1 == "cpu" || $1 == "gpu" { device = $1 }
        is && device == "gpu" && $1 ~ /^--/ {
            for (i = 2; i < NF; i++)
                if ($i ~ /^[0-9]+$/ && $(i + 1) ~ /^\([a-z_]+\)/) {
                    name = $(i + 1)
                    gsub(/[()*]/, "", name)
                    print substr($1, 3), $i, name
                }
        }' <<<"$verbose"
}

# macro_of PARAMETER FOLDER: what the code sees of it.
macro_of() {
    cat "$2/launch.c" "$2"/*.h 2>/dev/null |
        grep -A1 "\.name = \"$1\"" | sed -n 's/.*\.macro = "\([A-Z_]*\)".*/\1/p'
}

verbose=$("$scanlab" list --verbose)
clocked=90
[ -z "${TEST_ALL-}" ] || clocked='75 90'
newest=100
nvcc --list-gpu-code | grep -qx sm_100 || newest=90 # an nvcc before 12.8
# generations: the oldest and the newest one in turn; nvrtc.t has another.
sources=0
generations() {
    if [ -n "${TEST_ALL-}" ]; then
        gpus 75 80 90 $newest
    elif [ $((sources % 2)) = 0 ]; then
        gpus 75
    else
        gpus $newest
    fi
}
for source in algorithms/applications/*/kernel.cu; do
    functions=('-DPREDICATE="predicates/by_hash.h"' # each includes one at most
        '-DKEY_HEADER="keys/by_hash.h"' '-DPRODUCT_HEADER="products/by_hash.h"'
        '-DMAP_HEADER="maps/by_hash.h"')
    compiles "as it is" "$source" affine_u32 0 "$(generations)" "${functions[@]}"
    sources=$((sources + 1))
    while read -r parameter value name; do
        taken 6 || continue
        macro=$(macro_of "$parameter" "${source%/*}")
        compiles "$name" "$source" affine_u32 0 "$(gpus 90)" "${functions[@]}" \
            "-D$macro=$value"
    done < <(variants "$(basename "${source%/*}")")
done
for source in algorithms/*/kernel.cu; do
    compiles "inclusive" "$source" affine_u32 0 "$(generations)"
    sources=$((sources + 1))
    [ -n "${TEST_ALL-}" ] || continue
    compiles "exclusive" "$source" mat2_u32 1 "$(gpus 75)"
    compiles "exclusive" "$source" affine_u32 1 "$(gpus 80)"
    compiles "inclusive" "$source" mat2_u32 0 "$(gpus 90)"
    algorithm=$(basename "${source%/*}")
    while read -r parameter value name; do
        macro=$(macro_of "$parameter" "${source%/*}")
        compiles "$name" "$source" affine_u32 0 "$(gpus 90)" "-D$macro=$value"
    done < <(variants "$algorithm")
done
# Blocks smaller than a warp.
for look in 0 1; do
    compiles "a block of 4, WARP_FOLDS=$look" algorithms/lookback/kernel.cu \
        affine_u32 0 "$(gpus 75 90)" -DBLOCK=4 -DITEMS=1 -DWINDOW=4 \
        -DWARP_FOLDS=$look
done

# timed ALGORITHM KERNEL COUNT THREADS OPTION...: what harness/bench/cycles.c compiles,
# as PTX. There, by their first letters: barriers, looks at the clock, loads and
# stores of global memory. All are between the two looks but one barrier before
# each and the store of the count.
timed() {
    local algorithm=$1 kernel=$2 options=(-DWRAPPED_COUNT="$3" -DWRAPPED_THREADS="$4")
    shift 4
    options+=(-DWRAPPED_KERNEL="$kernel" "${includes[@]}"
        -DWRAPPED_SOURCE="\"$PWD/algorithms/$algorithm/kernel.cu\"")
    for gpu in $clocked; do
        run timeout 120 nvcc -std=c++17 -Werror all-warnings -ptx \
            -arch "compute_$gpu" -o "$work/timed.ptx" "${options[@]}" \
            -DMONOID='"affine_u32.h"' -DEXCLUSIVE=0 "$@" harness/cuda/timed.cu
        is "$algorithm, timed, sm_$gpu $*" "$code$out$err" 0
    done
    order=$(sed -n 's/^.*bar\.sync.*/b/p; s/^.*%clock64.*/c/p
        s/^.*ld\.global.*/l/p; s/^.*st\.global.*/s/p' "$work/timed.ptx" |
        tr -d '\n')
    is "$algorithm: all of it between the looks: $order" \
        "$(grep -cEx 'bc[bls]*l[bls]*s[bls]*bcs' <<<"$order")" 1
}

timed sequential scan_all 3 1
timed kogge_stone scan_sections 4 1024 -DBLOCK=1024 -DFORM=1
timed hierarchical scan_groups 5 1024 -DBLOCK=1024 -DITEMS=1
if [ -n "${TEST_ALL-}" ]; then
    timed kogge_stone scan_sections 4 1024 -DBLOCK=1024
    timed blelloch scan_sections 4 512 -DBLOCK=512
    timed blelloch scan_sections 4 512 -DBLOCK=512 -DPADDING=1
    timed brent_kung scan_sections 4 512 -DBLOCK=1024
    for wave in 0 1; do
        timed hierarchical scan_groups 5 1024 -DBLOCK=1024 -DITEMS=1 -DWAVE=$wave
    done
fi

is "variants were found" "$(variants lookback | grep -c .)" 25

done_testing
