# The scan is inclusive, so it already counts the element itself.
# says: race on out[31]
s/out\[is_t - 1\]/out[is_t]/
