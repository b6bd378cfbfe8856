# The fence is for threads of the block alone.
# says: race on prefixes[0]
s/__threadfence(); \/\* \[1\]/__threadfence_block(); \/* [1]/
