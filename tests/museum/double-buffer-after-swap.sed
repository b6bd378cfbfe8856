# The result is read from the destination after the last swap, but that is the
# older copy, one step behind.
# found in: ECE408 lecture 16, "A Double-Buffered Kogge-Stone", after its loop
# algorithm: kogge_stone:double,block=32
# options: -n 20
# says: out[16] is [1,16], want [0,16]: element 0 is missing
s/^    return from;/    return to;/
