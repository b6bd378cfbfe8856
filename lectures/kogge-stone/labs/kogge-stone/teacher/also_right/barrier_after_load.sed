# A barrier after the load, and two in each step: some more than needed.
/FILL \[B\]/,/END \[B\]/{
/^    for/,/^    }/d
/END \[B\]/i\
    __syncthreads();\
    for (int stride = 1; stride < BLOCK; stride *= 2) {\
        const bool joins = i >= stride \&\& i < count;\
        const T left = joins ? cell[i - stride] : identity();\
        __syncthreads();\
        if (joins)\
            cell[i] = op(left, cell[i]);\
        __syncthreads();\
    }
}
