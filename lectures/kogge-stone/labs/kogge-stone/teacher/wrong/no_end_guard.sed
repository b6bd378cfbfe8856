# Cells past the end of the section are combined as well.
# says: reads cell[2], which no thread has written
s/joins = i >= stride \&\& i < count/joins = i >= stride/
