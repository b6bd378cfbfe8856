/* Kogge-Stone over sections of BLOCK ints: algorithms/kogge_stone/kernel.cu's
 * scan_sections, in OpenCL. */
#define BLOCK 256

kernel void scan_sections(global const int *in, global int *out,
                          global int *totals, const ulong n)
{
    local int cell[BLOCK];
    const int i = get_local_id(0);
    const ulong at = get_group_id(0) * (ulong)BLOCK + i;

    if (at < n)
        cell[i] = in[at];
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        const bool joins = i >= stride && at < n;
        int sum = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (joins)
            sum = cell[i - stride] + cell[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (joins)
            cell[i] = sum;
    }
    if (at < n)
        out[at] = cell[i];
    if (i == BLOCK - 1 && at < n)
        totals[get_group_id(0)] = cell[i];
}
