# The answer is all tiles except the first.
# breaks: waits
# says: waits: 8 is not the answer
s/^waits: .*/waits: 8/
