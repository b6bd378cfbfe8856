#!/bin/bash
# proofs.t - shipped kernels (all but two) are proved on the SIMT machine by the
# default command, with T of one size, of which each occurs. With TEST_ALL=1: every
# kernel with every T, and over more sizes. All blocks and schedules: blocks.t, alarms.t; all orders of
# small blocks: small_blocks.t.
. "$(dirname "$0")/tap.sh"
. tests/pieces.sh # settle

sizes=0..34,63..66,127..129,255..257
few='511..513,1023..1025,1536,2047..2049,4095..4097,9000'

proved() {
    local name=$1
    shift
    run timeout 3600 "$scanlab" verify "$@"
    is "$name: exit" "$code$err" 0
    has "$name" "$out" "proved for every monoid and input"
}

# T of 4 bytes is the cheapest; of look-back's, 8 are several words.
declare -A larger=([naive]=8 [kogge_stone]=16 [hillis_steele]=32 [blelloch]=8
    [brent_kung]=16 [lookback]=8)
for algorithm in $("$scanlab" list --names); do
    if ! thorough; then
        bytes=${larger[$algorithm]-4}
        scan=$algorithm
        # Their tiles are those of three_kernel, which has each value of items.
        case $algorithm in
        scan_propagate | hierarchical)
            taken 2 || continue
            scan=$algorithm:items=16,registers=0
            ;;
        hillis_steele | brent_kung) taken 2 || continue ;;
        esac
        proved "$algorithm, T of $bytes bytes" "$scan" --bytes "$bytes"
        continue
    fi
    proved "$algorithm" "$algorithm"
    proved "$algorithm, small" "$algorithm" -n $sizes
    more=$few
    [ "$algorithm" != naive ] || more=600
    proved "$algorithm, more" "$algorithm" -n $more --schedule inorder,random:2
done

lookback=lookback:block=32,items=1,window=4
variants=('')
! thorough || variants+=(",one_thread" ",no_prefix" ",chained" \
    ",whole" ",no_predecessor")
for variant in "${variants[@]}"; do
    proved "three tiles, all orders$variant" "$lookback$variant" -n 96 \
        --schedule exhaustive "${t4[@]}"
    has "three tiles: complete$variant" "$out" "in 1 of 1 cases"
done
proved "four tiles, one preemption" $lookback -n 128 --schedule exhaustive:1 \
    "${t4[@]}"
has "four tiles: not all of it" "$out" "in 0 of 1 cases"
run "$scanlab" verify "$(settle $lookback,no_tickets)" -n 96 --resident 2 \
    --schedule reverse "${t4[@]}"
is "no tickets: exit" "$code" 1
has "no tickets" "$out" "needs blocks to start in order"

done_testing
