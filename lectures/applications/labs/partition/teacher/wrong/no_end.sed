# Elements beyond the end are asked for.
# says: reads 4 bytes at in[1]
s/i < n && keeps/keeps/
