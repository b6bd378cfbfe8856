# The second array's element is the left factor, which is right only for
# products of numbers.
# found in: made up
# algorithm: dotprod:block=32,items=2,fused
# options: -n 40
# says: times(...): the operands are swapped
# says: The call of times() is at kernel.cu:
s/times(mine->x\[i\], other.x\[i\])/times(other.x[i], mine->x[i])/
