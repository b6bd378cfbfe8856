# The best to the right end is made as the one from the left end.
# breaks: two parts
# says: out[0] =
s/larger_of(left.mcs + right.ts, right.mcs)/larger_of(left.mcs, left.ts + right.mcs)/
