# It is right, but each thread reduces everything to its left by itself.
# gets: 70
/FILL \[B\]/,/END \[B\]/{
/^    for/,/^    }/d
/END \[B\]/i\
    __syncthreads();\
    T sum = cell[0];\
    for (int k = 1; k <= i \&\& i < count; k++)\
        sum = op(sum, cell[k]);\
    __syncthreads();\
    if (i < count)\
        cell[i] = sum;
}
