# The last block is not full, but all its threads load elements.
# found in: a teaching video
# algorithm: kogge_stone:block=32
# options: -n 20
# passes: -n 32
# says: out of bounds: ...reads ...at in[20]
s/^    if (i < count)$/    if (1)/
