# As in the course and in a paper: the old left one first. Right for sums.
# says: the operands are swapped
s/op(before, fold)/op(fold, before)/
