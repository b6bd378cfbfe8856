# Numbers below 0 count as 0 in the total, too.
# breaks: below 0
# says: out[0] = (0, 0, 0, 0), want (-53, 0, 0, 0)
s/r.ts = x;/r.ts = greater(x, 0);/
