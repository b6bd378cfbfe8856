# The look-back writes to shared memory from which other warps have yet to
# read the exclusive prefixes of their elements within the tile.
# found in: made up
# algorithm: lookback:block=64,items=2,window=4,shared=reused
# options: -n 300 --bytes 4
# says: race on units[...]
s/__syncthreads(); \/\* all have read front\[\] before the window comes \*\//;/
