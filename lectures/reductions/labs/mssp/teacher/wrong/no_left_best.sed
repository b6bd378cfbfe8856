# The best segment within the left part is not considered.
# breaks: other side
# says: want (-72, 1, 63, 91)
s/greater(left.mss, right.mss))/right.mss)/
