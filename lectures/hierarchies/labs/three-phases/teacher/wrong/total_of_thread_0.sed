# Thread 0 stores its own sum as the total.
# says: are missing
s/^    if (i == BLOCK - 1)$/    if (i == 0)/
