# The best segment across the cut is not considered.
# breaks: across
# says: want (-24, 30, 44, 98)
s/greater(left.mcs + right.mis, greater(left.mss, right.mss))/greater(left.mss, right.mss)/
