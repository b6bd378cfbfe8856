# The down-sweep ends in t + x[..]: the old left child is the left operand, the
# parent the right one.
# found in: Euro-Par 2022, listing 3, line 11 (line 10 lacks its x besides)
# algorithm: blelloch:block=32
# options: -n 2..33
# says: the operands are swapped
# says: The call of op() is at kernel.cu:...
s/op(parent, old)/op(old, parent)/
