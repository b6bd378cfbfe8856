# The way down ends one level above the leaves.
# breaks: whole trees
# says: X
s/size > 0; size/size > 1; size/
