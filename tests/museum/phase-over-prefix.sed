# The tile is written back into shared memory that holds its prefix before all
# threads have read the prefix.
# found in: made up
# algorithm: lookback:block=64,items=2,window=4,shared=reused
# options: -n 300 --bytes 4
# says: race on units[...]
/^DEVICE void transpose_back/,/^}/s/k > 0 || REUSED/k > 0/
