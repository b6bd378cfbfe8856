# The fence comes after the flag.
# says: race on prefixes[0]
/__threadfence(); \/\* \[1\]/d
s/^    tiles->flags\[tile\] = tiles->launch \* 4 + state;/&\n    __threadfence();/
