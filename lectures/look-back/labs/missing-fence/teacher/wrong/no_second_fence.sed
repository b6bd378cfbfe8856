# The value may be read before the flag is: a fresh flag and a stale aggregate.
# says: race on prefixes[0]
/__threadfence(); \/\* \[2\]/d
