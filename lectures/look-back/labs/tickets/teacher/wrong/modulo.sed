# The numbers wrap around too early, as for one block fewer.
# breaks: starts
# says: race on prefixes[0]
s/counter, gridDim.x - 1/counter, gridDim.x - 2/
