# tf counts all elements, kept or not.
# breaks: one each
# says: out of bounds
s/tf += keeps(chunk\[item\])/tf += 1/
