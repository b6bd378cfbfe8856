# An in-place Hillis-Steele scan lacks the second barrier, so a thread writes
# its cell while a neighbour has yet to read it.
# found in: an official puzzle solution; ECE408's text asks for both barriers
# algorithm: kogge_stone:block=32
# options: -n 32
# says: race on cells[...]: ...reads it and ...writes it
s/__syncthreads(); \/\* \[2\].*//
