/* arena.c - see arena.h. Jansson asks without saying for whom, so there is one
 * arena for the program. */
#include "arena.h"

#include <jansson.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>

enum { PIECE = 1 << 20, UNIT = alignof(max_align_t) };

struct piece {
    struct piece *before;
    alignas(max_align_t) char room[];
};

static struct {
    struct piece *newest;
    char *next;
    size_t left;
} arena;

static void *take(size_t bytes)
{
    const size_t whole = (bytes + UNIT - 1) / UNIT * UNIT;

    if (whole < bytes)
        return NULL;
    if (whole > arena.left) {
        const size_t room = whole > PIECE ? whole : PIECE;
        struct piece *const piece = malloc(sizeof *piece + room);
        if (!piece)
            return NULL;
        piece->before = arena.newest;
        arena.newest = piece;
        arena.next = piece->room;
        arena.left = room;
    }
    char *const at = arena.next;
    arena.next += whole;
    arena.left -= whole;
    return at;
}

static void leave(void *p)
{
    (void)p;
}

void arena_use_for_json(void)
{
    json_set_alloc_funcs(take, leave);
}

void arena_release(void)
{
    while (arena.newest) {
        struct piece *const piece = arena.newest;
        arena.newest = piece->before;
        free(piece);
    }
    arena.left = 0;
}
