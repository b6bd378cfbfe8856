# The fence works only within its own block, but other blocks run on other
# multiprocessors, with other caches.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: race on prefixes[...]: kernel.cu:...reads it and kernel.cu:...writes it
s/__threadfence(); \/\* \[1\].*/__threadfence_block();/
