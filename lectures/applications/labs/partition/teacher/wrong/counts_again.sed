# Reads the element twice, where the mark has it.
# breaks: costs
# says: sectors
s/    else if (i < n)/    else if (i < n \&\& !keeps(in[i]))/
