# The outer ends are joined across the cut, not the inner ones.
# breaks: two parts
# says: out[0] =
s/left.mcs + right.mis/left.mis + right.mcs/
