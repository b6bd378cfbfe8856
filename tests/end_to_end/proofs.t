#!/bin/bash
# proofs.t - every shipped kernel is proved on the SIMT machine. With
# TEST_ALL=1: over all sizes, blocks and schedules, and under a thousand random
# schedules, which raise no false alarm.
. "$(dirname "$0")/tap.sh"

sizes=0..3,31..34,63..66,127,255..257
# Several sections or tiles, and a ragged end.
few='1023..1025,3000'
if [ -n "${TEST_ALL-}" ]; then
    sizes=0..34,63..66,127..129,255..257
    few='511..513,1023..1025,1536,2047..2049,4095..4097,9000'
fi

proved() {
    local name=$1
    shift
    run timeout 1200 "$scanlab" verify "$@"
    is "$name: exit" "$code$err" 0
    has "$name" "$out" "proved for every monoid and input"
}

for algorithm in $("$scanlab" list --names); do
    proved "$algorithm, small" "$algorithm" -n $sizes
    [ "$algorithm" != naive ] || few=600
    proved "$algorithm, more" "$algorithm" -n $few --schedule inorder,random:2
    [ "$algorithm" != naive ] || few=1023..1025,3000
done

lookback=lookback:block=32,items=1,window=4
for variant in '' ,one_thread ,no_prefix ,chained ,whole ,no_predecessor; do
    proved "three tiles, all orders$variant" "$lookback$variant" -n 96 \
        --schedule exhaustive
    has "three tiles: complete$variant" "$out" "in 1 of 1 cases"
done
proved "four tiles, one preemption" $lookback -n 128 --schedule exhaustive:1
has "four tiles: not all of it" "$out" "in 0 of 1 cases"
run "$scanlab" verify $lookback,no_tickets -n 96 --resident 2 \
    --schedule reverse
is "no tickets: exit" "$code" 1
has "no tickets" "$out" "needs blocks to start in order"

if [ -n "${TEST_ALL-}" ]; then
    for block in 32 64 256 1024; do
        for algorithm in kogge_stone blelloch brent_kung scan_propagate \
            three_kernel hierarchical lookback; do
            items=''
            [ "$algorithm$block" != lookback1024 ] || items=--items=4
            # shellcheck disable=SC2086  # an option or none
            proved "$algorithm, block $block" $algorithm --block $block $items \
                -n 1,31..33,255..257,1023..1025,5000 \
                --schedule inorder,reverse,random:1,adversary,pct:1,timed
        done
    done
    for algorithm in $("$scanlab" list --names); do
        proved "$algorithm, 1000 schedules" "$algorithm" -n 100 \
            --schedule random:1..1000
    done
fi

done_testing
