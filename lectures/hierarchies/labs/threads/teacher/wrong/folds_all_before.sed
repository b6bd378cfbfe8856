# Each thread reduces everything from the first element on: no join, and too much work.
# breaks: costs
# says: work
/^    if (begin < end)$/,/thread == 0 ? scan->carry : NULL);/c\
    if (begin == end)\
        return;\
    T sum = scan->carry ? op(*scan->carry, scan->in[0]) : scan->in[0];\
    for (size_t i = 1; i < end; i++)\
        sum = op(sum, scan->in[i]);\
    scan->total[thread] = sum;
/^    join_totals(&scan);$/d
/^    if (thread == 0)$/,/op(before, scan->out\[i\]);/c\
    if (begin < end)\
        scan_span(scan->in + begin, scan->out + begin, end - begin,\
                  thread == 0 ? scan->carry : &scan->total[thread - 1]);
