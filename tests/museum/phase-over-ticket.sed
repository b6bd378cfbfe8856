# A phase writes to shared memory that also holds the ticket before all
# threads have read the ticket.
# found in: made up
# algorithm: lookback:block=64,items=2,window=4,shared=reused
# options: -n 300 --bytes 4
# says: race on units[...]
/^DEVICE void transpose(/,/^}/s/k > 0 || REUSED/k > 0/
