/* planes.h - tuples as arrays of their numbers.
 *
 *     elements    (1, 5) (2, 6) (3, 7)       an array of T
 *     planes       1 2 3  5 6 7              one plane for each number
 *
 * Compilers of array languages store tuples like this: a loop that needs one
 * number reads no other, and neighbouring lanes read neighbouring addresses for
 * every T. The planes of an array of n come one after another. The numbers of T
 * are its COMPONENTs; if they differ in type, the monoid lists them, larger
 * ones first, so that each plane is aligned as its numbers need:
 *
 *     typedef struct { int32_t count; double sum; } T;
 *     #define PARTS(part) part(double, sum) part(int32_t, count)
 *
 * Gaps of T are in no plane. Included after gpu.h or cpu.h.
 */
#ifndef PLANES_H
#define PLANES_H

#ifndef COMPONENT
#define COMPONENT T
#endif

/* Element i of n becomes x. */
DEVICE void put_in_planes(void *planes, uint64_t n, uint64_t i, T x)
{
#ifdef PARTS
    char *plane = (char *)planes;
#define PUT(type, name)                                                        \
    ((type *)plane)[i] = x.name;                                               \
    plane += n * sizeof(type);
    PARTS(PUT)
#undef PUT
#else
    enum { NUMBERS = sizeof(T) / sizeof(COMPONENT) };
    COMPONENT *const plane = (COMPONENT *)planes;
    COMPONENT number[NUMBERS];

    memcpy(number, &x, sizeof x);
    for (int k = 0; k < NUMBERS; k++)
        plane[(uint64_t)k * n + i] = number[k];
#endif
}

/* Sets elements first, first + 1, ... of n to the `count` given ones. */
DEVICE void put_all_in_planes(void *planes, uint64_t n, uint64_t first,
                              const T *from, uint64_t count)
{
#ifdef PARTS
    char *plane = (char *)planes;
#define PUT(type, name)                                                        \
    for (uint64_t i = 0; i < count; i++)                                       \
        ((type *)plane)[first + i] = from[i].name;                             \
    plane += n * sizeof(type);
    PARTS(PUT)
#undef PUT
#else
    enum { NUMBERS = sizeof(T) / sizeof(COMPONENT) };
    COMPONENT *plane = (COMPONENT *)planes + first;

    for (int k = 0; k < NUMBERS; k++, plane += n)
        for (uint64_t i = 0; i < count; i++)
            plane[i] = ((const COMPONENT *)from)[i * NUMBERS + k];
#endif
}

#ifdef GPU_H

/* ------------------------------------------------- several, on a GPU */

#ifndef WIDE
#define WIDE 4 /* consecutive elements of one thread */
#endif

#ifndef STREAMING
#define STREAMING 0 /* 1: caches evict stored data first */
#endif

DEVICE void store_numbers_16(void *to, const uint32_t word[4])
{
#if defined __CUDA_ARCH__ && STREAMING
    asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(__cvta_generic_to_global(to)), "r"(word[0]),
                   "r"(word[1]), "r"(word[2]), "r"(word[3])
                 : "memory");
#else
    store_16_bytes(to, word);
#endif
}

/* Stores WIDE numbers of one plane, in 16-byte accesses if they take a multiple
 * of 16 bytes. `to` must then be aligned, as it is if are_wide_planes() is
 * true. */
#define STORE_NUMBERS(to, number)                                              \
    do {                                                                       \
        if (sizeof(number) % 16 == 0)                                          \
            for (int j = 0; j < (int)sizeof(number) / 16; j++)                 \
                store_numbers_16((uint4 *)(to) + j,                            \
                                 (const uint32_t *)(number) + 4 * j);          \
        else                                                                   \
            for (int j = 0; j < WIDE; j++)                                     \
                (to)[j] = (number)[j];                                         \
    } while (0)

#define LOAD_NUMBERS(from, number)                                             \
    do {                                                                       \
        if (sizeof(number) % 16 == 0)                                          \
            for (int j = 0; j < (int)sizeof(number) / 16; j++)                 \
                ((uint4 *)(number))[j] = ((const uint4 *)(from))[j];           \
        else                                                                   \
            for (int j = 0; j < WIDE; j++)                                     \
                (number)[j] = (from)[j];                                       \
    } while (0)

/* Copies `bytes` bytes from the previous lane's `from`; lane 0 keeps its own.
 * */
