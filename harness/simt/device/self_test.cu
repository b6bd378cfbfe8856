/* self_test.cu - what a C++ compiler must get right (../self_test.c).
 *
 * Each kernel reads in[1] and writes out[1], and accesses no other element of
 * the two arrays. The table in self_test.c lists the bytes of global and of
 * shared memory that the machine must see.
 */
struct three { /* does not fit into one register */
    uint32_t x, y, z;
};

struct two { /* 16 bytes, copied by halves */
    uint64_t low, high;
};

struct eight {
    uint64_t x[8];
};

#define COPIES(name, type)                                               \
    __global__ void name(const type *in, type *out, unsigned *flags)     \
    {                                                                    \
        out[1] = in[1];                                                  \
    }
COPIES(copies_1, uint8_t)
COPIES(copies_2, uint16_t)
COPIES(copies_4, uint32_t)
COPIES(copies_8, uint64_t)
COPIES(copies_volatile, volatile uint32_t)
COPIES(copies_volatile_8, volatile uint64_t)
COPIES(copies_three, three)
COPIES(copies_two, two)
COPIES(copies_vector, uint4)
COPIES(copies_eight, eight)

/* Without optimisation the machine sees both copies. */
__global__ void repeats(const uint32_t *in, uint32_t *out, unsigned *flags)
{
    out[1] = in[1];
    out[1] = in[1];
}

__global__ void changes(const uint32_t *in, uint32_t *out, unsigned *flags)
{
    __shared__ uint32_t sum;

    sum = in[1];
    sum += 1;
    out[1] = sum;
    out[1] -= 1;
}

__global__ void clears(const eight *in, eight *out, unsigned *flags)
{
    out[1] = eight();
}

__device__ inline three turned(three a, three b)
{
    three r;

    r.x = a.y, r.y = b.z, r.z = a.x;
    return r;
}

__global__ void calls(const three *in, three *out, unsigned *flags)
{
    out[1] = turned(in[1], turned(in[1], in[1]));
}

/* ------------------------------------------------------------- two blocks */

/* Volatile accesses have separate hooks. With the hooks of plain
 * accesses this would be a race. */
__global__ void flags(const uint32_t *in, uint32_t *out,
                      volatile unsigned *flags)
{
    if (blockIdx.x == 0)
        flags[0] = 1;
    else
        while (flags[0] == 0)
            ;
    if (blockIdx.x == 1)
        out[1] = in[1];
}

/* Each block writes its shared memory before the other block reads, and
 * must find its own value there. */
__global__ void keeps_apart(const uint32_t *in, uint32_t *out,
                            volatile unsigned *flags)
{
    __shared__ uint32_t own;
    extern __shared__ uint32_t dynamic[];

    own = dynamic[0] = blockIdx.x;
    flags[blockIdx.x] = 1;
    while (flags[1 - blockIdx.x] == 0)
        ;
    if (own != blockIdx.x || dynamic[0] != blockIdx.x)
        __trap();
    if (blockIdx.x == 1)
        out[1] = in[1];
}
