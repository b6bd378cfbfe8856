# The best segment to the right end is computed like the one from the left end.
# breaks: across
# says: want (-24, 30, 44, 98)
s/greater(left.mcs + right.ts, right.mcs)/greater(left.mcs, left.ts + right.mcs)/
