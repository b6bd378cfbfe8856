# The best to the right end is made as the one from the left end.
# breaks: two parts
# says: out[0] =
s/greater(left.mcs + right.ts, right.mcs)/greater(left.mcs, left.ts + right.mcs)/
