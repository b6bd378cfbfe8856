# The loop ends one step too early.
# says: out[1] is [1,1], want [0,1]: element 0 is missing
s/stride < count; stride/2 * stride < count; stride/
