# Thread 0 leaves all nodes of a level to the others.
# says: X
s/k = share(nodes, level->threads, thread); k < end/k = share(nodes, level->threads, thread) + (thread == 0); k < end/
