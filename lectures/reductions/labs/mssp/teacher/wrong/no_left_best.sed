# The best segment inside of the left part is forgotten.
# breaks: other side
# says: want (-72, 1, 63, 91)
s/greater(left.mss, right.mss))/right.mss)/
