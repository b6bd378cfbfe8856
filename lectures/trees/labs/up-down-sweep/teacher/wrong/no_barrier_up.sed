# A level begins before the level below has been written.
# says: which no thread has written
/\[1\] the level below/d
