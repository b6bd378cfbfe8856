# The sums of the threads to the left are not taken in.
# says: out[2] is [2,2], want [0,2]: elements 0..1 are missing
/^    if (i > 0 && first < end)/,/before = tile > 0/d
