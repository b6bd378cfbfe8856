# This is the improved kernel of many courses, with neighbouring threads and cells that are
# far apart. It is right only if op commutes.
# breaks: group
# says: element 1 is missing
s/int stride = 1; stride < count; stride \*= 2/int stride = BLOCK \/ 2; stride > 0; stride \/= 2/
s/i % (2 \* stride) == 0 \&\& i + stride < count/i < stride \&\& i + stride < count/
