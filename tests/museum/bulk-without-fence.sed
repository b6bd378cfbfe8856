# Strips are scanned with loads and stores, then stored in bulk, and nothing
# brings the two ways to memory together.
# found in: made up
# algorithm: lookahead:stream,items=1,strips=2,scanners=1,reducers=1,stages=2
# options: -n 33
# says: bulk copies do not see it without bulk_fence()
/bulk_fence();/d
