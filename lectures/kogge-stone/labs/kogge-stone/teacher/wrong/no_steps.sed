# [B] is still empty.
# says: out[1] is [1,1], want [0,1]: element 0 is missing
/^    for (int stride/,/^    }/d
