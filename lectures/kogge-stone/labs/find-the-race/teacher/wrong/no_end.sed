# Threads without an element also store a total.
# breaks: small
# says: which no thread has written
s/i < count && (lane == WARP - 1 || i == count - 1);/lane == WARP - 1 || i == count - 1;/
