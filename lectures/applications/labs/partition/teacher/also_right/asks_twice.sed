# Asks the element twice, as a compiler may join into one read.
s/    else if (i < n)/    else if (i < n \&\& !keeps(in[i]))/
