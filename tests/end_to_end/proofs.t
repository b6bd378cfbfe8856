#!/bin/bash
# proofs.t - every shipped kernel is proved on the SIMT machine by the default
# command, with T of 4 bytes and of another size, which is the next one for the
# next kernel. With TEST_ALL=1: with every T, and over more sizes. All blocks and
# schedules: blocks.t, alarms.t.
. "$(dirname "$0")/tap.sh"

sizes=0..34,63..66,127..129,255..257
few='511..513,1023..1025,1536,2047..2049,4095..4097,9000'

proved() {
    local name=$1
    shift
    run timeout 3600 "$scanlab" verify "$@"
    is "$name: exit" "$code$err" 0
    has "$name" "$out" "proved for every monoid and input"
}

larger=8
for algorithm in $("$scanlab" list --names); do
    if [ -z "${TEST_ALL-}" ]; then
        proved "$algorithm, T of 4 and $larger bytes" "$algorithm" \
            --bytes 4,$larger
        larger=$((larger == 32 ? 8 : larger * 2))
        continue
    fi
    proved "$algorithm" "$algorithm"
    proved "$algorithm, small" "$algorithm" -n $sizes
    more=$few
    [ "$algorithm" != naive ] || more=600
    proved "$algorithm, more" "$algorithm" -n $more --schedule inorder,random:2
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
