# The flag is fresh, but the aggregate may be stale, since a plain load
# follows a relaxed load of the flag without a fence.
# found in: a Julia GPU library
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: race on prefixes[...]: kernel.cu:...reads it and kernel.cu:...writes it
/^    __threadfence(); \/\* \[2\]/,/\*\//d
