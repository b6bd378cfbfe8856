# Asks for the element's own flag where one before it in the tile matters as well.
# says: out[33] is [31,33], want [32,33]
s/blockIdx.x > 0 && !own.has_head/blockIdx.x > 0 \&\& !is_head/
