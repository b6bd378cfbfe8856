# Each thread loads its own elements, so the lanes of a warp read ITEMS apart.
# breaks: costs
# says: sectors
/FILL \[A\]/,/END \[A\]/s/int k = i; k < count; k += BLOCK/int k = first; k < first + ITEMS \&\& k < count; k++/
