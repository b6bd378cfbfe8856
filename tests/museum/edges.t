#!/bin/bash
# edges.t - each kind of edge in our kernels, moved or forgotten by one edit: the
# default proof of a file sees it. What is wrong shows where a lane, a warp, a tile, a
# tile of totals or a window ends, and nowhere else.
#
#     edges.t             SCANLAB=... tries another program
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh

# wrong SCAN HEADER WHAT EDIT [SAYS]: of the kernel with that header in it.
wrong() {
    local scan=$1 header=$2 what="$1: $3" edit=$4 says=${5-}
    taken 17 || return 0
    whole "${scan%%:*}" "$header" >"$work/whole.cu"
    sed "$edit" "$work/whole.cu" >"$work/wrong.cu"
    if cmp -s "$work/whole.cu" "$work/wrong.cu"; then
        _fail "$what" "no line fits: $edit"
        return
    fi
    run "$scanlab" verify "$scan" "${t4[@]}" --jobs 1 \
        --source "$work/wrong.cu"
    if [ "$code" = 1 ] && says "$out" "WRONG...$says"; then
        _pass "$what"
    else
        _fail "$what" "exit $code" "$out" "$err"
    fi
}

# ------------------------------------------------------------------- elements
wrong segmented_scan applications/segments/segments.h \
    'a warp whose one head is in its last lane has none' \
    's/has_head\[warp\] = heads != 0/has_head[warp] = heads << 1 != 0/'
wrong scan_propagate tile_scan.h 'one element less than a tile is a tile' \
    's/return end - begin < TILE ?/return end - begin < TILE - 1 ?/'
wrong filter applications/compaction/kept_counts.h \
    'a warp that keeps its last element alone keeps none' \
    's/__popc(vote(in, n, first + row \* BLOCK))/__popc(vote(in, n, first + row * BLOCK) << 1 ? vote(in, n, first + row * BLOCK) : 0)/'
wrong segmented_scan applications/segments/segments.h \
    'a tile whose one head is its first element has none' \
    's/^    scan_own_segments(mine.x, heads);/    if (of_warp == 1 \&\& begin > 0 \&\& heads == 1)\n        mine.x[0] = op(tile->front[0], mine.x[0]);\n&/'
wrong rle places.h \
    'a warp whose one head is in its last lane has none' \
    's/(uint32_t)__popc(kept\[row\]);/(uint32_t)__popc(kept[row] << 1 ? kept[row] : 0);/'
wrong segmented_scan '' 'a warp to reduce whose one head is in its last lane has none' \
    's/has_head\[warp\] = of_warp != 0/has_head[warp] = of_warp << 1 != 0/'
wrong kogge_stone '' 'the last element of a full section is left out' \
    's/i >= stride \&\& i < count/i >= stride \&\& i + (count == BLOCK) < count/'
wrong segmented_scan '' 'a lane whose last element is a head, alone' \
    's/^    scan_own_segments(mine.x, heads);/    if (M > 1 \&\& of_warp == 1u << 31 \&\& heads == 1u << (M - 1))\n        mine.x[M - 1] = op(mine.x[M - 2], mine.x[M - 1]);\n&/'
wrong partition2 applications/compaction/kept_counts.h 'the first element of a tile, kept alone' \
    's/__popc(vote(in, n, first + row \* BLOCK))/__popc(vote(in, n, first + row * BLOCK) \& ~(row == 0 \&\& blockIdx.x > 0))/'
wrong rle places.h 'the first element of a warp, alone' \
    's/(uint32_t)__popc(kept\[row\]);/(uint32_t)__popc(kept[row] == 1 \&\& warp > 0 ? 0 : kept[row]);/'

# ------------------------------------------------------------- tiles of totals
wrong scan_propagate tile_scan.h 'a race between warps of the last tile of totals' \
    's|__syncthreads(); /\* warp 0 waits for the totals|if (threads == BLOCK \|\| !has_before)\n        &|' \
    'n = 6689,...race on front'
wrong scan_propagate tile_scan.h 'the last tile of totals races for what warp 0 has scanned' \
    's|__syncthreads(); /\* all warps wait for warp 0|if (threads == BLOCK \|\| !has_before)\n        &|'
wrong segmented_scan '' 'a race between two tiles of totals, before the previous one' \
    's|__syncthreads(); /\* \[4\]|if (begin + 2 * TILE <= count)\n            &|'
wrong filter:block=64,items=2,three_kernels applications/compaction/kept_counts.h 'a race in the last tile of counts' \
    's|__syncthreads(); /\* \[2\]|if (first == 0 \|\| first + BLOCK <= tiles)\n            &|'

wrong filter applications/compaction/kept_counts.h 'the same, of all forms' \
    's|__syncthreads(); /\* \[2\]|if (first == 0 \|\| first + BLOCK <= tiles)\n            &|' \
    'three_kernels,...race on of_warp'

# ------------------------------------------------------------- windows, launches
wrong lookback lookback/look_back.h 'a full window counts for one tile more' \
    's/seen.used = (uint32_t)(stop + found);/seen.used = (uint32_t)(stop + found + (stops == 0));/'
wrong lookback lookback/descriptors.h 'a tag of four bits' \
    's/tiles->launch \* 4/(tiles->launch \& 15) * 4/'

# --------------------------------------------------------------- pairs of values
wrong blelloch '' 'small blocks that are padded have a place too few' \
    's|SECTION / (ROW - 1) :|SECTION / (ROW - 1) - (BLOCK == 32 ? 2 : 0) :|' \
    'block=32,padded'
wrong kogge_stone '' 'two copies of small blocks are an element short' \
    's/cells\[COPIES\]\[BLOCK\]/cells[COPIES][BLOCK - (COPIES == 2 \&\& BLOCK == 32)]/' \
    'block=32,double'
wrong three_kernel tile_scan.h 'large blocks of one element have no place for the tile' \
    's/front\[WARPS + 1\]/front[WARPS + 1 - (BLOCK == 1024 \&\& ITEMS == 1)]/' \
    'block=1024,items=1'

# --------------------------------------------------------- sizes of T and of arrays
wrong kogge_stone '' 'no second barrier where a section has 32 KiB' \
    's|__syncthreads(); /\* \[2\]|if (sizeof(T) * BLOCK < 32768)\n            &|' \
    'block=1024,...T of 32 bytes...race on cells'
wrong blelloch '' 'sections of more than 16 KiB race at their carry' \
    's|__syncthreads(); /\* \[2\]|if (sizeof(T) * SECTION <= 16384)\n            &|'
wrong three_kernel tile_scan.h 'blocks of 1024 race at long elements' \
    's|__syncthreads(); /\* all warps wait for warp 0|if (sizeof(T) * BLOCK < 32768)\n        &|'

done_testing
