# The bests of both parts are added, though they need not touch.
# breaks: two parts
# says: out[0] =
s/larger_of(left.mss, right.mss), left.mcs + right.mis/left.mss + right.mss, left.mcs + right.mis/
