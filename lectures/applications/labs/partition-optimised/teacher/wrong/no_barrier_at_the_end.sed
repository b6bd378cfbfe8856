# Elements are copied out before other threads have put them in place.
# breaks: one each
# says: race on tile[
/FILL \[C\]/,/END \[C\]/{
/^    __syncthreads();/d
}
