# The total is read from the last output, which does not include it in an exclusive scan.
# breaks: two threads
# says: is missing
/^    if (begin < end)$/,/thread == 0 ? scan->carry : NULL);/c\
    if (begin < end) {\
        scan_span(scan->in + begin, scan->out + begin, end - begin,\
                  thread == 0 ? scan->carry : NULL);\
        scan->total[thread] = scan->out[end - 1];\
    }
