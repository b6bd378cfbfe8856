# A head takes in the identity, to save an `if`: an op for each.
# breaks: costs
# says: work
s/both.sum = right.has_head ? right.sum : op(left.sum, right.sum);/both.sum = op(right.has_head ? identity() : left.sum, right.sum);/
