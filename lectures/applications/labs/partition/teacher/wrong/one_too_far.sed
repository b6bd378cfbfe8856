# The scan is inclusive: the element itself is counted already.
# says: race on out[31]
s/out\[is_t - 1\]/out[is_t]/
