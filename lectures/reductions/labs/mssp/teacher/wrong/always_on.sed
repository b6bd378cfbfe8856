# A best segment from the left end always continues to the cut and past it.
# breaks: one side
# says: want (-81, 48, 0, 67)
s/greater(left.mis, left.ts + right.mis)/left.ts + right.mis/
