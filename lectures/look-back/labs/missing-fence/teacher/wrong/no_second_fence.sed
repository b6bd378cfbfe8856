# The value may be read before the flag, so a fresh flag may come with a stale aggregate.
# says: race on prefixes[0]
/__threadfence(); \/\* \[2\]/d
