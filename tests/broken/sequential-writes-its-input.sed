# Uses the input as scratch memory.
# algorithm: sequential
# says: was overwritten
s/out\[i\] = EXCLUSIVE/((T *)in)[i] = out[i] = EXCLUSIVE/
