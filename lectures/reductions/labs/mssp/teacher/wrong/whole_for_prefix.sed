# From the left end: the whole right part in place of its best beginning. Right as long as
# the right part is one number.
# breaks: across
# says: want (-24, 30, 44, 98)
s/left.ts + right.mis/left.ts + right.ts/
