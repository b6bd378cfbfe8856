# By shuffles within a warp: fewer barriers, and fewer accesses of shared memory.
/FILL \[B\]/,/END \[B\]/{
/^    for/,/^    }/d
/END \[B\]/i\
    T mine = i < count ? cell[i] : identity();\
    for (int stride = 1; stride < WARP; stride *= 2) {\
        const T left = shuffle_up(mine, stride);\
        if (lane_of_thread() >= stride \&\& i < count)\
            mine = op(left, mine);\
    }\
    if (i < count)\
        cell[i] = mine;\
    __syncthreads();\
    for (int warp = i / WARP - 1; warp >= 0 \&\& i < count; warp--)\
        mine = op(cell[warp * WARP + WARP - 1], mine);\
    __syncthreads();\
    if (i < count)\
        cell[i] = mine;
}
