# Strips are scanned with loads and stores and then stored in bulk, without a
# fence between the two kinds of access.
# found in: made up
# algorithm: lookahead:stream,items=1,strips=2,scanners=1,reducers=1,stages=2
# options: -n 33
# says: bulk copies do not see that write without bulk_fence()
/bulk_fence();/d
