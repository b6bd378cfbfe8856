# Only the element's own flag is checked, but an earlier flag in the tile matters too.
# says: elements 64..65 are missing
s/blockIdx.x > 0 && !own.has_head/blockIdx.x > 0 \&\& !is_head/
