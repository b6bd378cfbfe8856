# The blog's scan computes as[j] `op` as[j-2**i], which is right only for
# numbers.
# found in: Futhark blog, "A minimal basis", its parallel scan
# algorithm: hillis_steele:block=32
# options: -n 2..33
# says: the operands are swapped
s/op(from\[i - stride\], from\[i\])/op(from[i], from[i - stride])/
