# The loop ends one step too early.
# says: out[32] is [1,32], want [0,32]: element 0 is missing
s/stride < count; stride/2 * stride < count; stride/
