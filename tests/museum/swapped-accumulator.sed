# The prefix stands to the right of the accumulator: what lies before the tile
# comes before what lies before the thread, so it belongs on the left.
# found in: the Futhark report, figures 7 and 13
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: the operands are swapped
s/op(shared->before, front)/op(front, shared->before)/
