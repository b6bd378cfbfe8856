# Threads without an element store a total, too.
# breaks: small
# says: which no thread has written
s/i < count && (lane == WARP - 1 || i == count - 1);/lane == WARP - 1 || i == count - 1;/
