# The way down goes beyond the last cell.
# breaks: every size
# says: X
s/^    if (last + size < n)$/    if (last < n)/
