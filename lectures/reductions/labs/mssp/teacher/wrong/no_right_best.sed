# The best segment inside of the right part is forgotten.
# breaks: one side
# says: want (-81, 48, 0, 67)
s/greater(left.mss, right.mss))/left.mss)/
