/* compare.cu - where do two arrays differ, or by too much, and has an array been
 * seen before?
 * Run by compare.c after each sample of a bench, so that gigabytes need not go
 * to the host to be checked. */

/* *first, all ones before, becomes the index of the first of the 4-byte
 * words that differ. Each thread stops at its own first. */
__global__ void first_difference(const unsigned int *a,
                                 const unsigned int *b,
                                 unsigned long long words,
                                 unsigned long long *first)
{
    const unsigned long long stride =
        (unsigned long long)gridDim.x * blockDim.x;

    for (unsigned long long i =
             (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
         i < words; i += stride)
        if (a[i] != b[i]) {
            atomicMin(first, i); /* threads of all blocks */
            break;
        }
}

/* *first, all ones before, becomes the index of the first number of `out` that is
 * further from `want` than is allowed there. */
#define FIRST_BEYOND(name, number)                                          \
    __global__ void name(const number *out, const number *want,             \
                         const number *allowed, unsigned long long numbers, \
                         unsigned long long *first)                         \
    {                                                                       \
        const unsigned long long stride =                                   \
            (unsigned long long)gridDim.x * blockDim.x;                     \
                                                                            \
        for (unsigned long long i =                                         \
                 (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; \
             i < numbers; i += stride)                                      \
            if (out[i] != want[i] &&                                        \
                !(fabs((double)out[i] - want[i]) <= allowed[i])) {          \
                atomicMin(first, i); /* threads of all blocks */            \
                break;                                                      \
            }                                                               \
    }

FIRST_BEYOND(first_beyond_f32, float)
FIRST_BEYOND(first_beyond_f64, double)

/* Adds to *sum a number that depends on every word and on its place, so that
 * different arrays have different sums, but for one chance in 2^64. The order
 * in which threads add does not matter. */
__global__ void fingerprint(const unsigned int *a, unsigned long long words,
                            unsigned long long *sum)
{
    const unsigned long long stride =
        (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (unsigned long long i =
             (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
         i < words; i += stride) {
        /* splitmix64, by Steele, Lea and Flood (OOPSLA 2014) */
        unsigned long long x = (i + 1) * 0x9e3779b97f4a7c15ull + a[i];
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ x >> 27) * 0x94d049bb133111ebull;
        mine += x ^ x >> 31;
    }
    atomicAdd(sum, mine); /* threads of all blocks */
}
