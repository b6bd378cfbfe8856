# The old left value comes first, as in the course and in a paper. That is right for sums.
# says: the operands are swapped
s/op(before, fold)/op(fold, before)/
