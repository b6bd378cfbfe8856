# The code checks whether any element is kept, instead of all.
# says: holds[0] = 1, want 0
s/answer\[i\] &= answer\[i + stride\]/answer[i] |= answer[i + stride]/
