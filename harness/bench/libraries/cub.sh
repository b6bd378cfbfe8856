#!/bin/sh
# Builds the CUB rows of `bench` ahead, for a machine with a GPU but without a
# CUDA Toolkit (or without the time). A row is a version of CUB's headers, the
# toolkit's and newer ones, and one of CUB's algorithms:
#
#     pip install --target cccl nvidia-cuda-cccl
#     export SCANLAB_CCCL=cccl/nvidia/cu13/include/cccl
#     harness/bench/libraries/cub.sh DIR sm_90 add_i32 mss_i32 ...
#     SCANLAB_CUB_DIR=DIR ./scanlab bench -d cuda -m add_i32,mss_i32
#
# Without SCANLAB_CCCL: the toolkit's alone. KINDS=inclusive halves the work.
# SHAPES="4,79,3 2,127,5" builds further look-ahead rows, of that many warps,
# elements of a thread, and aggregates that a thread looks at.
# The options are those of library_cuda.c.
set -eu
home=$(cd "$(dirname "$0")/../../.." && pwd)
nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")

# build FOLDER GPU MONOID KIND VERSION OWN|lookahead|W,I,L [-IHEADERS]
build() {
    folder=$1 gpu=$2 monoid=$3 kind=$4 variant=$5 form=$6
    shift 6
    sum=0 exclusive=0
    case $monoid in add_*) sum=1 ;; esac
    [ "$kind" = inclusive ] || exclusive=1
    case $form in
    lookahead) variant="$variant,lookahead" ;;
    *,*)
        variant="$variant,lookahead,$form"
        items=${form#*,}
        set -- "$@" -DLOOKAHEAD_WARPS="${form%%,*}" -DLOOKAHEAD_ITEMS="${items%,*}" \
            -DLOOKAHEAD_LOOKS="${form##*,}"
        ;;
    esac
    [ "$form" = OWN ] || set -- "$@" -DLOOKAHEAD=1
    # nvcc takes no commas in names.
    made="$folder/cub-$(echo "$variant" | tr , -)-$monoid-$kind-$gpu.so"
    words=$("$nvcc" -std=c++17 -O3 -Xcompiler -fPIC,-fvisibility=hidden \
        -shared "-gencode=arch=compute_${gpu#sm_},code=$gpu" "$@" \
        -DSUM=$sum -DEXCLUSIVE=$exclusive \
        "-DMONOID=\"$home/algorithms/monoids/$monoid.h\"" -o "$made" \
        "$home/harness/bench/libraries/cub.cu" 2>&1) && return
    # It may take more shared memory than there is for wide elements.
    echo "cub.sh: no $variant for $monoid: $(echo "$words" |
        grep -m1 'error\|fatal' || echo "$nvcc was ended")" >&2
    [ "$form" != OWN ]
}

if [ "${1-}" = --one ]; then
    shift
    build "$@"
    exit
fi
[ $# -ge 3 ] || {
    sed -n '2,15s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
folder=$1 gpu=$2
shift 2
mkdir -p "$folder"

# CUB_VERSION of the headers: 300500 is 3.5.0.
version() {
    printf '#include <cub/version.cuh>\nTHE_VERSION CUB_VERSION\n' >"$folder/v.cu"
    "$nvcc" -E -Xcompiler -P "$@" "$folder/v.cu" | sed -n 's/^THE_VERSION //p'
    rm "$folder/v.cu"
}
list() { # VERSION MONOID... [-IHEADERS]: what is to be built, a line each
    number=$1 headers=$2
    shift 2
    text=$((number / 100000)).$((number / 100 % 1000)).$((number % 100))
    forms=OWN
    [ "$number" -lt 300500 ] || forms="OWN lookahead ${SHAPES-}"
    for monoid; do
        for kind in ${KINDS:-inclusive exclusive}; do
            for form in $forms; do
                echo "$folder $gpu $monoid $kind $text $form${headers:+ $headers}"
            done
        done
    done
}
{
    list "$(version)" "" "$@"
    [ -z "${SCANLAB_CCCL-}" ] ||
        list "$(version "-I$SCANLAB_CCCL")" "-I$SCANLAB_CCCL" "$@"
} | xargs -P "$(nproc)" -L 1 sh "$0" --one
