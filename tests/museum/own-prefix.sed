# The kernel takes localPrefixes[threadId], which includes the thread's own
# elements. The correct index is threadId - 1, as in the report's own figure
# 12.
# found in: the Futhark report, figure 5, line 11
# algorithm: lookback:block=32,items=1,window=4
# options: -n 32
# says: is counted twice
s/return shuffle_up_in(OUR_LANES, \*x, 1);/return *x;/
