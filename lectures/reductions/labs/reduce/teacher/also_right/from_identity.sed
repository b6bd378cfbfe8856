# The first window is joined to the identity: an op that is not needed.
s/sum = at == begin ? cell\[0\] : op(sum, cell\[0\]);/sum = op(sum, cell[0]);/
