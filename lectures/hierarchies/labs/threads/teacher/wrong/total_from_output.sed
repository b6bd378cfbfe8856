# The total is taken from the last output, where an exclusive scan does not have it.
# breaks: two threads
# says: is missing
/^    if (begin < end)$/,/thread == 0 ? scan->carry : NULL);/c\
    if (begin < end) {\
        scan_span(scan->in + begin, scan->out + begin, end - begin,\
                  thread == 0 ? scan->carry : NULL);\
        scan->total[thread] = scan->out[end - 1];\
    }
