# No barrier separates the steps.
# says: which no thread has written
/\[1\] the answers/d
