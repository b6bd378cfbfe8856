# The elements are read from global memory again, although the thread has them.
# breaks: costs
# says: sectors
/FILL \[C\]/,/END \[C\]/s/chunk\[item\]/in[begin + first + item]/g
