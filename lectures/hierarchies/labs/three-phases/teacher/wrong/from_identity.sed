# The sum starts from the identity, which costs each thread an op.
# breaks: costs
# says: work
/^    if (first < end)$/,/^        sum = cell\[first\];/d
s/int k = first + 1; k < end/int k = first; k < end/
