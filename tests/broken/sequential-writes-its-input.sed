# The code uses the input as scratch memory.
# algorithm: sequential
# device: cpu
# options: -n 0..24,33
# says: was overwritten
s/out\[i\] = EXCLUSIVE/((T *)in)[i] = out[i] = EXCLUSIVE/
