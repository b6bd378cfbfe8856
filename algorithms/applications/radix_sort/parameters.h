/* parameters.h - radix sort: shared by plan.c and launch.c. The reference needs
 * the number of bits on every device, so this is the first parameter in both
 * files.
 */
#ifndef RADIX_SORT_PARAMETERS_H
#define RADIX_SORT_PARAMETERS_H

#include "../../contract/plan.h"

enum { IN, OUT };                                /* ports */
enum { NUM_BITS, BITS, SHARED_PARAMETER_COUNT }; /* parameters */

#define NUM_BITS_PARAMETER                                                     \
    {                                                                          \
        .name = "num_bits", .macro = "NUM_BITS",                               \
        .help = "low bits of the key that count; 0: all", .by_default = 0,     \
        .legal = {0, 8, 16, 24, 32, 40, 48, 56, 64}, .small = 0,               \
        .of_result = true                                                      \
    }

#define BITS_PARAMETER(usual, ...)                                             \
    {                                                                          \
        .name = "bits", .macro = "BITS",                                       \
        .help = "bits of a digit; one pass per digit", .by_default = (usual),  \
        .legal = {__VA_ARGS__}, .small = 4                                     \
    }

/* The number of low bits of a key by which elements are sorted. */
static inline int sorted_bits(const struct request *request)
{
    const long num_bits = request->parameters[NUM_BITS];

    return num_bits > 0 ? (int)num_bits : request->key_bits;
}

static inline int passes_of(const struct request *request)
{
    const int bits = (int)request->parameters[BITS];

    return (sorted_bits(request) + bits - 1) / bits;
}

static inline const char *refuse_bits(const struct request *request)
{
    return sorted_bits(request) > request->key_bits
               ? "num_bits: the key has fewer bits; 0 means all"
               : NULL;
}

#endif
