# Threads without an element return before the barriers.
# says: which has ended
/FILL \[A\]/,/END \[A\]/s/if (i < count)/if (i >= count)\n        return;\n    if (true)/
