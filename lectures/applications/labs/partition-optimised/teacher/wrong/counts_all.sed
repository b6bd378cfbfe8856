# tf counts the elements, kept or not.
# breaks: one per thread
# says: out of bounds
s/tf += keeps(chunk\[item\])/tf += 1/
