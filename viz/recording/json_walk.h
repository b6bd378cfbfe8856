/* json_walk.h - reads a JSON object member by member, and one of its arrays element
 * by element.
 *
 * A trace of 20 megabytes is one object with an array of 160,000 events.
 * Jansson alone would need 280 megabytes for all of it; a single event at a
 * time fits in the cache.
 */
#ifndef JSON_WALK_H
#define JSON_WALK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct json_walk {
    const char *array; /* the member whose elements are passed one by one */
    /* Called with element `index` of the array; the element is then freed. */
    void (*element)(void *arg, size_t index, const json_t *element);
    /* Called with any other member; takes ownership of `value`. */
    void (*member)(void *arg, const char *key, json_t *value);
    void *arg;
    bool has_array; /* the member was found, and is an array */
};

/* Reads the text from the first byte to the last. A text that is not an object has
 * no members. False: not JSON; *why, of `size` bytes, gets the line and the error.
 * While an element exists, Jansson allocates from this function's memory: element()
 * must not create a json_t. */
bool json_walk(struct json_walk *walk, const char *text, size_t bytes,
               char *why, size_t size);

#endif
