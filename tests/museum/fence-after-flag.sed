# The fence comes after the flag, so other blocks can see the flag before the
# value.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: race on prefixes[...]: kernel.cu:...reads it and kernel.cu:...writes it
# says: flags[0], written there by block 0, thread 0
s/__threadfence(); \/\* \[1\].*//
s/^    tiles->flags\[tile\] = tiles->launch \* 4 + state;/&\n    __threadfence();/
