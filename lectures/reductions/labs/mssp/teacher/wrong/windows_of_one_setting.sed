# There are always four windows, which is the whole stretch only if ITEMS is 4.
# breaks: numbers
# says: want (1381, 1386, 1681, 1686)
s/at < end; at += BLOCK/at < begin + 4 * BLOCK \&\& at < end; at += BLOCK/
