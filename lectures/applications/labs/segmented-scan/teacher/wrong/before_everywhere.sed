# The total before the tile goes before all elements, also after a head.
# says: out[64] is [63,64], want element 64
s/ && !own.has_head)/)/
