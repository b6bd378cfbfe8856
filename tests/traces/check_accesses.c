/* check_accesses.c - loads and stores are complete, and each word of a launch
 * has one place.
 */
#include "check_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 32 }; /* of an element, of which a part may be meant */

/* Whoever accesses a word of a launch: it is shared or global, and the same
 * byte. What is read may have a value, what is written has none. */
static void check_access(const struct checked *c, json_t *places,
                         const json_t *args)
{
    const char *const word = text_of(c, args, "word");
    const json_t *const shared = json_object_get(args, "shared");
    const json_int_t place = shared ? number_of(c, args, "shared") : -1;
    char key[256]; /* a word of another size is another one */
    snprintf(key, sizeof key, "%s %lld", word,
             (long long)number_of(c, args, "bytes"));
    const json_t *const before = json_object_get(places, key);

    number_of(c, args, "thread");
    if (number_of(c, args, "bytes") < 1)
        wrong(c, "an access to no bytes");
    if (shared && place < 0)
        wrong(c, "%s is at %lld of shared memory", word, (long long)place);
    if (before && llabs(json_integer_value(before) - place) >= MAX_BYTES)
        wrong(c, "%s is at %lld of shared memory, and was at %lld", word,
              (long long)place, (long long)json_integer_value(before));
    json_object_set_new(places, key, json_integer(place));
    if (!json_is_boolean(json_object_get(args, "writes")))
        wrong(c, "an access that neither reads nor writes");
    if (json_is_true(json_object_get(args, "writes")) &&
        json_object_get(args, "value"))
        wrong(c, "a store has a value, which is not known before it is made");
}

void check_accesses(struct checked *c)
{
    json_t *const places = json_object();

    for (c->at = 0; c->at < json_array_size(c->events); c->at++) {
        const json_t *const event = json_array_get(c->events, c->at);
        const char *const category = category_of(event);
        if (!strcmp(category, "launch"))
            json_object_clear(places);
        else if (!strcmp(category, "access"))
            check_access(c, places, json_object_get(event, "args"));
    }
    c->at = 0;
    json_decref(places);
}
