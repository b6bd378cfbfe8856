# A stretch without elements is assumed to have a total.
# breaks: every size
# says: holds no element
s/ && (size_t)k < n; k++/; k++/
s/^    const size_t n = scan->n;$//
