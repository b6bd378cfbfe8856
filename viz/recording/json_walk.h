/* json_walk.h - a JSON object member by member, and one of its arrays element
 * by element.
 *
 * A trace of 20 megabytes is one object with an array of 160,000 events.
 * Jansson makes 280 megabytes of it; an event at a time stays in the cache.
 */
#ifndef JSON_WALK_H
#define JSON_WALK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct json_walk {
    const char *array; /* the member whose elements come one by one */
    /* Element `index` of it; it is gone when this has returned. */
    void (*element)(void *arg, size_t index, const json_t *element);
    /* Any other member; `value` belongs to the function that
     * is called. */
    void (*member)(void *arg, const char *key, json_t *value);
    void *arg;
    bool has_array; /* it was met, and is an array */
};

/* From the first byte to the last. A text that is no object has no members.
 * False: no JSON; *why, of `size` bytes, says in which line and what is wrong.
 * While an element lives, Jansson's memory is this function's: element() makes
 * no json_t. */
bool json_walk(struct json_walk *walk, const char *text, size_t bytes,
               char *why, size_t size);

#endif
