/* indices.c - see indices.h. */
#include "indices.h"
#include "parts.h"
#include "simt/device/calls.h"

/* Side by side, so that one comparison recognises them all. */
#define SIDE_BY_SIDE __attribute__((section("simt_indices")))
SIDE_BY_SIDE struct simt_index simt_thread_index, simt_block_index;
SIDE_BY_SIDE struct simt_index simt_block_size, simt_grid_size;
SIDE_BY_SIDE int simt_warp_size = WARP;

static inline void set_index(struct simt_index *to, const struct index *from)
{
    to->x = from->x, to->y = from->y, to->z = from->z;
}

void indices_of_thread(const struct thread *t)
{
    set_index(&simt_thread_index, &t->place);
    set_index(&simt_block_index, &t->block->place);
}

void indices_of_launch(const unsigned block[3], const unsigned grid[3])
{
    simt_block_size = (struct simt_index){block[0], block[1], block[2]};
    simt_grid_size = (struct simt_index){grid[0], grid[1], grid[2]};
}
