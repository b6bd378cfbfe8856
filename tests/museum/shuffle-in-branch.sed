# A shuffle of all lanes is in a branch that only some lanes take.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 20
# says: warp divergence: ...waits at ...for the lanes of mask ffffffff
# says: do not call it in a branch that
s/const T left = shuffle_up_in(OUR_LANES, \*x, stride);/T left = *x;\n        if (part)\n            left = shuffle_up_in(OUR_LANES, *x, stride);/
