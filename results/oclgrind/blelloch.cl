/* Blelloch's up-sweep and down-sweep over sections of 2 * BLOCK ints:
 * algorithms/blelloch/kernel.cu without padding, in OpenCL. */
#define BLOCK 256

kernel void scan_sections(global const int *in, global int *out,
                          global int *totals, const ulong n)
{
    local int cell[2 * BLOCK];
    const int i = get_local_id(0);
    const ulong begin = get_group_id(0) * (ulong)(2 * BLOCK);

    cell[i] = begin + i < n ? in[begin + i] : 0;
    cell[i + BLOCK] = begin + i + BLOCK < n ? in[begin + i + BLOCK] : 0;
    for (int stride = 1; stride <= BLOCK; stride *= 2) {
        const int at = (i + 1) * 2 * stride - 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (at < 2 * BLOCK)
            cell[at] += cell[at - stride];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0) {
        totals[get_group_id(0)] = cell[2 * BLOCK - 1];
        cell[2 * BLOCK - 1] = 0;
    }
    for (int stride = BLOCK; stride >= 1; stride /= 2) {
        const int at = (i + 1) * 2 * stride - 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (at < 2 * BLOCK) {
            const int left = cell[at - stride];
            cell[at - stride] = cell[at];
            cell[at] += left;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (begin + i < n)
        out[begin + i] = cell[i];
    if (begin + i + BLOCK < n)
        out[begin + i + BLOCK] = cell[i + BLOCK];
}
