# The thread's elements all go to the same two cells: t and f do not grow.
# breaks: one tile
# says: want element 0
s/t++/t/
s/f++/f/
