#!/bin/bash
# proofs.t - every shipped kernel is proved on the SIMT machine: with T of 4
# bytes over all sizes, with larger ones over three. With TEST_ALL=1: over more
# sizes, each with every T. All blocks and schedules: blocks.t, alarms.t.
. "$(dirname "$0")/tap.sh"

sizes=0..2,32,33,64,65,127,256,257
larger_bytes=8,16,32
# Several sections or tiles, and a ragged end.
few='1024,3000'
bytes=4,32
if [ -n "${TEST_ALL-}" ]; then
    sizes=0..34,63..66,127..129,255..257
    bytes=4,8,16,32
    larger_bytes=''
    few='511..513,1023..1025,1536,2047..2049,4095..4097,9000'
fi

proved() {
    local name=$1
    shift
    run timeout 3600 "$scanlab" verify "$@"
    is "$name: exit" "$code$err" 0
    has "$name" "$out" "proved for every monoid and input"
}

for algorithm in $("$scanlab" list --names); do
    if [ -n "$larger_bytes" ]; then
        proved "$algorithm, small" "$algorithm" -n $sizes --bytes 4
        proved "$algorithm, larger T" "$algorithm" -n 1,33,257 \
            --bytes $larger_bytes
    else
        proved "$algorithm, small" "$algorithm" -n $sizes
    fi
    larger=$few
    [ "$algorithm" != naive ] || larger=600
    proved "$algorithm, more" "$algorithm" -n $larger \
        --schedule inorder,random:2 --bytes $bytes
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

done_testing
