# The answer is the tile at which the look-back begins, not the one at which it ends.
# breaks: ends at
# says: ends at: 7 is not the answer
s/^ends at: .*/ends at: 7/
