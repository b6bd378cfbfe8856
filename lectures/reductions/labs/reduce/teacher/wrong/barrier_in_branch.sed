# Only threads that have loaded elements call reduce_cells(), which has barriers.
# breaks: chunked
# says: which has ended
/FILL \[C\]/,/END \[C\]/{
/^        reduce_cells/d
s/            cell\[i\] = in\[at + i\];/            cell[i] = in[at + i], reduce_cells(cell, count);/
}
