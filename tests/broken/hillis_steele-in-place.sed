# If out is in, the first pass overwrites elements that it has yet to read.
# algorithm: hillis_steele
# device: cpu
# options: -n 0..24,33 --grain 1
# says: in place
s/(passes % 2 \&\& overlaps)/0/
