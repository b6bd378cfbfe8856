# The levels down end at 2, since the condition is size > 1.
# breaks: whole trees
# says: are missing
s/size > 0; size/size > 1; size/
