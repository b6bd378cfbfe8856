# Both must have a head, where one is enough.
# says: out[2] is [0,2], want [1,2]
s/left.has_head || right.has_head/left.has_head \&\& right.has_head/
