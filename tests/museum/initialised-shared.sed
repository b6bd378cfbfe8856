# A variable in shared memory has an initial value, which CUDA does not allow,
# since no particular thread would write it.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 33
# verdict: not judged
# says: __shared__ ready has an initialiser
s/^    __shared__ T before;/    __shared__ int ready = 1;\n&/
