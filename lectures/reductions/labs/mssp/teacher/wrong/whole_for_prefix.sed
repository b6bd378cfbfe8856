# The best from the left end takes the whole right part instead of its best beginning. That is
# right as long as the right part is one number.
# breaks: across
# says: want (-24, 30, 44, 98)
s/left.ts + right.mis/left.ts + right.ts/
