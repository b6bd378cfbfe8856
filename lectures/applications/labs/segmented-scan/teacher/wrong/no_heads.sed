# This is a plain scan, which ignores heads.
# says: out[1] is [0,1], want element 1
s/both.sum = right.has_head ? right.sum : op/both.sum = op/
