# Nothing lies before any stretch, not even the carry.
# says: is missing
s/thread == 0 ? scan->carry : NULL);/NULL);/
