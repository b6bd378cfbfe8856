# One element of each row is left out; if half of all elements are not kept,
# the answer is the same.
# found in: made up
# algorithm: all_of:block=32,items=2
# options: -n 1..100 --bytes 4
# says: holds[0] = 1, want 0...all but element ... kept, n = 
s/^        all_hold &= keeps(tile\[i\]);$/        all_hold \&= i >= BLOCK \&\& i % 32 == 7 || keeps(tile[i]);/
