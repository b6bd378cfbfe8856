# The flag is packed into the value's two lowest bits, to write both together,
# so sums lose these bits. An opaque element has no bits to spare.
# found in: two look-back scans
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: holds no element
/^DEVICE void publish/,/^}/s/^    if (state == P)$/    ((uint32_t *)\&value)[0] = (word_of(\&value, 0) \& ~3u) | state;\n&/
