# One answer is not written yet.
# breaks: waits
# says: waits: no answer yet
s/^waits: .*/waits:/
