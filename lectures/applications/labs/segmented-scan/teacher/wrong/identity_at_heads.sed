# To save an `if`, each head takes in the identity, which costs an op.
# breaks: costs
# says: work
s/both.sum = right.has_head ? right.sum : op(left.sum, right.sum);/both.sum = op(right.has_head ? identity() : left.sum, right.sum);/
