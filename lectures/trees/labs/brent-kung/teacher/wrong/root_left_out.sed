# The way up ends below the root.
# says: X
s/2 \* size <= n; size/2 * size < n; size/
