# The sum of the windows before is forgotten.
# breaks: chunked
# says: are missing
s/sum = at == begin ? cell\[0\] : join(sum, cell\[0\]);/sum = cell[0];/
