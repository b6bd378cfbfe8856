/* drawn.h - small programs drawn by lot, and programs as kernels.
 */
#ifndef LITMUS_DRAWN_H
#define LITMUS_DRAWN_H

#include "model.h"

#include <stdint.h>

enum meeting_kind { OF_BLOCK, OF_WARP, OF_LANES };

/* Where the threads of a program are, and what the others do. */
struct layout {
    int warp[MAX_THREADS_OF_TEST], lane[MAX_THREADS_OF_TEST];
    int blocks, warps; /* of a block */
    bool idle_return;  /* threads without operations return at once */
    bool returns[MAX_THREADS_OF_TEST]; /* after its last operation */
    bool is_shared;                    /* the variables are */
    int plain; /* so many in three accesses of x are plain ones */
    int variables;
    int bytes; /* of a variable: 1, 4 or 8; those of 1 are of one word */
    enum meeting_kind meeting[MAX_MEETINGS];
    int first[MAX_MEETINGS]; /* a thread that comes to it */
    int meetings;
};

/* The same seed gives the same program. Returns the next seed. */
uint32_t draw_program(uint32_t seed, struct program *program,
                      struct layout *layout);

/* Each thread in a block of its own, or in a warp of its own. */
void lay_out(struct program *program, bool same_block, struct layout *layout);

/* Writes the kernel's body. Afterwards b has what the reads gave, and a the
 * variables, PLACES words apart. */
enum { PLACES = 64 };
void write_body(const struct program *program, const struct layout *layout,
                char *text, size_t size);

#endif
