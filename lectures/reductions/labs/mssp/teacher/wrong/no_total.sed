# The best from the left end forgets the total of the left part.
# breaks: two parts
# says: out[0] =
s/left.ts + right.mis/right.mis/
