/* lanes.h - sums of the lanes of a warp, for counts. Included after gpu.h. */
#ifndef LANES_H
#define LANES_H

/* The sum of this lane's number and those of the lanes below it. */
template <typename Number> DEVICE Number add_lanes_below(Number x)
{
    for (int delta = 1; delta < WARP; delta *= 2) {
        const Number left = __shfl_up_sync(ALL_LANES, x, delta);
        if (lane_of_thread() >= delta)
            x += left;
    }
    return x;
}

#endif
