# The code copies only 4 bytes of an element, whatever its size.
# algorithm: sequential
# device: cpu
# options: -n 0..24,33
# says: out[0] is torn: its words belong to [0,1] and to no element...T of 8 bytes, 1 thread
s/^        out\[i\] = EXCLUSIVE.*/        memcpy(out + i, EXCLUSIVE ? \&sum : \&next, 4);/
