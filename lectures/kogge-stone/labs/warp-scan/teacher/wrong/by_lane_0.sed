# Lane 0 scans all cells, with fewer ops but in a chain of 31.
# breaks: costs
# says: depth
/^    for (int stride/,/^    }/c\
    for (int k = 1; lane == 0 \&\& k < count \&\& k < WARP; k++)\
        cell[k] = op(cell[k - 1], cell[k]);\
    __syncwarp();
