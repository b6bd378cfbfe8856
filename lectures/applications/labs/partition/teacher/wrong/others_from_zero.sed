# The others begin at 0, too.
# says: race on out[
s/out\[kept + is_f - 1\]/out[is_f - 1]/
