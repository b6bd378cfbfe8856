# Each step reads the loaded elements.
# says: element 0 is missing
/^        from = to;/,/^        to = read;/d
