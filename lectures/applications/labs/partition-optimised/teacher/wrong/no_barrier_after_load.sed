# A thread reads elements that other threads have not loaded yet.
# breaks: one tile
# says: which no thread has written
/FILL \[A\]/,/END \[A\]/{
/^    __syncthreads();/d
}
