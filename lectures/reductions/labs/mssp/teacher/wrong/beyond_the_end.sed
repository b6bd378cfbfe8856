# Takes in cells beyond the end.
# breaks: group
# says: which no thread has written
s/ && i + stride < count//
