# The row ends before offsets[row + 1].
# says: reads 4 bytes at products[1]
s/sums\[end - 1\]/sums[end]/
