# An element whose bits are all 0 is not added, which would be right for a
# sum.
# found in: made up
# algorithm: sequential
# options: -n 5
# says: kernel.cu:...(block 0, thread 0) compares the bits of element
s/^        const T next = op(sum, in\[i\]);/        const T x = in[i];\n        const T next = word_of(\&x, 0) == 0 ? sum : op(sum, x);/
