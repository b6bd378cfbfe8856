# The first pass writes over what it still has to read, when in is out.
# algorithm: hillis_steele
# says: in place
s/(passes % 2 \&\& overlaps)/0/
