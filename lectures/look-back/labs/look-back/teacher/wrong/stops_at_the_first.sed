# Only the nearest tile is used: right as long as that has a prefix.
# says: are missing
s/found = prefixes != 0;/found = true;/
