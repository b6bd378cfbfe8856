# The next words are written over words that other threads have still to read:
# temporary shared memory is used again without a barrier.
# found in: several GPU libraries
# algorithm: lookback:block=32,items=2,window=4
# options: -n 96
# says: race on units[...]
s/__syncthreads(); \/\* all have read the word before \*\//;/
