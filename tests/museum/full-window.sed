# The kernel looks for the first tile without an aggregate as if there always
# were one, but a window full of aggregates has none.
# found in: made up
# algorithm: lookback:block=32,items=1,window=32,look=1,step=1,predecessor=1,publish=2,status=0,pause=0,registers=0,move=0,prefetch=0,store=0,transpose=0,shared=0
# options: --bytes 4
# says: livelock: ...waits at ...for flags[...] to change
s/const int stop = stops ? __ffs((int)stops) - 1 : LANES;/const int stop = __ffs((int)stops) - 1;/
