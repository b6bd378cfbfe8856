# The outer ends are joined across the cut instead of the inner ones.
# breaks: across
# says: want (-24, 30, 44, 98)
s/left.mcs + right.mis/left.mis + right.mcs/
