#!/bin/sh
# Builds the CUB rows of `bench` ahead, for a machine with a GPU but without a
# CUDA Toolkit (or without the time). A row is a version of CUB's headers, the
# toolkit's and newer ones, and one of CUB's algorithms:
#
#     pip install --target cccl nvidia-cuda-cccl
#     export SCANLAB_CCCL=cccl/nvidia/cu13/include/cccl
#     harness/bench/libraries/cub.sh DIR sm_90 add_i32 mss_i32 filter ...
#     SCANLAB_CUB_DIR=DIR ./scanlab bench -d cuda -m add_i32,mss_i32
#     SCANLAB_CUB_DIR=DIR ./scanlab bench filter -d cuda
#
# A monoid stands for its scan; an application for its rows, of add_i32 and the
# usual function of elements. Others: filter:add_i64, filter:add_i64:even.
# Without SCANLAB_CCCL: the toolkit's alone. KINDS=inclusive halves the work.
# SHAPES="4,79,3 2,127,5" builds further look-ahead rows, of that many warps,
# elements of a thread, and aggregates that a thread looks at.
# The options are those of library_cuda.c.
set -eu
home=$(cd "$(dirname "$0")/../../.." && pwd)
nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")

# sources_of APPLICATION: the files with its rows, as in library.c. The second
# word says what macro its function of elements is, and the third the usual one.
sources_of() {
    case $1 in
    filter) echo "PREDICATE predicates odd cub_filter cub_filter_flagged" ;;
    partition_reversed) echo "PREDICATE predicates odd cub_partition_reversed" ;;
    reduce) echo "- - - cub_reduce" ;;
    dotprod) echo "PRODUCT_HEADER products times cub_dotprod" ;;
    segmented_scan)
        echo "- - - cub_segmented_scan_by_key cub_segmented_scan_by_flag"
        ;;
    segmented_scan_csr) echo "- - - cub_segmented_scan_csr" ;;
    radix_sort) echo "KEY_HEADER keys value cub_radix_sort" ;;
    rle) echo "KEY_HEADER keys value cub_rle" ;;
    histogram) echo "KEY_HEADER keys value cub_histogram" ;;
    esac
}

# compile MONOID KIND GPU SOURCE OBJECT [OPTION...]
compile() {
    monoid=$1 kind=$2 gpu=$3 source=$4 object=$5
    shift 5
    sum=0 exclusive=0
    case $monoid in add_*) sum=1 ;; esac
    [ "$kind" = inclusive ] || exclusive=1
    "$nvcc" -std=c++17 -O3 -Xcompiler -fPIC,-fvisibility=hidden -shared \
        "-gencode=arch=compute_${gpu#sm_},code=$gpu" "$@" \
        -DSUM=$sum -DEXCLUSIVE=$exclusive \
        "-DMONOID=\"$home/algorithms/elements/monoids/$monoid.h\"" -o "$object" \
        "$home/harness/bench/libraries/$source.cu" 2>&1
}

# leave_out WHAT WORDS: of a row that cannot be built.
leave_out() {
    echo "cub.sh: no $1: $(echo "$2" |
        grep -m1 'error\|fatal' || echo "$nvcc was ended")" >&2
}

# build_scan GPU MONOID KIND VERSION OWN|lookahead|run_to_run|W,I,L [-IHEADERS]
build_scan() {
    gpu=$1 monoid=$2 kind=$3 variant=$4 form=$5
    shift 5
    case $form in
    lookahead) variant="$variant,lookahead" ;;
    run_to_run)
        case $monoid in add_f*) ;; *) return 0 ;; esac
        variant="$variant,run_to_run"
        set -- "$@" -DRUN_TO_RUN=1
        ;;
    *,*)
        variant="$variant,lookahead,$form"
        items=${form#*,}
        set -- "$@" -DLOOKAHEAD_WARPS="${form%%,*}" -DLOOKAHEAD_ITEMS="${items%,*}" \
            -DLOOKAHEAD_LOOKS="${form##*,}"
        ;;
    esac
    case $form in OWN | run_to_run) ;; *) set -- "$@" -DLOOKAHEAD=1 ;; esac
    # nvcc takes no commas in names.
    made="$folder/cub-$(echo "$variant" | tr , -)-$monoid-$kind-$gpu.so"
    words=$(compile "$monoid" "$kind" "$gpu" cub "$made" "$@") && return
    # It may take more shared memory than there is for wide elements.
    leave_out "$variant for $monoid" "$words"
    [ "$form" != OWN ]
}

