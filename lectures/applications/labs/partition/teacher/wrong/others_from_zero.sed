# The others also begin at 0.
# says: race on out[
s/out\[kept + is_f - 1\]/out[is_f - 1]/
