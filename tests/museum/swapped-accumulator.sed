# The prefix is on the right of the accumulator, but it belongs on the left.
# The elements before the tile come before those that the accumulator covers.
# found in: the Futhark report, figures 7 and 13
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: the operands are swapped
s/op(shared->before, front)/op(front, shared->before)/