# build_application GPU APPLICATION:MONOID:FUNCTION KIND VERSION SOURCE [-IHEADERS]
build_application() {
    gpu=$1 words=$2 kind=$3 version=$4 source=$5
    shift 5
    application=${words%%:*} function=${words##*:}
    monoid=${words#*:}
    monoid=${monoid%:*}
    # shellcheck disable=SC2046  # a list of words
    macro=$(set -- $(sources_of "$application") && echo "$1 $2")
    [ "$function" = - ] || set -- "$@" \
        "-D${macro% *}=\"$home/algorithms/elements/${macro#* }/$function.h\""
    [ "$function" != - ] || function=none
    made="$folder/$application-$source-$version-$monoid-$function-$kind-$gpu.so"
    words=$(compile "$monoid" "$kind" "$gpu" "$source" "$made" "$@") && return
    leave_out "$version of $source for $monoid" "$words"
    [ "$source" = cub_segmented_scan_csr ] # older headers have none
}

# Lines of words come here: paths, which may have blanks, in the environment.
if [ "${1-}" = --one ]; then
    shift
    folder=$CUB_FOLDER
    [ "${6-}" != newer ] || set -- "$1" "$2" "$3" "$4" "$5" "-I$SCANLAB_CCCL"
    case $2 in
    *:*) build_application "$@" ;;
    *) build_scan "$@" ;;
    esac
    exit
fi
[ $# -ge 3 ] || {
    sed -n '2,17s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
folder=$1 gpu=$2
shift 2
for word; do # a name of neither would be a row that does not compile
    [ -n "$(sources_of "${word%%:*}")" ] ||
        [ -e "$home/algorithms/elements/monoids/$word.h" ] || {
        echo "cub.sh: $word: no monoid, and no application with a row of CUB" >&2
        exit 2
    }
done
mkdir -p "$folder"
export CUB_FOLDER="$folder"

# CUB_VERSION of the headers: 300500 is 3.5.0.
version() {
    printf '#include <cub/version.cuh>\nTHE_VERSION CUB_VERSION\n' >"$folder/v$$.cu"
    "$nvcc" -E -Xcompiler -P "$@" "$folder/v$$.cu" | sed -n 's/^THE_VERSION //p'
    rm "$folder/v$$.cu"
}
# list_application WORD VERSION newer|"": a line for each of its rows.
list_application() {
    word=$1 version=$2 headers=$3
    # shellcheck disable=SC2046  # a list of words
    set -- $(sources_of "${word%%:*}")
    usual=$3
    shift 3
    case $word in
    *:*:*) ;;
    *:*) word="$word:$usual" ;;
    *) word="$word:add_i32:$usual" ;;
    esac
    kinds=inclusive
    case $word in segmented_scan*) kinds=${KINDS:-inclusive exclusive} ;; esac
    for source; do
        for kind in $kinds; do
            echo "$gpu $word $kind $version $source $headers"
        done
    done
}
list() { # VERSION newer|"" WORD...: what is to be built, a line each
    number=$1 headers=$2
    shift 2
    text=$((number / 100000)).$((number / 100 % 1000)).$((number % 100))
    forms=OWN
    [ "$number" -lt 300500 ] || forms="OWN lookahead run_to_run ${SHAPES-}"
    for word; do
        if [ -n "$(sources_of "${word%%:*}")" ]; then
            list_application "$word" "$text" "$headers"
            continue
        fi
        for kind in ${KINDS:-inclusive exclusive}; do
            for form in $forms; do
                echo "$gpu $word $kind $text $form $headers"
            done
        done
    done
}
{
    list "$(version)" "" "$@"
    [ -z "${SCANLAB_CCCL-}" ] ||
        list "$(version "-I$SCANLAB_CCCL")" newer "$@"
} | sed 's/ *$//' | xargs -P "$(nproc)" -L 1 sh "$0" --one
