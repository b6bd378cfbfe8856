/* segment.h - the four sums of a segment of one number, for mss_i32: it is
 * taken if it is above 0. */
DEVICE T map(int32_t x)
{
    T r;

    r.ts = x;
    r.mis = r.mcs = r.mss = x > 0 ? x : 0;
    return r;
}
