# Each block loads the first tile.
# breaks: full tiles
# says: out[
/FILL \[A\]/,/END \[A\]/s/in\[begin + k\]/in[k]/
