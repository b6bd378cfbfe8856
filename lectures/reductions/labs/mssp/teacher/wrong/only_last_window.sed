# The sum of the previous windows is lost.
# breaks: chunked
# says: out[0] is element 64, want [0,64]
s/sum = at == begin ? cell\[0\] : join(sum, cell\[0\]);/sum = cell[0];/
