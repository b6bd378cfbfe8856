# Temporary shared memory is reused without a barrier, so the next words
# overwrite words that other threads have yet to read.
# found in: several GPU libraries
# algorithm: lookback:block=32,items=2,window=4
# options: -n 96
# says: race on units[...]
s/__syncthreads(); \/\* all have read the word before \*\//;/
