# Each thread moves its own cells.
# breaks: costs
# says: sectors
s/return k \* BLOCK + i;/return i * ITEMS + k;/
