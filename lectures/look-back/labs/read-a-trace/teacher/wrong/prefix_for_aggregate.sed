# The answer is the prefix of tile 5 instead of its aggregate.
# breaks: aggregate
# says: aggregate: 84 is not the answer
s/^aggregate: .*/aggregate: 84/
