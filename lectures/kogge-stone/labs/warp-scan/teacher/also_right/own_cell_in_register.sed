# Only one lane writes a cell: its lane keeps it in a register.
/^    for (int stride/i\
    T own = lane < count ? cell[lane] : identity();
s/sum = op(cell\[lane - stride\], cell\[lane\])/sum = op(cell[lane - stride], own)/
s/            cell\[lane\] = sum;/            cell[lane] = own = sum;/
