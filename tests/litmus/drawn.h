/* drawn.h - small programs generated at random, and programs as kernels.
 */
#ifndef LITMUS_DRAWN_H
#define LITMUS_DRAWN_H

#include "model.h"

#include <stdint.h>

enum meeting_kind { OF_BLOCK, OF_WARP, OF_LANES };

/* Where the threads of a program run, and what all other threads do. */
struct layout {
    int warp[MAX_THREADS_OF_TEST], lane[MAX_THREADS_OF_TEST];
    int blocks, warps; /* of a block */
    bool idle_return;  /* threads without operations return at once */
    bool returns[MAX_THREADS_OF_TEST]; /* after its last operation */
    bool is_shared;                    /* the variables are */
    int plain; /* of every three accesses to x, how many are plain */
    int variables;
    /* size of a variable: 1, 4 or 8; variables of 1 byte share one word */
    int bytes;
    enum meeting_kind meeting[MAX_MEETINGS];
    int first[MAX_MEETINGS]; /* a thread that takes part */
    int meetings;
};

/* The same seed gives the same program. Returns the next seed. */
uint32_t draw_program(uint32_t seed, struct program *program,
                      struct layout *layout);

/* Puts each thread into a separate block or, if same_block, a separate warp. */
void lay_out(struct program *program, bool same_block, struct layout *layout);

/* Writes the kernel's body. After the kernel has run, b holds the values read,
 * and a holds the variables, PLACES words apart. */
enum { PLACES = 64 };
void write_body(const struct program *program, const struct layout *layout,
                char *text, size_t size);

#endif
