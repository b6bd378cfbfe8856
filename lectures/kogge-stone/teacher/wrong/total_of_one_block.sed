# A block that is alone tells its total as well: to where nobody wants it.
# says: n = 2, T of 4 bytes: race on out[0]
s/ && gridDim.x > 1//
