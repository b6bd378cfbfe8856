# The others are put after what is kept up to here, not of the whole array.
# says: race on out[
s/out\[kept + is_f - 1\]/out[is_t + is_f - 1]/
