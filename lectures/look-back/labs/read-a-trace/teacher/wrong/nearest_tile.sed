# The tile that it looks at first, not the one at which it ends.
# breaks: ends at
# says: ends at: 7 is not the answer
s/^ends at: .*/ends at: 7/
