# Lanes past the end also combine.
# says: which no thread has written
s/lane >= stride && lane < count/lane >= stride/
