# Both must have a head, where one is enough.
# says: element 1 is missing
s/left.has_head || right.has_head/left.has_head \&\& right.has_head/
