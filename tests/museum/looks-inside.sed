# The kernel reads an element again if its bits are an even number, so its
# path depends on the elements. The result is right, but the run proves
# nothing about other elements, since two runs with different bits take
# different paths.
# found in: made up
# algorithm: sequential
# options: -n 5
# says: kernel.cu:...a value computed from the bits of elements: the scan looks inside its elements
s/^        const T next = op(sum, in\[i\]);/        const T x = in[i];\n        const T next = op(sum, word_of(\&x, 0) % 2 ? x : in[i]);/
