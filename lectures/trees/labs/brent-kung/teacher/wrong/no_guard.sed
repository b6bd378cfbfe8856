# The way down goes past the last cell.
# says: holds no element
s/^    if (last + size < n)$/    if (last < n)/
