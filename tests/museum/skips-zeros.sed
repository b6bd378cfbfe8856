# Adds nothing where an element's bits are all 0. No element of the proof has
# such bits, so that nobody sees it.
# found in: made up
# algorithm: sequential
# options: -n 5
# says: the scan looks inside its elements
# todo: a branch on bits is seen only if elements differ in it
s/^        const T next = op(sum, in\[i\]);/        const T x = in[i];\n        const T next = word_of(\&x, 0) == 0 ? sum : op(sum, x);/
