# A share is nodes / threads: what does not divide is left out.
# breaks: several threads
# says: X
/^    const size_t end = share/c\
    const size_t each = nodes / (size_t)level->threads;
s/k = share(nodes, level->threads, thread); k < end; k++/k = each * (size_t)thread; k < each * ((size_t)thread + 1); k++/
