# The best segment inside of the left part is forgotten.
# breaks: four parts
# says: want (69, 126, 118, 175)
s/greater(left.mss, right.mss))/right.mss)/
