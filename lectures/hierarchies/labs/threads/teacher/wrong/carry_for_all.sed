# The carry is combined with each stretch.
# breaks: two threads
# says: is missing
s/thread == 0 ? scan->carry : NULL);/scan->carry);/
