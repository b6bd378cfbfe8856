# The scan is inclusive: the element itself is counted already.
# says: out of bounds
s/out\[is_t - 1\]/out[is_t]/
