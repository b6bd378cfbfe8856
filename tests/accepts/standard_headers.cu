/* standard_headers.cu - C++ headers as included by files that are also written
 * for a host.
 *
 * shape: a file that once had its own main()
 * algorithm: sequential
 * options: -n 1,5,32
 * broken: s/uint64_t i = std::min/uint64_t i = std::max/
 */
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <mutex>
#include <numeric>
#include <random>
#include <stdexcept>
#include <stdlib.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#define WARP (32) /* what gpu.h has */
#include "gpu.h"

#define warpSize 32 /* what it is */

__global__ void scan_all(const T *in, T *out, uint64_t n)
{
    static_assert(std::is_same<unsigned, std::uint32_t>::value, "");
    const uint64_t most = std::numeric_limits<uint64_t>::max();
    const std::array<int, 2> ends = {1, 2};
    int one = 2, two = (int)std::floor(1.5);
    T sum = in[0];

    std::swap(one, two);
    const std::pair<int, int> pair(one, two);
    assert(pair.first == 1 && threadIdx.x < WARP);
    out[0] = EXCLUSIVE ? identity() : sum;
    for (uint64_t i = std::min(ends[0], pair.second); i < std::min(most, n);
         i++) {
        const T next = op(sum, in[i]);
        out[i] = EXCLUSIVE ? sum : next;
        sum = next;
    }
}
