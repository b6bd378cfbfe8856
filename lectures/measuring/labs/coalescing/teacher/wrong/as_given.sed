# Each thread moves its own cells.
# breaks: closer
# says: sectors
s/return k \* BLOCK + i;/return i * ITEMS + k;/
