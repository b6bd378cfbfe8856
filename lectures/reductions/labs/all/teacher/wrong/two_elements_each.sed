# Each thread tests two elements, which are all of its elements only if ITEMS is 2.
# breaks: every size
# says: read by no thread
s/k < end; k += BLOCK/k < end \&\& k < first + 2 * BLOCK; k += BLOCK/
