# From the left end: the whole right part in place of its best beginning. Right as long as
# the right part is one number.
# breaks: two parts
# says: out[0] =
s/left.ts + right.mis/left.ts + right.ts/
