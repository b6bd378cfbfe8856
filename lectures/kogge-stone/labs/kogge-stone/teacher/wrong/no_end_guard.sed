# Cells beyond the end of the section join as well.
# says: reads cell[2], which no thread has written
s/joins = i >= stride \&\& i < count/joins = i >= stride/
