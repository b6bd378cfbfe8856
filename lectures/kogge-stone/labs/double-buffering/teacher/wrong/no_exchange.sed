# Each step reads what was loaded.
# says: element 0 is missing
/^        from = to;/,/^        to = read;/d
