/* compare.cu - where do two arrays differ? Run by compare.c after each sample
 * of a bench, so that gigabytes need not go to the host to be checked. */

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
