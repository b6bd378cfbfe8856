# A prefix is put where aggregates are.
# says: which no thread has written
s/^    if (state == P)$/    if (state == X)/
