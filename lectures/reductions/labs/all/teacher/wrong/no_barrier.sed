# The steps are not kept apart.
# says: which no thread has written
/\[1\] the answers/d
