# The fence holds for its own block only: other blocks are on other
# multiprocessors, with other caches.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: race on prefixes[...]: kernel.cu:...reads it and kernel.cu:...writes it
s/__threadfence(); \/\* \[1\].*/__threadfence_block();/
