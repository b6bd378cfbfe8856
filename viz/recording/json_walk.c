/* json_walk.c - see json_walk.h. */
#include "json_walk.h"
#include "store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    struct json_walk *walk;
    const char *begin, *at, *end;
    char *why;
    size_t size;
};

/* ------------------------------------------------------------------- memory */

/* Global, since Jansson's allocator does not get the walk. */
static struct store scratch;

static void *take(size_t bytes)
{
    return store_take(&scratch, bytes);
}

static void leave(void *p)
{
    (void)p;
}

/* ------------------------------------------------------------------- tokens */

static bool wrong(const struct text *t, int lines, const char *what)
{
    size_t line = (size_t)lines + 1;

    for (const char *p = t->begin; p < t->at; p++)
        line += *p == '\n';
    snprintf(t->why, t->size, "line %zu is not JSON: %s", line, what);
    return false;
}

static char peek(struct text *t)
{
    while (t->at < t->end && (*t->at == ' ' || *t->at == '\t' ||
                              *t->at == '\r' || *t->at == '\n'))
        t->at++;
    return t->at < t->end ? *t->at : '\0';
}

static bool takes(struct text *t, char c)
{
    if (peek(t) != c)
        return false;
    t->at++;
    return true;
}

static bool expects(struct text *t, char c)
{
    char what[] = "'?' expected";

    what[1] = c;
    return takes(t, c) || wrong(t, 0, what);
}

/* The value that begins here; NULL: none. */
static json_t *value(struct text *t)
{
    json_error_t error;

    peek(t);
    json_t *const json =
        json_loadb(t->at, (size_t)(t->end - t->at),
                   JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &error);
    if (json)
        t->at += error.position;
    else
        wrong(t, error.line - 1, error.text);
    return json;
}

/* ---------------------------------------------------------------- structure */

/* Precondition: the opening bracket has been read. */
static bool walk_elements(struct text *t)
{
    for (size_t i = 0; i > 0 || !takes(t, ']'); i++) {
        const json_t *const element = value(t);
        if (!element)
            return false;
        t->walk->element(t->walk->arg, i, element);
        store_empty(&scratch);
        if (takes(t, ']'))
            break;
        if (!expects(t, ','))
            return false;
    }
    return true;
}

static bool walk_array(struct text *t)
{
    json_malloc_t own_take;
    json_free_t own_leave;

    if (t->walk->has_array)
        return wrong(t, 0, "a second array with the same name");
    t->walk->has_array = true;
    json_get_alloc_funcs(&own_take, &own_leave);
    json_set_alloc_funcs(take, leave);
    const bool well = walk_elements(t);
    json_set_alloc_funcs(own_take, own_leave);
    store_free(&scratch);
    return well;
}

static bool walk_member(struct text *t)
{
    if (peek(t) != '"')
        return wrong(t, 0, "expected a name in quotes");
    json_t *const key = value(t);
    bool well = key && expects(t, ':');

    if (well && !strcmp(json_string_value(key), t->walk->array) &&
        takes(t, '[')) {
        well = walk_array(t);
    } else if (well) {
        json_t *const found = value(t);
        if (found)
            t->walk->member(t->walk->arg, json_string_value(key), found);
        well = found != NULL;
    }
    json_decref(key);
    return well;
}

static bool walk_object(struct text *t)
{
    if (takes(t, '}'))
        return true;
    do {
        if (!walk_member(t))
            return false;
    } while (takes(t, ','));
    return expects(t, '}');
}

bool json_walk(struct json_walk *walk, const char *text, size_t bytes,
               char *why, size_t size)
{
    struct text t = {walk, text, text, text + bytes, why, size};

    if (takes(&t, '{')) {
        if (!walk_object(&t))
            return false;
    } else {
        json_t *const other = value(&t);
        if (!other)
            return false;
        json_decref(other);
    }
    peek(&t);
    return t.at == t.end || wrong(&t, 0, "end of file expected");
}
