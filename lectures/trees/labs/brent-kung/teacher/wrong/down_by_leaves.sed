# The way down also goes from the leaves to the root.
# breaks: whole trees
# says: are missing
/^    for (; size > 0; size \/= 2)$/c\
    for (size = 1; 2 * size <= n; size *= 2)
