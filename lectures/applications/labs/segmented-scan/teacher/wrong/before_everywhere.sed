# The total before the tile is combined with all elements, even after a head.
# says: out[64] is [63,64], want element 64
s/ && !own.has_head)/)/
