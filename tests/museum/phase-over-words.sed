# The totals of the warps are stored in shared memory from which other warps
# have yet to read words of the tile.
# found in: made up
# algorithm: lookback:block=64,items=2,window=4,shared=reused
# options: -n 300 --bytes 4
# says: race on units[...]
s/__syncthreads(); \/\* all have read the last word before step 5 \*\//;/
