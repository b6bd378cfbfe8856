#!/bin/bash
# blocks.t - make check-all: every kernel that has blocks to choose is proved
# with 32, 64, 256 and 1024 threads, over the sizes about them, under all
# schedules. So is look-back with blocks smaller than a warp.
. "$(dirname "$0")/tap.sh"

if [ -z "${TEST_ALL-}" ]; then
    skip "all blocks and schedules" "that is for make check-all"
    done_testing
fi

sizes=0..2,31..33,63..65,96,255..257,1023..1025,3107
schedules=inorder,reverse,random:1,adversary,pct:1,timed

proved() { # NAME SCAN...
    local name=$1
    shift
    run timeout 3600 "$scanlab" verify "$@" -d simt -n $sizes \
        --schedule $schedules
    is "$name: exit" "$code$err" 0
    has "$name" "$out" "proved for every monoid and input"
}

for block in 32 64 256 1024; do
    for scan in kogge_stone kogge_stone:double blelloch blelloch:padded \
        scan_propagate three_kernel hierarchical hierarchical:syncwarp; do
        proved "$scan, block $block" "$scan" --block $block
    done
    [ $block = 32 ] || proved "brent_kung, block $block" brent_kung \
        --block $block
    for form in arrays packed; do
        items=16
        [ $block != 1024 ] || items=4
        proved "lookback:$form, block $block" "lookback:$form" \
            --block $block --items $items
    done
    [ $block = 1024 ] || proved "lookahead, block $block" lookahead \
        --block $block
done
for form in arrays packed one_thread; do
    for block in 4 8 16; do
        proved "lookback:$form, block $block" \
            "lookback:block=$block,items=1,window=4,$form"
    done
done
for shape in items=1,strips=2,scanners=2,reducers=1,lookers=2,stages=2 \
    items=3,strips=3,scanners=2,reducers=2,lookers=1,stages=4 \
    items=5,copies=4,reducers=2,lookers=3,stages=6; do
    proved "lookahead:stream,$shape" "lookahead:stream,$shape"
done

done_testing
