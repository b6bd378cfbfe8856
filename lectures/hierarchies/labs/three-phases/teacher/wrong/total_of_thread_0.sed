# Thread 0 stores the total: its own.
# says: are missing
s/^    if (i == BLOCK - 1)$/    if (i == 0)/
