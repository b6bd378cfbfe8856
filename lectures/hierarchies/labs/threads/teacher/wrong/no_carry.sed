# No stretch takes in anything before it, not even the carry.
# says: is missing
s/thread == 0 ? scan->carry : NULL);/NULL);/
