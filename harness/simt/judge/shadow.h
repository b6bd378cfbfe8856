/* shadow.h - whose the words of memory are, and global memory with its names.
 *
 * Each aligned word of 4 bytes has a shadow (struct word). One that belongs to
 * no variable is STAMP_OUTSIDE, one that nothing has written STAMP_NOBODY.
 */
#ifndef SIMT_SHADOW_H
#define SIMT_SHADOW_H

#include "stamp.h"

enum { MOST_PIECES = 64 };

struct piece {
    char name[48];
    uintptr_t begin;
    size_t bytes, unit; /* unit: of an element */
    bool opaque;        /* simt_opaque() */
};

struct global_memory {
    uintptr_t begin;
    size_t bytes, used;
    struct word *shadow;
    int pieces;
    struct piece piece[MOST_PIECES];
};

/* False: no address space. */
bool global_open(struct global_memory *global);
void global_close(struct global_memory *global);
/* As simt_take() and its family, simt.h. */
void *global_take(struct global_memory *global, const char *name, size_t bytes,
                  size_t unit, size_t offset);
void global_set_opaque(struct global_memory *global, const void *memory);
void global_host_wrote(struct global_memory *global, const void *memory,
                       size_t bytes);
void global_host_spoilt(struct global_memory *global, const void *memory,
                        size_t bytes);
bool global_is_written(const struct global_memory *global, const void *memory,
                       size_t bytes);
/* All that was written is the host's from now on: clocks begin anew. */
void global_grow_old(struct global_memory *global);

bool global_is_opaque(const struct global_memory *global, uintptr_t address);
/* The piece that holds the address, or the nearest one; NULL: there is none. */
const struct piece *global_near(const struct global_memory *global,
                                uintptr_t address);

void shadow_set_outside(struct word *word, size_t words);
void shadow_set_unwritten(struct word *word, size_t words);
/* Only barrier_... and bulk_... may touch them from now on. */
void shadow_set_barrier(struct word *word, size_t words);

#endif
