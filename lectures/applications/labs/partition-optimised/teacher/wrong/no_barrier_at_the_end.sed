# Elements are copied out that others have not put there yet.
# breaks: one each
# says: race on tile[
/FILL \[C\]/,/END \[C\]/{
/^    __syncthreads();/d
}
