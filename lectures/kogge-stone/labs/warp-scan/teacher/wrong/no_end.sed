# Lanes beyond the end join, too.
# says: which no thread has written
s/lane >= stride && lane < count/lane >= stride/
