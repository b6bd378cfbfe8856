# The kernel skips the identity, but opaque elements cannot be compared.
# found in: made up
# algorithm: sequential
# options: -n 5
# verdict: not judged
# says: no match for 'operator=='
# clang says: kernel.cu:...: error: invalid operands to binary expression
s/^        const T next = op(sum, in\[i\]);/        const T next = in[i] == identity() ? sum : op(sum, in[i]);/
