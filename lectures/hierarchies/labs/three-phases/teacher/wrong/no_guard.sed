# Threads without a cell read one.
# says: which no thread has written
s/^    if (first < end)$/    if (first >= 0)/
