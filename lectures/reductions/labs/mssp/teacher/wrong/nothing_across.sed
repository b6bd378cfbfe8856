# The best segment across the cut is forgotten.
# breaks: two parts
# says: out[0] =
s/larger_of(larger_of(left.mss, right.mss), left.mcs + right.mis)/larger_of(left.mss, right.mss)/
