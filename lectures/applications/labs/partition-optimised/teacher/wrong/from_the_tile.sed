# The elements are read from the tile, which other threads already overwrite.
# breaks: one each
# says: race on tile[
/FILL \[C\]/,/END \[C\]/s/chunk\[item\]/tile[first + item]/g
