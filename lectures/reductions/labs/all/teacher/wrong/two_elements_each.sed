# Two elements of a thread, which is all that it has where ITEMS is 2.
# breaks: every size
# says: read by no thread
s/k < end; k += BLOCK/k < end \&\& k < first + 2 * BLOCK; k += BLOCK/
