# A thread without elements scans one.
# breaks: every size
# says: reads or writes after the end of
s/^    if (begin < end)$/    if (begin <= end)/
