# The flag may be seen before the value.
# says: race on prefixes[0]
/__threadfence(); \/\* \[1\]/d
