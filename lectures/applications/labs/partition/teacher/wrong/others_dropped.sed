# This is a filter: the others are not written.
# says: was never written
/if (marks.ff)/,/is_f - 1/d
