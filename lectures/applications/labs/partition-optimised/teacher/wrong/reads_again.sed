# The elements come from global memory again, though the thread has them.
# breaks: costs
# says: sectors
/FILL \[C\]/,/END \[C\]/s/chunk\[item\]/in[begin + first + item]/g
