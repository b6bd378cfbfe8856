# Asks for the element's own flag where one before it in the tile matters as well.
# says: elements 64..65 are missing
s/blockIdx.x > 0 && !own.has_head/blockIdx.x > 0 \&\& !is_head/