DEVICE void bytes_up(const void *from, void *to, int bytes)
{
    for (int k = 0; k < bytes; k += 4) {
        const int here = bytes - k < 4 ? bytes - k : 4;
        uint32_t word = 0;
        memcpy(&word, (const char *)from + k, (size_t)here);
        word = __shfl_up_sync(ALL_LANES, word, 1);
        memcpy((char *)to + k, &word, (size_t)here);
    }
}

/* Like STORE_NUMBERS, for a plane that is not aligned: used by all lanes of a
 * warp, side by side. Numbers move to the lane that has the rest of their 16
 * bytes; at the ends they are stored one by one:
 *
 *     lane 0    lane 1    lane 2           lane 31
 *     a b c d   e f g h   i j k l   ...    w x y z        `past` is 3
 *     a|        b c d e   f g h i   ...    t u v w|x y z
 */
#define STORE_SHIFTED(type, to, number)                                        \
    do {                                                                       \
        const int past = sizeof(number) % 16 == 0                              \
                             ? (int)((uint64_t)(to) % 16 / sizeof(type))       \
                             : 0;                                              \
        type both[2 * WIDE]; /* of the lane before, and own */                 \
        for (int j = 0; j < WIDE; j++) {                                       \
            bytes_up(&(number)[j], &both[j], (int)sizeof(type));               \
            both[WIDE + j] = (number)[j];                                      \
        }                                                                      \
        for (int step = 1; step < WIDE; step *= 2)                             \
            if (past & step)                                                   \
                for (int j = 2 * WIDE - 1; j >= step; j--)                     \
                    both[j] = both[j - step];                                  \
        __align__(16) type moved[WIDE];                                        \
        for (int j = 0; j < WIDE; j++)                                         \
            moved[j] = both[WIDE + j];                                         \
        if (lane_of_thread() > 0)                                              \
            STORE_NUMBERS((to)-past, moved);                                   \
        for (int j = 0; j < WIDE; j++)                                         \
            if (lane_of_thread() == (j < WIDE - past ? 0 : WARP - 1))          \
                (to)[j] = (number)[j];                                         \
    } while (0)

DEVICE bool are_wide_planes(const void *planes, uint64_t n)
{
    return (uint64_t)planes % 16 == 0 && n % WIDE == 0;
}

/* Sets elements i, i + 1, ... of n to the WIDE given ones; i is a multiple of
 * WIDE. Precondition: are_wide_planes(planes, n). */
DEVICE void put_wide_in_planes(void *planes, uint64_t n, uint64_t i,
                               const T x[WIDE])
{
#ifdef PARTS
    char *plane = (char *)planes;
#define PUT(type, name)                                                        \
    {                                                                          \
        __align__(16) type number[WIDE];                                       \
        for (int j = 0; j < WIDE; j++)                                         \
            number[j] = x[j].name;                                             \
        STORE_NUMBERS((type *)plane + i, number);                              \
        plane += n * sizeof(type);                                             \
    }
    PARTS(PUT)
#undef PUT
#else
    enum { NUMBERS = sizeof(T) / sizeof(COMPONENT) };
    COMPONENT *plane = (COMPONENT *)planes + i;

    for (int k = 0; k < NUMBERS; k++, plane += n) {
        __align__(16) COMPONENT number[WIDE];
        for (int j = 0; j < WIDE; j++)
            number[j] = ((const COMPONENT *)&x[j])[k];
        STORE_NUMBERS(plane, number);
    }
#endif
}

/* The same, called by all lanes of a warp, side by side, if the planes are
 * aligned only to their numbers. */
DEVICE void put_shifted_in_planes(void *planes, uint64_t n, uint64_t i,
                                  const T x[WIDE])
{
#ifdef PARTS
    char *plane = (char *)planes;
#define PUT(type, name)                                                        \
    {                                                                          \
        type number[WIDE];                                                     \
        for (int j = 0; j < WIDE; j++)                                         \
            number[j] = x[j].name;                                             \
        STORE_SHIFTED(type, (type *)plane + i, number);                        \
        plane += n * sizeof(type);                                             \
    }
    PARTS(PUT)
#undef PUT
#else
    enum { NUMBERS = sizeof(T) / sizeof(COMPONENT) };
    COMPONENT *plane = (COMPONENT *)planes + i;

    for (int k = 0; k < NUMBERS; k++, plane += n) {
        COMPONENT number[WIDE];
        for (int j = 0; j < WIDE; j++)
            number[j] = ((const COMPONENT *)&x[j])[k];
        STORE_SHIFTED(COMPONENT, plane, number);
    }
#endif
}

#endif
#endif
