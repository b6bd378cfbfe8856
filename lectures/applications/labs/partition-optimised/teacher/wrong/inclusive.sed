# The thread's own kept elements are counted before they have been put in place.
# breaks: one each
# says: race on tile[
s/uint32_t t = left, f/uint32_t t = left + tf, f/
