/* store.h - memory for many small things that go all at once.
 *
 *     struct store store = {0};
 *     const char *name = store_text(&store, "tile 7");
 *     store_free(&store);
 *
 * To take each from a large piece, and to give back the pieces, is twice as
 * fast as malloc() and free().
 */
#ifndef STORE_H
#define STORE_H

#include <stddef.h>

struct store {
    struct piece *newest; /* {0}: nothing is in it */
    char *next;
    size_t left;
};

/* Aligned for anything; NULL: no memory. */
void *store_take(struct store *store, size_t bytes);
/* A copy; NULL: no memory, or text is NULL. */
const char *store_text(struct store *store, const char *text);

/* Empties it, and keeps a piece of its memory for what comes next. */
void store_empty(struct store *store);
void store_free(struct store *store);

#endif
