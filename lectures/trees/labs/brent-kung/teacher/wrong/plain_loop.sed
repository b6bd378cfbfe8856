# This is a plain loop, with the fewest ops but in one chain.
# breaks: costs
# says: depth
/^    size_t size = 1;$/,/^        run_level(call, size, down_node);$/c\
    T *const cell = call->ports[1];\
    for (size_t i = 1; i < n; i++)\
        cell[i] = op(cell[i - 1], cell[i]);
