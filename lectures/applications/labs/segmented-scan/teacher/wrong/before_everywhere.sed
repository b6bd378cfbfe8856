# The total before the tile goes before all elements, also after a head.
# says: out[32] is [30,32], want element 32
s/ && !own.has_head)/)/
