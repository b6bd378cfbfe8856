# A phase writes in shared memory that it shares with the ticket before all have
# read that.
# found in: made up
# algorithm: lookback:block=64,items=2,window=4,shared=reused
# options: -n 300 --bytes 4
# says: race on units[...]
/^DEVICE void transpose(/,/^}/s/k > 0 || REUSED/k > 0/
