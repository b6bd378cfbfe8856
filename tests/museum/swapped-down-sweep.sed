# The down-sweep ends in t + x[..], so the old left child is the left operand
# and the parent the right one. The order must be the reverse.
# found in: Euro-Par 2022, listing 3, line 11 (line 10 also lacks its x)
# algorithm: blelloch:block=32
# options: -n 2..33
# says: the operands are swapped
# says: The call of op() is at kernel.cu:...
s/op(parent, old)/op(old, parent)/
