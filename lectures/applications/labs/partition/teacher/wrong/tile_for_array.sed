# The others go after the elements kept so far, not after those of the whole array.
# says: race on out[
s/out\[kept + is_f - 1\]/out[is_t + is_f - 1]/
