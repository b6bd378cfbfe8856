# The best segment across the cut is forgotten.
# breaks: two parts
# says: out[0] =
s/greater(left.mcs + right.mis, greater(left.mss, right.mss))/greater(left.mss, right.mss)/
