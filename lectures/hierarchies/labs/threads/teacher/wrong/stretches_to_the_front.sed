# Each thread writes the scan of its stretch to the beginning of the output.
# breaks: two threads
# says: is too many
s/scan_span(scan->in + begin, scan->out + begin,/scan_span(scan->in + begin, scan->out,/
