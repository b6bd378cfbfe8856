# Elements past the end are tested.
# says: reads 4 bytes at in[1]
s/i < n && keeps/keeps/
