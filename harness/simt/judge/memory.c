/* memory.c - global memory: one mapping, cut into named pieces, and the shadow
 * of every word of it.
 *
 *     | gap | in ........ | gap | out ....... | gap | totals | gap ...
 *
 * The gaps are allocated to nobody, so that a kernel that runs over the end of
 * a piece is seen. Address space is set aside once; pages come as they are
 * used.
 */
#include "simt/run/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGN = 256, GAP = 1024 };

static const size_t reserve = (size_t)1 << 38;

static void *map(size_t bytes)
{
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return room == MAP_FAILED ? NULL : room;
}

enum status memory_open(struct simt *simt, struct problem *why)
{
    for (simt->global_bytes = reserve; simt->global_bytes >= 1 << 28;
         simt->global_bytes /= 4) {
        char *global = map(simt->global_bytes);
        struct word *shadow = map(4 * simt->global_bytes);
        if (global && shadow) {
            simt->global = (uintptr_t)global;
            simt->shadow = shadow;
            simt->global_used = GAP;
            memset(shadow, 0xff, GAP / 4 * sizeof *shadow);
            return OK;
        }
        if (global)
            munmap(global, simt->global_bytes);
        if (shadow)
            munmap(shadow, 4 * simt->global_bytes);
    }
    return problem_set(why, MACHINE_LACKS,
                       "no address space for the SIMT machine's memory (is "
                       "ulimit -v set?)");
}

void memory_close(struct simt *simt)
{
    if (simt->global)
        munmap((void *)simt->global, simt->global_bytes);
    if (simt->shadow)
        munmap(simt->shadow, 4 * simt->global_bytes);
}

static struct word *shadow_of(const struct simt *simt, const void *memory)
{
    return simt->shadow + (((uintptr_t)memory - simt->global) >> 2);
}

void *simt_take(struct simt *simt, const char *name, size_t bytes, size_t unit,
                size_t offset)
{
    const size_t words = (bytes + 3) / 4;
    const size_t end =
        (simt->global_used + offset + 4 * words + GAP + ALIGN - 1) / ALIGN *
        ALIGN;

    if (simt->memories == MOST_MEMORIES || end > simt->global_bytes)
        return NULL;
    struct memory *m = &simt->memory[simt->memories++];
    snprintf(m->name, sizeof m->name, "%s", name);
    m->begin = simt->global + simt->global_used + offset;
    m->bytes = bytes;
    m->unit = unit ? unit : 4;
    /* Nobody's, but for the piece itself. */
    memset(shadow_of(simt, (void *)(simt->global + simt->global_used)), 0xff,
           (end - simt->global_used) / 4 * sizeof *simt->shadow);
    memset(shadow_of(simt, (void *)m->begin), 0, words * sizeof *simt->shadow);
    simt->global_used = end;
    return (void *)m->begin;
}

static struct memory *piece_at(struct simt *simt, uintptr_t address)
{
    for (int i = 0; i < simt->memories; i++)
        if (address - simt->memory[i].begin < simt->memory[i].bytes)
            return &simt->memory[i];
    return NULL;
}

void simt_opaque(struct simt *simt, const void *memory)
{
    piece_at(simt, (uintptr_t)memory)->opaque = true;
}

bool memory_is_opaque(const struct simt *simt, uintptr_t address)
{
    const struct memory *m = piece_at((struct simt *)simt, address);

    return m && m->opaque;
}

void simt_host_wrote(struct simt *simt, const void *memory, size_t bytes)
{
    struct word *w = shadow_of(simt, memory);

    for (size_t i = 0; i < (bytes + 3) / 4; i++)
        w[i] = (struct word){STAMP_HOST, 0};
}

void simt_host_spoilt(struct simt *simt, const void *memory, size_t bytes)
{
    memset(shadow_of(simt, memory), 0, (bytes + 3) / 4 * sizeof *simt->shadow);
}

bool simt_is_written(const struct simt *simt, const void *memory, size_t bytes)
{
    const struct word *w = shadow_of(simt, memory);

    for (size_t i = 0; i < (bytes + 3) / 4; i++)
        if (w[i].write == 0)
            return false;
    return true;
}

/* The piece that holds the address, or the nearest one. */
const struct memory *memory_near(const struct simt *simt, uintptr_t address)
{
    const struct memory *near = NULL;
    size_t least = SIZE_MAX;

    for (int i = 0; i < simt->memories; i++) {
        const struct memory *m = &simt->memory[i];
        const size_t away = address < m->begin ? m->begin - address
                            : address >= m->begin + m->bytes
                                ? address - m->begin - m->bytes + 1
                                : 0;
        if (away < least) {
            least = away;
            near = m;
        }
    }
    return near;
}

/* ------------------------------------------------ memory of one launch */

void *pool_take(struct simt *simt, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (!simt->pool_now ||
        simt->pool_now->used + bytes > sizeof simt->pool_now->bytes) {
        struct pool_chunk *next =
            simt->pool_now ? simt->pool_now->next : simt->pool;
        if (!next) {
            next = calloc(1, sizeof *next);
            if (!next)
                abort();
            if (simt->pool_now)
                simt->pool_now->next = next;
            else
                simt->pool = next;
        }
        next->used = 0;
        simt->pool_now = next;
    }
    void *taken = simt->pool_now->bytes + simt->pool_now->used;
    simt->pool_now->used += bytes;
    return taken;
}

void pool_forget(struct simt *simt)
{
    simt->pool_now = NULL;
}
