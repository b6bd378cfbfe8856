# A best segment from the left end always goes on to the cut and behind it.
# breaks: many parts
# says: out[0] =
s/greater(left.mis, left.ts + right.mis)/left.ts + right.mis/
