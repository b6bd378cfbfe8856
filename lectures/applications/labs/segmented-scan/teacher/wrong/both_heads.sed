# Both pairs must have a head, but one is enough.
# says: out[4]: [0,0] then [2,4]: element 1 is missing
s/left.has_head || right.has_head/left.has_head \&\& right.has_head/
