# The flag is fresh, the aggregate stale: a plain load behind a relaxed flag,
# without a fence.
# found in: a Julia GPU library
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: race on prefixes[...]: kernel.cu:...reads it, which kernel.cu:...wrote
/^    __threadfence(); \/\* \[2\]/,/\*\//d
