# Right, and a good scan, but by shuffles within a warp: neither the barriers nor
# the cells that this lab is about.
# outside: barriers
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
