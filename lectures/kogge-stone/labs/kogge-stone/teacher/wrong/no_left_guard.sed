# Cells with nothing to their left are combined as well.
# says: (block 0, thread 0) reads
s/joins = i >= stride \&\& i < count/joins = i < count/
