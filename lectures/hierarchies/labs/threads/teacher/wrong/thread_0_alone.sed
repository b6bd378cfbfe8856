# Thread 0 scans the whole array, and the other threads do nothing.
# breaks: costs
# says: depth
s/^    if (begin < end)$/    if (thread == 0 \&\& begin < end)/
s/scan->out + begin, end - begin,/scan->out + begin, scan->n,/
/^    join_totals(&scan);$/d
/second_phase, &scan);$/d
