# The share of thread 0 begins one node late.
# says: is missing
s/k = share(nodes, level->threads, thread); k < end/k = share(nodes, level->threads, thread) + (thread == 0); k < end/
