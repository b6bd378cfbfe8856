# The number 1000 is replaced with 0, but the numbers of a map are as opaque
# as elements.
# found in: made up
# algorithm: map_scan:block=32,items=2
# options: -n 1..40 --bytes 4
# says: compares the bits of element 0's number
s/x\[i\] = map(number\[i\]);/x[i] = map(number[i] == 1000 ? 0 : number[i]);/
