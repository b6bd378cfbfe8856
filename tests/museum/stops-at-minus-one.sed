# A -1 in the running total is taken for an end mark.
# found in: made up
# algorithm: sequential
# options: -n 33
# says: kernel.cu:...(block 0, thread 0) compares the bits of element
s/^        const T next = op(sum, in\[i\]);/        const T next = (int)word_of(\&sum, 0) == -1 ? sum : op(sum, in[i]);/
