# The bests of both parts are added, though they need not touch.
# breaks: two parts
# says: out[0] =
s/greater(left.mss, right.mss))/left.mss + right.mss)/
