# A number below 0 counts as the best segment, although the empty segment is better.
# breaks: below 0
# says: out[0] = (-53, -53, -53, -53), want (-53, 0, 0, 0)
s/greater(x, 0)/x/
