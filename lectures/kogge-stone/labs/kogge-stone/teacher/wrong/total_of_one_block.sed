# A block that is alone stores its total as well, where no place is for it.
# says: n = 2, T of 4 bytes: race on out[0]
s/ && gridDim.x > 1//
