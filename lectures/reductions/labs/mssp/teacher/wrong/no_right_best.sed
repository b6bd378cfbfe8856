# The best segment within the right part is not considered.
# breaks: one side
# says: want (-81, 48, 0, 67)
s/greater(left.mss, right.mss))/left.mss)/
