/* source_names.c - see source_names.h. */
#include "source_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads an identifier, "4cell", at *at and moves *at past it; NULL when there
 * is none. */
static const char *identifier(const char **at, size_t *length)
{
    char *end;

    if (!isdigit((unsigned char)**at))
        return NULL;
    *length = strtoul(*at, &end, 10);
    if (*length == 0 || *length > strlen(end))
        return NULL;
    *at = end + *length;
    return end;
}

/* "", "_0", "__10_": the first, second, twelfth variable of that name. */
static bool is_discriminator(const char *at)
{
    if (*at == '_')
        at++;
    if (*at == '_')
        at++;
    at += strspn(at, "0123456789");
    if (*at == '_')
        at++;
    return !*at;
}

/* A variable in a function: _ZZ, the function, E, the variable. */
static const char *local_name(const char *symbol, size_t *length)
{
    for (const char *e = strchr(symbol, 'E'); e; e = strchr(e + 1, 'E')) {
        const char *at = e + 1;
        const char *const name = identifier(&at, length);
        if (name && is_discriminator(at))
            return name;
    }
    return NULL;
}

/* A name in namespaces: _ZN, each with its length, E. */
static const char *nested_name(const char *at, size_t *length)
{
    const char *name = NULL;

    for (const char *next; (next = identifier(&at, length));)
        name = next;
    /* The last call, which found none, may have changed *length. */
    if (name)
        *length = (size_t)(at - name);
    return name;
}

char *source_name(const char *symbol, char *text, size_t size)
{
    const char *name = NULL;
    size_t length = strcspn(symbol, "@"); /* printf@GLIBC_2.2.5 */

    if (!strncmp(symbol, "_ZZ", 3)) {
        name = local_name(symbol, &length);
    } else if (!strncmp(symbol, "_ZN", 3)) {
        name = nested_name(symbol + 3, &length);
    } else if (!strncmp(symbol, "_Z", 2)) {
        const char *at = symbol + 2 + (symbol[2] == 'L'); /* L: static */
        name = identifier(&at, &length);
    }
    if (!name) {
        name = symbol;
        length = strcspn(symbol, "@");
    }
    snprintf(text, size, "%.*s", (int)length, name);
    return text;
}

char *source_function(const char *symbol, char *text, size_t size)
{
    const char *name = NULL;
    size_t length = 0;

    if (!strncmp(symbol, "_ZZ", 3)) {
        const char *at = symbol + 3 + (symbol[3] == 'L');
        name = identifier(&at, &length);
    }
    snprintf(text, size, "%.*s", name ? (int)length : 0, name ? name : "");
    return text;
}
