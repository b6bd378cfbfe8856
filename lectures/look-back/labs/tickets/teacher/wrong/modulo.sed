# The numbers go round too early, for one block less.
# breaks: starts
# says: race on prefixes[0]
s/counter, gridDim.x - 1/counter, gridDim.x - 2/
