# The thread's own sum is combined on the left of its elements.
# says: is counted twice
s/before = tile > 0 ? op(before, fold\[i - 1\]) : fold\[i - 1\];/before = tile > 0 ? op(before, fold[i]) : fold[i];/
