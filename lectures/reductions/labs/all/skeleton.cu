/* all(p, xs): does the predicate keep every element?
 *
 *     in       3 1 5 7 | 4 9 5 3 | 1         odd numbers? tiles of 4
 *     own      1 1 1 1 | 0 1 1 1 | 1         [A] what a thread finds
 *     block       yes  |    no   | yes       [B] all threads of a block
 *     holds           1 -> 0                 a block that says no
 *
 * Write the lines between FILL and END; 10 are enough. Leave the rest as
 * it is. The task: lectures/reductions/labs/all/README.md.
 *
 *     T               the type of an element
 *     keeps(x)        does the predicate keep this element?
 *     BLOCK, ITEMS    threads of a block; elements of a thread
 */
#include "gpu.h" /* T */

#include "predicate.h" /* keeps() */

enum { TILE = BLOCK * ITEMS };

/* All elements are kept, until one is found that is not. */
__global__ void begin(uint32_t *holds)
{
    next_launch_may_begin(); /* it waits for this store */
    *holds = 1;
}

/* Are all of the threads' answers 1? Thread 0 gets the answer. */
DEVICE bool all_of_block(bool own, uint32_t *answer)
{
    const int i = (int)threadIdx.x;

    answer[i] = own;
    /* FILL [B]: a tree, halving the number of answers: stride BLOCK / 2,
     * BLOCK / 4, ... 1. "And" commutes, so a thread may join its answer
     * with one that is far away. One barrier in each step. (5 lines) */

    /* END [B] */
    return i > 0 || answer[0] != 0; /* thread 0 has written it */
}

__global__ void ask_tiles(const T *in, uint32_t *holds, uint64_t n)
{
    __shared__ uint32_t answer[BLOCK];
    const uint64_t first = (uint64_t)blockIdx.x * TILE;
    const uint64_t end = n - first < TILE ? n : first + TILE;
    bool own = true; /* of no elements, "all" is true */

    wait_for_launch_before(); /* it writes *holds */
    /* FILL [A]: own becomes false if one of this thread's elements is
     * not kept. Neighbouring threads ask neighbouring elements: thread i
     * the elements first + i, first + i + BLOCK, ... before `end`.
     * (3 lines) */

    /* END [A] */
    const bool block = all_of_block(own, answer);

    /* FILL [C]: thread 0 writes 0 if the block says no. Several blocks
     * may do that at the same time: by atomicExch(holds, 0). (2 lines) */

    /* END [C] */
}
