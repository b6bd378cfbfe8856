# A plain scan: heads are not looked at.
# says: out[1] is [0,1], want element 1
s/both.sum = right.has_head ? right.sum : op/both.sum = op/
