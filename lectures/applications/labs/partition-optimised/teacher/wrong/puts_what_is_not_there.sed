# In the last tile a thread puts cells of chunk that it has not loaded.
# breaks: one element
# says: holds no element
s/item < ITEMS && first + item < count; item++/item < ITEMS; item++/
