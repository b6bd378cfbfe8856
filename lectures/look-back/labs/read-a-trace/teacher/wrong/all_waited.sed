# All tiles but the first.
# breaks: waits
# says: waits: 8 is not the answer
s/^waits: .*/waits: 8/
