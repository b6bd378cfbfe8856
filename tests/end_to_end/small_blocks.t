#!/bin/bash
# small_blocks.t - look-back with blocks of 4, 8 and 16 threads, smaller than a
# warp: proved in each form, at its closed forms; what can not be is refused. With
# TEST_ALL=1: with every T, and pairs of forms.
. "$(dirname "$0")/tap.sh"

block=lookback:block=4,items=1,window=4
forms=("" ",one_thread" ",no_prefix" ",chained" ",whole" ",no_predecessor"
    ",packed")
! thorough || forms+=(",one_thread,whole" ",no_prefix,whole" ",packed,one_thread")

proved() { # NAME SCAN...
    local name=$1
    shift
    run timeout 600 "$scanlab" verify "$@" "${t4[@]}" -d simt
    is "$name: exit" "$code$err" 0
    has "$name" "$out" "proved for every monoid and input"
}

for form in "${forms[@]}"; do
    taken 2 || continue
    proved "three tiles, all orders$form" $block"$form" -n 12 \
        --schedule exhaustive
    has "three tiles: complete$form" "$out" "in 1 of 1 cases"
done
# Some of a tile's threads have no element.
proved "a ragged end, all orders" $block -n 9,10,11 --schedule exhaustive
proved "four tiles, one preemption" $block -n 16 --schedule exhaustive:1
proved "blocks of 8" lookback:block=8,items=2,window=8 -n 33,48 \
    --schedule exhaustive
proved "blocks of 16" lookback:block=16,items=1,window=16,one_thread \
    -n 33,48 --schedule exhaustive
proved "no tickets, all at a time" $block,no_tickets -n 12 \
    --schedule exhaustive

run "$scanlab" verify $block,no_tickets -n 12 -d simt --resident 2 \
    --schedule reverse "${t4[@]}"
is "no tickets: exit" "$code" 1
has "no tickets" "$out" "needs blocks to start in order"

# Work, depth and traffic, of whatever a schedule makes of them.
at_forms() { # SCAN OPTION...
    run "$scanlab" measure "$@" -d simt -n 0..20,100,300
    is "at its forms: $*" "$code$err" 0
    lacks "nothing differs: $*" "$out" " NOT "
    lacks "no form is missing: $*" "$out" "(no form)"
}
thorough || forms=(",one_thread" ",packed")
for form in "${forms[@]}"; do
    at_forms "$block$form" --schedule random:1
done
at_forms $block --schedule timed --exclusive
for shape in block=8,items=2,window=8 block=16,items=4,window=2; do
    at_forms lookback:$shape --schedule timed
    ! thorough ||
        at_forms lookback:$shape,one_thread --schedule random:1 --exclusive
done

for monoid in affine_u32 mat2_u32 dfa8; do
    run "$scanlab" run $block -d simt -n 67 -m $monoid
    has "it runs: $monoid" "$code$err $out" "right"
done

# Joining chunks can take more blocks than the scan itself.
run "$scanlab" verify lookahead:block=64 -d simt -n 3000 --bytes 4
has "entries with more blocks than their scan" "$out" "proved for every monoid"

refused() { # SENTENCE SCAN DEVICE
    run "$scanlab" run "$2" -d "$3" -n 64
    is "refused: $2 -d $3" "$code $err" "2 scanlab: $1"
}
refused "lookback: block cannot be '5'; it is 4, 8, 16, 32, 64, 128, 256, 512 \
or 1024" lookback:block=5 simt
refused "n = 64: window: each of its tiles needs a lane, but the block has \
fewer: use a larger block or a smaller window" lookback:block=4 simt
refused "lookback has no parameter 'block' on cpu; it has tile, overlap" \
    lookback:block=4 cpu

done_testing
