# The answer is the tile with the largest number.
# breaks: last
# says: last: 8 is not the answer
s/^last: .*/last: 8/
