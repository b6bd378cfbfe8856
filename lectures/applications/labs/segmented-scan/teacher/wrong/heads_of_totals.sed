# The totals are scanned as if no tile had a head.
# says: are missing
s/if (!heads\[k\])/if (heads[k] < 2)/
