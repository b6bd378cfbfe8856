# A level begins before the one below is written.
# says: which no thread has written
/\[1\] the level below/d
