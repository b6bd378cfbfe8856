# The total has no numbers below 0 either.
# breaks: below 0
# says: out[0] = (0, 0, 0, 0), want (-53, 0, 0, 0)
s/r.ts = x;/r.ts = greater(x, 0);/
