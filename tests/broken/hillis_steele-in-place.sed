# The first pass writes over what it still has to read, when in is out.
# algorithm: hillis_steele
# device: cpu
# options: -n 0..24,33 --grain 1
# says: in place
s/(passes % 2 \&\& overlaps)/0/
