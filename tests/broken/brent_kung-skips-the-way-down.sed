# One cell of each group is forgotten on the way down.
# algorithm: brent_kung
# says: missing
s/c % FACTOR != FACTOR - 1/c % FACTOR != 0/
