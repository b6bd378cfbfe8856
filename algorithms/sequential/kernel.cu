/* kernel.cu - the sequential scan: one thread and the textbook's loop.
 *
 *     in     a    b    c     d
 *            |    |    |     |
 *            a -> ab-> abc-> abcd      each arrow is one op
 *            |    |    |     |
 *     out    a    ab   abc   abcd      exclusive: one place later
 *
 * All other threads of the GPU are idle, and this one waits for memory
 * before each op. It is the slowest scan here, and the one to compare
 * results with.
 *
 * Cost: n - 1 ops in a chain of n - 1; 2n traffic, like a copy.
 * Source: ECE408 lecture 16, "A Sequential C Implementation".
 * Try it: change op(sum, in[i]) to op(in[i], sum) and run
 * `scanlab verify sequential -d simt --source kernel.cu`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

/* n > 0. in may be out: in[i] is read before out[i] is written. */
__global__ void scan_all(const T *in, T *out, uint64_t n)
{
    T sum = in[0];

    out[0] = EXCLUSIVE ? identity() : sum;
    for (uint64_t i = 1; i < n; i++) {
        const T next = op(sum, in[i]);
        out[i] = EXCLUSIVE ? sum : next;
        sum = next;
    }
}
