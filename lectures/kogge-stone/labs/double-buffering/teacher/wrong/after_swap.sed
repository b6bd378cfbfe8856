# The result is taken from the other copy.
# says: which no thread has written
s/^        out\[begin + i\] = result(from, i);/        out[begin + i] = result(to, i);/
