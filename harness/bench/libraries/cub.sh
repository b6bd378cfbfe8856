#!/bin/sh
# Builds the CUB rows of `bench` ahead, for a machine with a GPU but without a
# CUDA Toolkit (or without the time):
#
#     harness/bench/libraries/cub.sh DIR sm_90 add_i32 mss_i32 ...
#     SCANLAB_CUB_DIR=DIR ./scanlab bench -d cuda -m add_i32,mss_i32
#
# The options are those of library.c.
set -eu
[ $# -ge 3 ] || {
    sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
home=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1 gpu=$2
shift 2
nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
mkdir -p "$folder"
for monoid; do
    case $monoid in
    add_*) sum=1 ;;
    *) sum=0 ;;
    esac
    for kind in inclusive exclusive; do
        exclusive=0
        [ $kind = inclusive ] || exclusive=1
        "$nvcc" -std=c++17 -O3 "-gencode=arch=compute_${gpu#sm_},code=$gpu" \
            -Xcompiler -fPIC -shared -DEXCLUSIVE=$exclusive -DSUM=$sum \
            "-DMONOID=\"$home/algorithms/monoids/$monoid.h\"" \
            -o "$folder/cub-$monoid-$kind-$gpu.so" \
            "$home/harness/bench/libraries/cub.cu"
    done
done
