# The best segment from the left end leaves out the total of the left part.
# breaks: across
# says: want (-24, 30, 44, 98)
s/left.ts + right.mis/right.mis/
