# Takes a -1 in the running total for an end mark.
# found in: made up
# algorithm: sequential
# options: -n 33
# says: is missing; with other bits in the same elements it is right: the scan looks inside its elements
s/^        const T next = op(sum, in\[i\]);/        const T next = (int)word_of(\&sum, 0) == -1 ? sum : op(sum, in[i]);/
