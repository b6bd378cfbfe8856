# All elements of a thread go to the same two cells, since t and f do not grow.
# breaks: one tile
# says: want element 0
s/t++/t/
s/f++/f/
