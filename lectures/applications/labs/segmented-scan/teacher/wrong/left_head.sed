# The operator checks the left pair for a head.
# says: out[4] is element 4, want [3,4]
s/both.sum = right.has_head/both.sum = left.has_head/
