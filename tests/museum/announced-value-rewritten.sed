# The prefix is stored in the place of the aggregate, which other blocks may
# still be reading, since they have seen its flag. No fence helps.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 128 --schedule reverse,random:1..8
# says: race on aggregates[...]
# says: must be kept
s/tiles->prefixes\[tile\] = value;/tiles->aggregates[tile] = value;/
s/return state == P ? tiles->prefixes\[tile\] : tiles->aggregates\[tile\];/return tiles->aggregates[tile];/
