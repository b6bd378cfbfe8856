# The row ends before offsets[row + 1].
# says: reads 4 bytes at products[64]
s/sums\[end - 1\]/sums[end]/
