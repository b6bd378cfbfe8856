# The elements come from the tile, where others write already.
# breaks: one each
# says: race on tile[
/FILL \[C\]/,/END \[C\]/s/chunk\[item\]/tile[first + item]/g
