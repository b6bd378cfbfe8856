# Adds nothing where all bits of an element are 0, as a sum may.
# found in: made up
# algorithm: sequential
# options: -n 5
# says: kernel.cu:...(block 0, thread 0) compares the bits of element
s/^        const T next = op(sum, in\[i\]);/        const T x = in[i];\n        const T next = word_of(\&x, 0) == 0 ? sum : op(sum, x);/
