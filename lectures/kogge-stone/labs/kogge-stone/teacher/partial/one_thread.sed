# It is right, but thread 0 does all the work: a chain of 255 ops in each section.
# gets: 70
/FILL \[B\]/,/END \[B\]/{
/^    for/,/^    }/d
/END \[B\]/i\
    __syncthreads();\
    for (int k = 1; i == 0 \&\& k < count; k++)\
        cell[k] = op(cell[k - 1], cell[k]);
}
