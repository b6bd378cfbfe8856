# Four windows, which is all that a stretch has where ITEMS is 4.
# breaks: numbers
s/at < end; at += BLOCK/at < begin + 4 * BLOCK \&\& at < end; at += BLOCK/
