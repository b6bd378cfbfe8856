# Asks the left pair for a head.
# says: out[1] is element 1, want [0,1]
s/both.sum = right.has_head/both.sum = left.has_head/
