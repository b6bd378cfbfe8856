# The prefix comes into shared memory in which other warps have still to read
# what comes before them.
# found in: made up
# algorithm: lookback:block=64,items=2,window=4,shared=reused
# options: -n 300 --bytes 4
# says: race on units[...]
s/__syncthreads(); \/\* all have read front\[\] before the window comes \*\//;/
