# The code takes in cells past the end.
# breaks: group
# says: which no thread has written
s/ && i + stride < count//
