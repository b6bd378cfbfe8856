# Adds nothing where all bits of an element are 0, as a sum may. In a proof,
# with one of the two encodings, some element has such bits.
# found in: made up
# algorithm: sequential
# options: -n 5
# says: the scan looks inside its elements
s/^        const T next = op(sum, in\[i\]);/        const T x = in[i];\n        const T next = word_of(\&x, 0) == 0 ? sum : op(sum, x);/
