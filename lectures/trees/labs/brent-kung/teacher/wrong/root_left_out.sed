# The way up ends below the root.
# says: is missing
s/2 \* size <= n; size/2 * size < n; size/
