# The last element of an odd level is dropped.
# breaks: tree
# says: was never written
/else if (2 \* i < n)/,/out\[i\] = in\[2 \* i\];/d
