# One thread of a full tile tests its elements, but its answer has no effect.
# found in: made up
# algorithm: all_of:block=32,items=4
# options: -n 128
# says: all but element ... kept, n = 128
# says: It depends on element ..., last read at kernel.cu:...thread 5)
s/all_hold &= keeps(row\[r\].x\[i\])/all_hold \&= keeps(row[r].x[i]) || threadIdx.x == 5/
