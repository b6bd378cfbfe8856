# Four windows, which is all that a stretch has where ITEMS is 4.
# breaks: numbers
# says: n = 250: out[0] = (340, 672, 640, 972)
s/at < end; at += BLOCK/at < begin + 4 * BLOCK \&\& at < end; at += BLOCK/
