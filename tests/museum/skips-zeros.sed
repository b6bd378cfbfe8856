# Adds nothing where an element's bits are all 0, as a sum may: in a proof, an
# element somewhere has such bits under one of the two salts.
# found in: made up
# algorithm: sequential
# options: -n 5
# says: the scan looks inside its elements
s/^        const T next = op(sum, in\[i\]);/        const T x = in[i];\n        const T next = word_of(\&x, 0) == 0 ? sum : op(sum, x);/
