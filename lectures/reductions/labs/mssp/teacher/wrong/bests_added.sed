# The best segments of both parts are added, though they need not touch.
# breaks: across
# says: want (-24, 30, 44, 98)
s/greater(left.mss, right.mss))/left.mss + right.mss)/
