# The fence works only for threads of the block.
# says: race on prefixes[0]
s/__threadfence(); \/\* \[1\]/__threadfence_block(); \/* [1]/
