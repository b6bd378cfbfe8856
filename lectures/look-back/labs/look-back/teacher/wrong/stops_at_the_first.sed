# Only the nearest tile is used, which is right as long as that tile has a prefix.
# says: are missing
s/found = prefixes != 0;/found = true;/
