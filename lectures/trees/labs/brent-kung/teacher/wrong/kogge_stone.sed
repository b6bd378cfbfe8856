# Each cell takes in the one `size` to its left, as in Kogge-Stone, with log n times the work.
# breaks: costs
# says: work
/^    size_t size = 1;$/,/^        run_level(call, size, down_node);$/c\
    T *const cell = call->ports[1];\
    for (size_t size = 1; size < n; size *= 2)\
        for (size_t i = n - 1; i >= size; i--)\
            cell[i] = op(cell[i - size], cell[i]);
