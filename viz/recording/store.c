/* store.c - see store.h. */
#include "store.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 20, UNIT = alignof(max_align_t) };

struct piece {
    struct piece *before;
    size_t bytes;
    alignas(max_align_t) char room[];
};

/* Precondition: `unit` is a power of two. */
static void *take(struct store *store, size_t bytes, size_t unit)
{
    const size_t gap = -(size_t)(uintptr_t)store->next & (unit - 1);

    if (bytes + gap > store->left || bytes > bytes + gap) {
        const size_t room = bytes > PIECE ? bytes : PIECE;
        struct piece *const piece =
            room > SIZE_MAX / 2 ? NULL : malloc(sizeof *piece + room);
        if (!piece)
            return NULL;
        piece->before = store->newest;
        piece->bytes = room;
        store->newest = piece;
        store->next = piece->room;
        store->left = room;
        return take(store, bytes, unit);
    }
    char *const at = store->next + gap;
    store->next += gap + bytes;
    store->left -= gap + bytes;
    return at;
}

void *store_take(struct store *store, size_t bytes)
{
    return take(store, bytes, UNIT);
}

const char *store_text(struct store *store, const char *text)
{
    const size_t bytes = text ? strlen(text) + 1 : 0;
    char *const copy = text ? take(store, bytes, 1) : NULL;

    return copy ? memcpy(copy, text, bytes) : NULL;
}

static void free_until(struct store *store, const struct piece *last)
{
    while (store->newest != last) {
        struct piece *const piece = store->newest;
        store->newest = piece->before;
        free(piece);
    }
}

void store_empty(struct store *store)
{
    struct piece *oldest = store->newest;

    if (!oldest)
        return;
    while (oldest->before)
        oldest = oldest->before;
    free_until(store, oldest);
    store->next = oldest->room;
    store->left = oldest->bytes;
}

void store_free(struct store *store)
{
    free_until(store, NULL);
    *store = (struct store){0};
}
