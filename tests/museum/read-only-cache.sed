# Another tile's prefix is read through the read-only cache, which does not
# see writes made while the kernel runs.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: read-only: kernel.cu:...reads prefixes[...] through the read-only cache, and kernel.cu:...wrote it
s/return state == P ? tiles->prefixes\[tile\]/return state == P ? __ldg(\&tiles->prefixes[tile])/
