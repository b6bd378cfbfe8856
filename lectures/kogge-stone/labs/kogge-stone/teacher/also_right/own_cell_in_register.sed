# The thread keeps its own cell in a register, and makes a step for every stride.
/FILL \[B\]/,/END \[B\]/{
/^    for/,/^    }/d
/END \[B\]/i\
    T mine = i < count ? cell[i] : identity();\
    for (int stride = 1; stride < BLOCK; stride *= 2) {\
        __syncthreads();\
        if (i >= stride \&\& i < count)\
            mine = op(cell[i - stride], mine);\
        __syncthreads();\
        if (i < count)\
            cell[i] = mine;\
    }
}
