# A thread takes every BLOCK-th element of the tile, so the order is lost.
# breaks: one tile
# says: out[
/FILL \[B\]/,/END \[B\]/{
s/first + item < count/item * BLOCK + i < count/
s/tile\[first + item\]/tile[item * BLOCK + i]/
}
/FILL \[C\]/,/END \[C\]/s/ && first + item < count/ \&\& item * BLOCK + i < count/
