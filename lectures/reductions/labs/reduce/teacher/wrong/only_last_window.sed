# The sum of the previous windows is lost.
# breaks: chunked
# says: out[0] is [128,256], want [0,256]
s/sum = at == begin ? cell\[0\] : op(sum, cell\[0\]);/sum = cell[0];/
