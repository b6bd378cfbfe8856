# A prefix is stored in the array of aggregates.
# says: which no thread has written
s/^    if (state == P)$/    if (state == X)/
